//! `mancala query`: the value of a position and of every move, from a database, with search above it.

use super::Status;
use crate::args::Db;
use crate::failure::{Failure, Kind};
use crate::numbers::{move_table, signed};
use crate::output::{Output, Report};
use crate::style::Style;
use crate::subject;
use clap::Args;
use mancala_endgame::Database;
use mancala_position::Game;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState};
use mancala_position::notation::write_turn;
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  mancala query kalah:6 '0,1,0,2,0,1/2,0,0,1,0,0 20,21 s'
  mancala query kalah:6,capture=empty '0,0,0,0,1,1/1,0,0,0,0,0 0,0 n' --json | jq .best
  mancala query kalah:6 '<6,20,21,0,1,0,2,0,1,2,0,0,1,0,0>'

A position is South's pits, North's pits (each player's from his own left), the stores and who is to move. Values are
in seeds, for the side to move, among the seeds still on the board.";

/// Look up the value of a position and of each of its moves
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6 or kalah:6,capture=empty
    game: String,
    /// The position, as '0,1,0,2,0,1/2,0,0,1,0,0 20,21 s'
    position: String,
    #[command(flatten)]
    db: Db,
}

/// Where values come from.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Source {
    Database,
    Search,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    value_seeds: i32,
    moves: Vec<Move>,
    best: Vec<String>,
    source: Source,
    /// What the stores differ by at the end with best play: South's less North's.
    final_margin_seeds: i64,
    database: DatabaseEntry,
    #[serde(skip)]
    board: String,
    #[serde(skip)]
    mover: &'static str,
}

#[derive(Serialize)]
struct Move {
    r#move: String,
    value_seeds: i32,
}

#[derive(Serialize)]
struct DatabaseEntry {
    path: String,
    seeds: u32,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let rules = subject::kalah_rules(&arguments.game, "query")?;
    let state = subject::kalah_position(&rules, &arguments.position)?;
    let database = arguments.db.open(&rules)?;
    let values = from_database(&database, &state.position)?;
    output.report(&Answer::new(&database, &state, &values))?;
    Ok(Status::Done)
}

/// The value of a position and of each of its moves, by pit.
struct Values {
    value: i32,
    moves: Vec<(u32, i32)>,
    source: Source,
}

/// All values read from the database, and compared with one another.
fn from_database(database: &Database, position: &KalahPosition) -> Result<Values, Failure> {
    let probe = |position: &KalahPosition| {
        database.probe(position)?.ok_or_else(|| {
            Failure::new(
                Kind::DatabaseMissing,
                format_args!("no layer of {} seeds in the database", position.seeds()),
            )
        })
    };
    let moves = values_of_moves(database.rules(), position, probe)?;
    let value = probe(position)?;
    let best = moves.iter().map(|&(_, value)| value).max();
    if let Some(best) = best
        && best != value
    {
        let position = KalahState::new(*position).to_text(database.rules());
        return Err(Failure::new(
            Kind::Disagreement,
            format_args!(
                "the database has the value {} for `{position}`, and its best move is worth {}",
                signed(value),
                signed(best)
            ),
        )
        .hint("`mancala verify --level 4` finds every such value"));
    }
    Ok(Values {
        value,
        moves,
        source: Source::Database,
    })
}

/// The value of each legal move, from the values of the positions that they lead to.
fn values_of_moves(
    rules: &KalahRules,
    position: &KalahPosition,
    mut value_of: impl FnMut(&KalahPosition) -> Result<i32, Failure>,
) -> Result<Vec<(u32, i32)>, Failure> {
    rules
        .moves(position)
        .map(|pit| {
            let step = rules.play(position, pit);
            let after = value_of(&step.position)?;
            let value = if step.again { after } else { -after };
            Ok((pit, step.gain + value))
        })
        .collect()
}

impl Answer {
    fn new(database: &Database, state: &KalahState, values: &Values) -> Self {
        let rules = database.rules();
        let best = values
            .moves
            .iter()
            .filter(|(_, value)| *value == values.value);
        Self {
            game: rules.to_string(),
            position: state.to_text(rules),
            value_seeds: values.value,
            best: best.map(|(pit, _)| write_turn(&[*pit])).collect(),
            moves: values
                .moves
                .iter()
                .map(|&(pit, value_seeds)| Move {
                    r#move: write_turn(&[pit]),
                    value_seeds,
                })
                .collect(),
            source: values.source,
            final_margin_seeds: subject::final_margin(state, values.value),
            database: DatabaseEntry {
                path: database.path().display().to_string(),
                seeds: database.most_seeds(),
            },
            board: state.draw(rules),
            mover: subject::player(state.to_move),
        }
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let source = match self.source {
            Source::Database => "database",
            Source::Search => "search above the database",
        };
        let mut text = format!(
            "{game}\n{board}\n\
             value   {value} for {mover}, in seeds among those on the board\n\
             margin  {margin} for South at the end, stores included\n\
             source  {source} {path}, 0 to {seeds} seeds\n\n",
            game = style.bold(&self.game),
            board = self.board,
            value = style.bold(&signed(self.value_seeds)),
            mover = self.mover,
            margin = signed(self.final_margin_seeds),
            path = self.database.path,
            seeds = self.database.seeds,
        );
        if self.moves.is_empty() {
            text.push_str("The game is over.\n");
            return text;
        }
        let moves = self
            .moves
            .iter()
            .map(|entry| (entry.r#move.as_str(), entry.value_seeds));
        text.push_str(&move_table(moves, self.value_seeds));
        text
    }
}
