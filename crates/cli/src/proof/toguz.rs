//! Solving a position of the Toguz family on known guarantees, within limits.

use super::observer::explain;
use crate::args::ProofResources;
use crate::failure::Failure;
use crate::memory;
use crate::progress::Progress;
use mancala_endgame::Database;
use mancala_position::toguz::{ToguzRules, ToguzState};
use mancala_search::{Resources, ToguzGoal, ToguzProof, ToguzProver};

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

/// Solves a position on the guarantees of a database, or on computed ones.
pub(crate) fn solve_state<'a>(
    rules: &ToguzRules,
    state: &ToguzState,
    goal: ToguzGoal,
    limits: &Limits,
    database: Option<&'a Database<ToguzRules>>,
    progress: &Progress,
) -> Result<ToguzProof<'a>, Failure> {
    let memory = limits.memory.unwrap_or_else(memory::default_budget);
    let mut prover = ToguzProver::new(*rules)
        .goal(goal)
        .resources(Resources::new(memory, limits.threads))
        .most_plies(limits.most_plies)
        .most_nodes(limits.most_nodes);
    if let Some(database) = database {
        prover = prover.database(database);
    }
    if let Some(balls) = limits.balls {
        prover = prover.known_balls(balls);
    }
    if limits.memory.is_some() {
        // Memory that was given explicitly is all used.
        prover = prover.most_table_bytes(u64::MAX);
    }
    prover
        .prove(&state.position(), progress)
        .map_err(|error| explain(error, rules, progress))
}
