//! Solving a position of the Toguz family on known guarantees, within limits.

use super::known::Known;
use crate::args::ProofResources;
use crate::failure::Failure;
use crate::memory;
use crate::progress::Progress;
use mancala_endgame::Database;
use mancala_position::toguz::{ToguzRules, ToguzState};
use mancala_search::{ToguzGoal, ToguzOptions, ToguzSolution, solve_toguz};

/// The table's memory unless `--memory` is given. Pages are taken as they are used, which is soon
/// all of them.
const TABLE_BYTES: u64 = 1 << 30;

/// Limits of a search, and what it may use.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) most_plies: u32,
    pub(crate) most_nodes: u64,
    /// Balls to compute the guarantees to; by default what takes a second or two.
    pub(crate) balls: Option<u32>,
    pub(crate) threads: usize,
    /// If a size was given.
    pub(crate) memory: Option<u64>,
}

impl Limits {
    /// The limits of these resources, without limits of plies and nodes.
    pub(crate) fn new(resources: &ProofResources) -> Self {
        Self {
            most_plies: u32::MAX,
            most_nodes: u64::MAX,
            balls: resources.seeds,
            threads: resources.threads.count(),
            memory: resources.memory.given(),
        }
    }
}

/// Solves a position and says on what the proof stands. What takes guarantees and nodes is shown by
/// `progress`.
pub(crate) fn solve_state<'a>(
    rules: &ToguzRules,
    state: &ToguzState,
    goal: ToguzGoal,
    limits: &Limits,
    database: Option<&'a Database<ToguzRules>>,
    progress: &Progress,
) -> Result<(ToguzSolution, Known<'a>), Failure> {
    let memory = limits.memory.unwrap_or_else(memory::default_budget);
    let position = &state.position();
    let on_disk = database.and_then(|base| Known::on_disk(base, rules, position, limits.balls));
    let known = match on_disk {
        Some(known) => known,
        None => Known::compute(
            rules,
            position,
            limits.balls,
            limits.threads,
            memory,
            progress,
        )?,
    };
    let rest = memory.saturating_sub(known.bytes(rules, position));
    let options = ToguzOptions {
        goal,
        table_bytes: match limits.memory {
            Some(_) => rest,
            None => rest.min(TABLE_BYTES),
        },
        most_plies: limits.most_plies,
        most_nodes: limits.most_nodes,
    };
    let solution = solve_toguz(rules, position, &known, &options, progress)?;
    Ok((solution, known))
}
