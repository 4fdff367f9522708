//! `mancala query` for the Toguz family: guarantees from the database, or by search above it.

use super::arguments::Arguments;
use super::best_moves::best_moves;
use super::line::{End, line};
use super::positions::answer_all;
use crate::args::game;
use crate::failure::{Failure, Kind};
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::proof::{Limits, solve_state};
use crate::status::{Status, Stop};
use crate::text::duration::shown;
use crate::text::layout::{table, wrapped};
use crate::text::style::Style;
use crate::text::toguz::{side_word, written};
use mancala_endgame::{Database, Guarantees};
use mancala_position::Side;
use mancala_position::toguz::{ToguzRules, ToguzState};
use mancala_search::{ToguzGoal, ToguzResult};
use serde::Serialize;
use std::time::Duration;

#[derive(Serialize)]
struct Answer {
    game: String,
    position: String,
    /// The player who has the move now, whose values these are. Where a player is stuck under
    /// `atsyz=extra-move`, that is not the player whose turn `position` names.
    to_move: &'static str,
    #[serde(flatten)]
    guarantees: Guarantees,
    result: &'static str,
    /// The balls that neither side can be sure of, because the other can repeat positions for ever.
    endless_balls: u32,
    /// White's and Black's final kazan with best play; none if play is endless.
    final_kazans: Option<[u32; 2]>,
    moves: Vec<Move>,
    best: Vec<String>,
    principal_variation: Vec<String>,
    source: &'static str,
    database: Option<DatabaseEntry>,
    #[serde(skip)]
    board: String,
    #[serde(skip)]
    mover: &'static str,
    #[serde(skip)]
    other: &'static str,
    #[serde(skip)]
    end: End,
}

#[derive(Serialize)]
struct Move {
    r#move: String,
    #[serde(flatten)]
    guarantees: Guarantees,
    result: &'static str,
}

#[derive(Serialize)]
struct DatabaseEntry {
    path: String,
    seeds: u32,
}

/// Answers questions about positions of one game.
struct Lookup<'a> {
    rules: &'a ToguzRules,
    database: Option<Database<ToguzRules>>,
    limit: Duration,
    output: &'a Output,
}

pub(super) fn run(
    rules: &ToguzRules,
    arguments: &Arguments,
    output: &Output,
) -> Result<Status, Failure> {
    let prepare = || {
        Ok(Lookup {
            rules,
            database: arguments.db.open_if_required(rules)?,
            limit: arguments.limit(),
            output,
        })
    };
    let read = |text: &str| game::toguz_state(rules, text);
    answer_all(arguments, output, read, prepare, Lookup::answer)
}

/// The guarantees of a position and of its moves.
struct Values {
    guarantees: Guarantees,
    moves: Vec<(u32, Guarantees)>,
    /// The moves of best play that the search found above the database.
    line: Vec<u32>,
    source: &'static str,
}

/// The guarantees from the database; none if it lacks one of them.
fn from_database(
    database: &Database<ToguzRules>,
    rules: &ToguzRules,
    state: &ToguzState,
) -> Result<Option<Values>, Failure> {
    let position = &state.position();
    let guarantees = database.probe(position)?;
    let moves = if state.final_kazans(rules).is_some() {
        Some(Vec::new())
    } else {
        database.moves(position)?
    };
    Ok(guarantees.zip(moves).map(|(guarantees, moves)| Values {
        guarantees,
        moves,
        line: Vec::new(),
        source: "database",
    }))
}

impl Lookup<'_> {
    fn answer(&self, state: &ToguzState) -> Result<Answer, Failure> {
        let known = match &self.database {
            Some(database) => from_database(database, self.rules, state)?,
            None => None,
        };
        let values = match known {
            Some(values) => values,
            None => self.search(state)?,
        };
        Answer::new(self, state, values)
    }

    /// The guarantees by search, on the database or on computed guarantees of a few balls.
    fn search(&self, state: &ToguzState) -> Result<Values, Failure> {
        let progress = Progress::new(self.output, "nodes", Some(self.limit));
        let limits = Limits {
            most_plies: u32::MAX,
            most_nodes: u64::MAX,
            balls: None,
            threads: 1,
            memory: None,
        };
        let goal = ToguzGoal::Moves;
        let database = self.database.as_ref();
        let solution = match solve_state(self.rules, state, goal, &limits, database, &progress) {
            Ok(proof) => proof.solution,
            Err(failure) => {
                return Err(match failure.kind {
                    Kind::Interrupted(Stop::Deadline) => self.not_in_time(state),
                    _ => failure,
                });
            }
        };
        let moves = solution.moves.iter();
        let moves: Option<Vec<(u32, Guarantees)>> = moves
            .map(|proved| Some((proved.hole, proved.bounds.values()?)))
            .collect();
        let Some((guarantees, moves)) = solution.bounds.values().zip(moves) else {
            return Err(match progress.stop() {
                Some(stop @ (Stop::Interrupt | Stop::Terminate)) => {
                    Failure::new(Kind::Interrupted(stop), stop.words())
                }
                _ => self.not_in_time(state),
            });
        };
        Ok(Values {
            guarantees,
            moves,
            line: solution.line,
            source: "search",
        })
    }

    fn not_in_time(&self, state: &ToguzState) -> Failure {
        let database = match &self.database {
            Some(database) => format!("the database {}", database.most_seeds()),
            None => "there is no database".to_owned(),
        };
        Failure::new(
            Kind::Limit,
            format_args!(
                "the position has {} balls and {database}: its search has not ended in {}",
                state.position().balls(),
                shown(self.limit)
            ),
        )
        .hint(format_args!(
            "--stop-after gives it more time; `mancala solve {} --position '{}'` answers with bounds",
            self.rules,
            state.to_text(self.rules)
        ))
    }
}

/// The names of the player to move and of the other.
const fn players(state: &ToguzState) -> [&'static str; 2] {
    match state.to_move() {
        Side::First => ["White", "Black"],
        Side::Second => ["Black", "White"],
    }
}

impl Answer {
    fn new(lookup: &Lookup<'_>, state: &ToguzState, values: Values) -> Result<Self, Failure> {
        let rules = lookup.rules;
        let position = &state.position();
        let Values {
            guarantees,
            moves,
            line: searched,
            source,
        } = values;
        let result = |guarantees| ToguzResult::new(rules, position, guarantees).word();
        let write = |hole| state.write_move(rules, hole).to_string();
        let mut principal_variation = written(rules, state, &searched);
        let below = searched
            .iter()
            .fold(*state, |state, &hole| state.play_unchecked(rules, hole));
        let (rest, end) = match &lookup.database {
            Some(database) => line(database, rules, &below)?,
            None if below.final_kazans(rules).is_some() => (Vec::new(), End::Finished),
            None => (Vec::new(), End::Open),
        };
        principal_variation.extend(rest);
        let endless_balls = position.balls() - guarantees.mover - guarantees.opponent;
        let finals = [
            position.own_kazan() + guarantees.mover,
            position.opponent_kazan() + guarantees.opponent,
        ];
        let [mover, other] = players(state);
        Ok(Self {
            game: rules.to_string(),
            position: state.to_text(rules),
            to_move: side_word(state.to_move()),
            guarantees,
            result: result(guarantees),
            endless_balls,
            final_kazans: (endless_balls == 0).then_some(match state.to_move() {
                Side::First => finals,
                Side::Second => [finals[1], finals[0]],
            }),
            best: best_moves(rules, position, &moves)
                .into_iter()
                .map(write)
                .collect(),
            moves: moves
                .iter()
                .map(|&(hole, guarantees)| Move {
                    r#move: write(hole),
                    guarantees,
                    result: result(guarantees),
                })
                .collect(),
            principal_variation,
            source,
            database: lookup.database.as_ref().map(|database| DatabaseEntry {
                path: database.path().display().to_string(),
                seeds: database.most_seeds(),
            }),
            board: state.draw(rules),
            mover,
            other,
            end,
        })
    }

    /// The outcome of the game in words.
    fn verdict(&self) -> String {
        match self.final_kazans {
            Some([white, black]) => format!(
                "{} for {}: the kazans end with {white} for White, {black} for Black",
                self.result, self.mover
            ),
            None => format!("{} for {}", self.result, self.mover),
        }
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let mut text = format!("{}\n{}\n", style.bold(&self.game), self.board);
        let balls = format!(
            "{} for {}, {} for {}, of the {} on the board",
            style.bold(&self.guarantees.mover.to_string()),
            self.mover,
            style.bold(&self.guarantees.opponent.to_string()),
            self.other,
            self.guarantees.mover + self.guarantees.opponent + self.endless_balls
        );
        let source = match &self.database {
            None => "search without a database".to_owned(),
            Some(DatabaseEntry { path, seeds }) => {
                let search = if self.source == "search" {
                    "search above the "
                } else {
                    ""
                };
                format!("{search}database to {seeds} balls, {path}")
            }
        };
        text.push_str(&wrapped("result  ", &self.verdict()));
        text.push_str(&wrapped("sure of ", &balls));
        if self.endless_balls > 0 {
            let words = format!(
                "play is endless: {} more can be kept from both by going round",
                self.endless_balls
            );
            text.push_str(&wrapped("endless ", &words));
        }
        text.push_str(&wrapped("source  ", &source));
        text.push('\n');
        if self.moves.is_empty() {
            text.push_str("The game is over.\n");
            return text;
        }
        let rows = self.moves.iter().map(|entry| {
            let best = self.best.contains(&entry.r#move);
            let mark = if best { " best" } else { "" };
            vec![
                entry.r#move.clone(),
                entry.guarantees.mover.to_string(),
                entry.guarantees.opponent.to_string(),
                format!("{}{mark}", entry.result),
            ]
        });
        let head = ["move", self.mover, self.other, "result"];
        text.push_str(&table(&head, rows, &[0, 3]));
        let end = match self.end {
            End::Finished => "",
            End::Endless => " and round",
            End::Open => " ...",
        };
        text.push('\n');
        let line = format!("{}{end}", self.principal_variation.join(" "));
        text.push_str(&wrapped("line    ", &line));
        text
    }
}
