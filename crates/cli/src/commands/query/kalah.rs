//! `mancala query` for Kalah: values from the database, or by search above it.

use super::arguments::{Arguments, LIMIT};
use crate::args::game;
use crate::failure::{Failure, Kind};
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::proof::DatabaseEntry;
use crate::status::Stop;
use crate::text::duration::shown;
use crate::text::kalah;
use crate::text::layout::{move_table, wrapped};
use crate::text::numbers::signed;
use crate::text::style::Style;
use mancala_endgame::{Database, Tablebase};
use mancala_position::Game;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState};
use mancala_position::notation::write_turn;
use mancala_search::{ProofDatabase, SolveOptions, solve};
use serde::Serialize;
use std::time::Duration;

/// The source of the values.
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
    /// The margin of the final stores with best play, South's less North's.
    final_margin_seeds: i64,
    database: DatabaseEntry,
    #[serde(skip)]
    board: String,
    #[serde(skip)]
    mover: &'static str,
    #[serde(skip)]
    goes_on: bool,
}

#[derive(Serialize)]
struct Move {
    r#move: String,
    value_seeds: i32,
}

/// The bytes of the transposition table of the search.
const TABLE_BYTES: u64 = 256 << 20;

pub(super) fn run(
    rules: &KalahRules,
    arguments: &Arguments,
    output: &Output,
) -> Result<(), Failure> {
    let state = game::kalah_position(rules, &arguments.position)?;
    let database = ProofDatabase::existing(arguments.db.open(rules)?);
    let values = if state.position().seeds() <= database.most_seeds() {
        from_database(database.database(), &state.position())?
    } else {
        let limit = arguments.stop_after.unwrap_or(LIMIT);
        let progress = Progress::new(output, "nodes", Some(limit));
        by_search(&database, &state.position(), &progress).map_err(|failure| {
            match failure.kind {
                Kind::Interrupted(Stop::Deadline) => not_in_time(&database, &state, limit),
                _ => failure,
            }
        })?
    };
    output.report(&Answer::new(&database, &state, &values))
}

/// The value of a position and of each of its moves, by pit.
struct Values {
    value: i32,
    moves: Vec<(u32, i32)>,
    source: Source,
}

/// The values from the database; that of the position must be the best of its moves.
fn from_database(
    database: &Database<KalahRules>,
    position: &KalahPosition,
) -> Result<Values, Failure> {
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

/// The values proved by search on the database.
fn by_search(
    database: &ProofDatabase,
    position: &KalahPosition,
    progress: &Progress,
) -> Result<Values, Failure> {
    let rules = database.database().rules();
    let options = SolveOptions {
        table_bytes: TABLE_BYTES,
        value_only: true,
        ..SolveOptions::default()
    };
    let value_of = |position: &KalahPosition| {
        solve(rules, position, database, &options, progress)
            .map(|solution| solution.value)
            .map_err(|error| progress.explain_proof(error))
    };
    let moves = values_of_moves(rules, position, value_of)?;
    let best = moves.iter().map(|&(_, value)| value).max();
    Ok(Values {
        value: match best {
            Some(best) => best,
            None => value_of(position)?,
        },
        moves,
        source: Source::Search,
    })
}

fn not_in_time(database: &ProofDatabase, state: &KalahState, limit: Duration) -> Failure {
    let rules = database.database().rules();
    Failure::new(
        Kind::Limit,
        format_args!(
            "the position has {} seeds and the database {}: search between them has not ended in {}",
            state.position().seeds(),
            database.most_seeds(),
            shown(limit)
        ),
    )
    .hint(format_args!(
        "--stop-after gives it more time; `mancala build {rules} --seeds N` makes the database larger"
    ))
}

/// The value of each legal move, from the value of its successor.
fn values_of_moves(
    rules: &KalahRules,
    position: &KalahPosition,
    mut value_of: impl FnMut(&KalahPosition) -> Result<i32, Failure>,
) -> Result<Vec<(u32, i32)>, Failure> {
    rules
        .moves(position)
        .iter()
        .map(|pit| {
            let step = rules.play_unchecked(position, pit);
            let after = value_of(&step.position)?;
            let value = if step.again { after } else { -after };
            Ok((pit, step.gain + value))
        })
        .collect()
}

impl Answer {
    fn new(database: &ProofDatabase, state: &KalahState, values: &Values) -> Self {
        let rules = database.database().rules();
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
            final_margin_seeds: kalah::final_margin(state, values.value),
            database: database.into(),
            board: state.draw(rules),
            mover: kalah::player(state.to_move()),
            goes_on: state.goes_on_if_on_turn(rules),
        }
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let search = match self.source {
            Source::Database => "",
            Source::Search => "search above the ",
        };
        let mut text = format!("{}\n{}\n", style.bold(&self.game), self.board);
        for (head, words) in [
            (
                "value   ",
                format!(
                    "{} for {}, in seeds among those on the board",
                    style.bold(&signed(self.value_seeds)),
                    self.mover
                ),
            ),
            (
                "margin  ",
                format!(
                    "{} for South at the end, stores included",
                    signed(self.final_margin_seeds)
                ),
            ),
            ("source  ", format!("{search}{}", self.database.words())),
        ] {
            text.push_str(&wrapped(head, &words));
        }
        text.push('\n');
        if self.moves.is_empty() {
            text.push_str("The game is over.\n");
            if self.goes_on {
                text.push_str("With the option end=on-turn it goes on.\n");
            }
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
