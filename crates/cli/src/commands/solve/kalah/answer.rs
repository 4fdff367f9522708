//! The answer of a proof, for people and for programs.

use super::task::Task;
use crate::failure::{Failure, Kind};
use crate::output::Report;
use crate::proof::DatabaseEntry;
use crate::text::duration::{millis, shown};
use crate::text::kalah;
use crate::text::layout::{field, move_table};
use crate::text::numbers::{per_second, search_effort, signed};
use crate::text::style::Style;
use mancala_position::Side;
use mancala_position::notation::write_turn;
use mancala_search::{Driver, Solution};
use serde::Serialize;
use std::time::Duration;

/// The result of one driver.
pub(super) struct Proof {
    pub(super) driver: Driver,
    pub(super) solution: Solution,
}

impl Proof {
    /// Fails unless another driver has proved the same values.
    pub(super) fn compare(&self, other: &Self) -> Result<(), Failure> {
        let disagree = |what: &str, first: i32, second: i32| {
            Err(Failure::new(
                Kind::Disagreement,
                format_args!(
                    "{what}: {} by {}, {} by {}",
                    signed(first),
                    self.driver,
                    signed(second),
                    other.driver
                ),
            ))
        };
        if self.solution.value != other.solution.value {
            return disagree("the value", self.solution.value, other.solution.value);
        }
        for (first, second) in self.solution.turns.iter().zip(&other.solution.turns) {
            if first.value != second.value {
                let what = format!("turn {}", write_turn(&first.pits));
                return disagree(&what, first.value, second.value);
            }
        }
        Ok(())
    }
}

#[derive(Serialize)]
pub(super) struct Answer {
    game: String,
    position: String,
    rules: String,
    value_seeds: i32,
    moves: Vec<Turn>,
    best: Vec<String>,
    principal_variation: Vec<String>,
    final_margin_seeds: i64,
    proved: bool,
    nodes: u64,
    looked_at: u64,
    elapsed_ms: u64,
    nodes_per_second: u64,
    threads: usize,
    resumed: bool,
    version: &'static str,
    drivers: Vec<DriverEntry>,
    database: Option<DatabaseEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pie: Option<Pie>,
    #[serde(skip)]
    board: String,
    #[serde(skip)]
    mover: Side,
    #[serde(skip)]
    time: Duration,
}

/// A whole first turn.
#[derive(Serialize)]
struct Turn {
    r#move: String,
    value_seeds: i32,
}

#[derive(Serialize)]
struct DriverEntry {
    driver: &'static str,
    value_seeds: i32,
    nodes: u64,
    elapsed_ms: u64,
    #[serde(skip)]
    time: Duration,
}

/// The value of the position under the pie rule.
#[derive(Serialize)]
struct Pie {
    /// The value for the player who makes the first turn, if the other may swap sides after it.
    value_seeds: i32,
    /// The turns that reach it.
    best: Vec<String>,
}

impl Answer {
    /// The answer of proofs that agree.
    pub(super) fn new(task: &Task<'_>, proofs: &[Proof]) -> Self {
        let solution = &proofs[0].solution;
        let turns_of = |wanted: &dyn Fn(i32) -> bool| {
            let turns = solution.turns.iter().filter(|turn| wanted(turn.value));
            turns.map(|turn| write_turn(&turn.pits)).collect()
        };
        let time: Duration = proofs.iter().map(|proof| proof.solution.elapsed).sum();
        let nodes = proofs.iter().map(|proof| proof.solution.nodes).sum();
        let question = task.question;
        let line = task.state.write_game(question.rules, &solution.line);
        Self {
            game: question.game.to_string(),
            position: task.state.to_text(question.rules),
            rules: question.rules.id(),
            value_seeds: solution.value,
            moves: solution
                .turns
                .iter()
                .map(|turn| Turn {
                    r#move: write_turn(&turn.pits),
                    value_seeds: turn.value,
                })
                .collect(),
            best: turns_of(&|value| value == solution.value),
            principal_variation: line.split_whitespace().map(str::to_owned).collect(),
            final_margin_seeds: kalah::final_margin(task.state, solution.value),
            proved: true,
            nodes,
            looked_at: proofs.iter().map(|proof| proof.solution.generated).sum(),
            elapsed_ms: millis(time),
            nodes_per_second: per_second(nodes, time),
            threads: question.threads(),
            resumed: solution.resumed,
            version: env!("MANCALA_VERSION"),
            drivers: proofs
                .iter()
                .map(|Proof { driver, solution }| DriverEntry {
                    driver: driver.name(),
                    value_seeds: solution.value,
                    nodes: solution.nodes,
                    elapsed_ms: millis(solution.elapsed),
                    time: solution.elapsed,
                })
                .collect(),
            database: task.database.map(DatabaseEntry::from),
            pie: solution
                .pie_value()
                .filter(|_| question.pie)
                .map(|value_seeds| Pie {
                    value_seeds,
                    best: turns_of(&|value| -value.abs() == value_seeds),
                }),
            board: task.state.draw(question.rules),
            mover: task.state.to_move(),
            time,
        }
    }

    fn verdict(&self) -> String {
        let mover = kalah::player(self.mover);
        let result = match self.final_margin_seeds {
            0 => "a draw".to_owned(),
            1.. => format!("South wins by {}", self.final_margin_seeds),
            _ => format!("North wins by {}", -self.final_margin_seeds),
        };
        format!("{} for {mover}: {result}", signed(self.value_seeds))
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let mut text = format!("{}\n{}\n", style.bold(&self.game), self.board);
        text.push_str(&field("value", &style.bold(&self.verdict())));
        if let Some(pie) = &self.pie {
            text.push_str(&field("pie", &pie.words(self.mover)));
        }
        if !self.moves.is_empty() {
            let moves = self.moves.iter();
            let moves = moves.map(|turn| (turn.r#move.as_str(), turn.value_seeds));
            text.push_str(&format!("\n{}\n", move_table(moves, self.value_seeds)));
        }
        if !self.principal_variation.is_empty() {
            text.push_str(&field("line", &self.principal_variation.join(" ")));
        }
        let several = self.drivers.len() > 1;
        for driver in &self.drivers {
            text.push_str(&field("proof", &driver.words(several)));
        }
        if several {
            let all = format!("all agree, {} in all", shown(self.time));
            text.push_str(&field("", &all));
        }
        let base = match &self.database {
            Some(database) => database.words(),
            None => "search alone, without a database".to_owned(),
        };
        text.push_str(&field("rests on", &base));
        text.push_str(&field("rules", &self.rules));
        text.push_str(&field("threads", &self.threads.to_string()));
        if self.resumed {
            text.push_str(&field(
                "resumed",
                "from a checkpoint; nodes and time are those of all runs",
            ));
        }
        text
    }
}

impl Pie {
    fn words(&self, mover: Side) -> String {
        format!(
            "{} for {} if the other may swap sides after the first turn ({})",
            signed(self.value_seeds),
            kalah::player(mover),
            self.best.join(", ")
        )
    }
}

impl DriverEntry {
    fn words(&self, named: bool) -> String {
        let name = if named {
            format!("{} {}: ", self.driver, signed(self.value_seeds))
        } else {
            String::new()
        };
        format!("{name}{}", search_effort(self.nodes, self.time))
    }
}
