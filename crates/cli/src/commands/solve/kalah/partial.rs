//! The proved bounds of a proof that was stopped.

use super::task::Task;
use crate::failure::Failure;
use crate::output::{ErrorFields, Report};
use crate::proof::DatabaseEntry;
use crate::text::duration::{millis, shown};
use crate::text::kalah::value_or_bounds;
use crate::text::layout::{field, table};
use crate::text::numbers::{per_second, plural};
use crate::text::style::Style;
use mancala_position::notation::write_turn;
use mancala_search::{Bounds, Driver, TurnBounds};
use serde::Serialize;
use std::time::Duration;

/// The parts of [`mancala_search::SolveError::Interrupted`].
pub(super) struct Reached {
    pub(super) bounds: Bounds,
    pub(super) turns: Vec<TurnBounds>,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
    pub(super) resumed: bool,
    pub(super) driver: Driver,
}

#[derive(Serialize)]
struct DriverEntry {
    driver: &'static str,
}

#[derive(Serialize)]
pub(super) struct Partial<'a> {
    game: String,
    position: String,
    rules: String,
    proved: bool,
    #[serde(flatten)]
    value: Proved,
    moves: Vec<Turn>,
    nodes: u64,
    elapsed_ms: u64,
    nodes_per_second: u64,
    threads: usize,
    resumed: bool,
    version: &'static str,
    drivers: [DriverEntry; 1],
    value_only: bool,
    checkpoint: Option<String>,
    database: Option<DatabaseEntry>,
    error: ErrorFields<'a>,
    #[serde(skip)]
    time: Duration,
}

/// Bounds, and the value where they leave only one.
#[derive(Serialize)]
struct Proved {
    lower_seeds: i32,
    upper_seeds: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    value_seeds: Option<i32>,
}

#[derive(Serialize)]
struct Turn {
    r#move: String,
    #[serde(flatten)]
    value: Proved,
}

impl From<Bounds> for Proved {
    fn from(bounds: Bounds) -> Self {
        Self {
            lower_seeds: bounds.lower,
            upper_seeds: bounds.upper,
            value_seeds: bounds.value(),
        }
    }
}

impl Proved {
    fn words(&self) -> String {
        value_or_bounds(Bounds {
            lower: self.lower_seeds,
            upper: self.upper_seeds,
        })
    }
}

impl<'a> Partial<'a> {
    pub(super) fn new(task: &Task<'_>, reached: &Reached, failure: &'a Failure) -> Self {
        let question = task.question;
        let checkpoints = question.checkpoints();
        let turns = reached.turns.iter();
        Self {
            game: question.game.to_string(),
            position: task.state.to_text(question.rules),
            rules: question.rules.id(),
            proved: false,
            value: reached.bounds.into(),
            moves: turns
                .map(|turn| Turn {
                    r#move: write_turn(&turn.pits),
                    value: turn.bounds.into(),
                })
                .collect(),
            nodes: reached.nodes,
            elapsed_ms: millis(reached.elapsed),
            nodes_per_second: per_second(reached.nodes, reached.elapsed),
            threads: question.threads(),
            resumed: reached.resumed,
            version: env!("MANCALA_VERSION"),
            drivers: [DriverEntry {
                driver: reached.driver.name(),
            }],
            value_only: question.arguments.value_only,
            checkpoint: checkpoints.map(|checkpoints| checkpoints.path().display().to_string()),
            database: task.database.map(DatabaseEntry::from),
            error: failure.into(),
            time: reached.elapsed,
        }
    }
}

impl Report for Partial<'_> {
    fn text(&self, style: Style) -> String {
        let mut text = format!("{}\n", style.bold(&self.game));
        text.push_str(&field("value", &self.value.words()));
        if !self.moves.is_empty() {
            let moves = self.moves.iter();
            let rows = moves.map(|turn| vec![turn.r#move.clone(), turn.value.words()]);
            let moves = table(&["move", "value"], rows, &[0]);
            text.push_str(&format!("\n{moves}\n"));
        }
        let nodes = plural(self.nodes, "node", "nodes");
        text.push_str(&field(
            "so far",
            &format!("{nodes} in {}", shown(self.time)),
        ));
        if let Some(checkpoint) = &self.checkpoint {
            text.push_str(&field("saved in", checkpoint));
        }
        text.push_str(&field("rules", &self.rules));
        text
    }
}
