//! `mancala query` for Kalah: values from the database, or by search above it.

use super::arguments::Arguments;
use super::positions::answer_all;
use crate::args::game;
use crate::database::values_of_moves;
use crate::failure::{Failure, Kind};
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::proof::DatabaseEntry;
use crate::status::{Status, Stop};
use crate::text::duration::shown;
use crate::text::kalah;
use crate::text::layout::{move_table, wrapped};
use crate::text::numbers::{plural, signed};
use crate::text::style::Style;
use mancala_endgame::{Database, NoTablebase, Tablebase};
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
    database: Option<DatabaseEntry>,
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

/// The largest transposition table of a search.
const MOST_TABLE_BYTES: u64 = 256 << 20;

/// Answers questions about positions of one game.
struct Lookup<'a> {
    rules: &'a KalahRules,
    database: Option<ProofDatabase>,
    limit: Duration,
    output: &'a Output,
}

pub(super) fn run(
    rules: &KalahRules,
    arguments: &Arguments,
    output: &Output,
) -> Result<Status, Failure> {
    let prepare = || {
        Ok(Lookup {
            rules,
            database: arguments
                .db
                .open_if_required(rules)?
                .map(ProofDatabase::existing),
            limit: arguments.limit(),
            output,
        })
    };
    let read = |text: &str| game::kalah_position(rules, text);
    answer_all(arguments, output, read, prepare, Lookup::answer)
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
                format_args!(
                    "no layer of {} in the database",
                    plural(u64::from(position.seeds()), "seed", "seeds")
                ),
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

impl Lookup<'_> {
    fn answer(&self, state: &KalahState) -> Result<Answer, Failure> {
        let position = &state.position();
        let values = match &self.database {
            Some(database) if position.seeds() <= database.most_seeds() => {
                from_database(database.database(), position)?
            }
            _ => self.search(state)?,
        };
        Ok(Answer::new(self, state, &values))
    }

    /// The values by search, on the database if there is one.
    fn search(&self, state: &KalahState) -> Result<Values, Failure> {
        let progress = Progress::new(self.output, "nodes", Some(self.limit));
        let position = &state.position();
        let searched = match &self.database {
            Some(database) => self.search_on(database, position, &progress),
            None => self.search_on(&NoTablebase, position, &progress),
        };
        searched.map_err(|failure| match failure.kind {
            Kind::Interrupted(Stop::Deadline) => self.not_in_time(state),
            _ => failure,
        })
    }

    fn search_on(
        &self,
        tablebase: &impl Tablebase<KalahPosition>,
        position: &KalahPosition,
        progress: &Progress,
    ) -> Result<Values, Failure> {
        let options = SolveOptions {
            table_bytes: self.table_bytes(position),
            value_only: true,
            ..SolveOptions::default()
        };
        let value_of = |position: &KalahPosition| {
            solve(self.rules, position, tablebase, &options, progress)
                .map(|solution| solution.value)
                .map_err(|error| progress.explain_proof(error))
        };
        let moves = values_of_moves(self.rules, position, value_of)?;
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

    /// The seeds of the largest layer that can be looked up; none without a database.
    fn most_seeds(&self) -> Option<u32> {
        self.database.as_ref().map(Tablebase::most_seeds)
    }

    /// The size of a table that few positions with so many seeds above the database fill: clearing
    /// a large one takes longer than most searches.
    fn table_bytes(&self, position: &KalahPosition) -> u64 {
        let known = self.most_seeds().unwrap_or(0);
        let above = position.seeds().saturating_sub(known);
        MOST_TABLE_BYTES.min(1 << (18 + above.min(20)))
    }

    fn not_in_time(&self, state: &KalahState) -> Failure {
        let rules = self.rules;
        let seeds = state.position().seeds();
        let limit = shown(self.limit);
        match self.most_seeds() {
            Some(most) => Failure::new(
                Kind::Limit,
                format_args!(
                    "the position has {seeds} seeds and the database {most}: search between them has \
                     not ended in {limit}"
                ),
            )
            .hint(format_args!(
                "--stop-after gives it more time; `mancala build {rules} --seeds N` makes the database \
                 larger"
            )),
            None => Failure::new(
                Kind::Limit,
                format_args!(
                    "there is no database, and search of the {seeds} seeds has not ended in {limit}"
                ),
            )
            .hint(format_args!(
                "--stop-after gives it more time; `mancala build {rules} --seeds 16` makes a database"
            )),
        }
    }
}

impl Answer {
    fn new(lookup: &Lookup<'_>, state: &KalahState, values: &Values) -> Self {
        let rules = lookup.rules;
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
            database: lookup.database.as_ref().map(DatabaseEntry::from),
            board: state.draw(rules),
            mover: kalah::player(state.to_move()),
            goes_on: state.goes_on_if_on_turn(rules),
        }
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let source = match (self.source, &self.database) {
            (_, None) => "search without a database".to_owned(),
            (Source::Database, Some(database)) => database.words(),
            (Source::Search, Some(database)) => format!("search above the {}", database.words()),
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
            ("source  ", source),
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
