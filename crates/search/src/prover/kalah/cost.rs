//! Rough costs of builds and proofs of Kalah, in nodes and seconds.
//!
//! They were measured on one machine. To be wrong by a factor costs time, never a value.

use mancala_position::kalah::KalahRules;
use mancala_position::rank;

/// Positions that one thread builds in a second.
const BUILT_PER_SECOND: f64 = 120e6;
/// Nodes that one thread searches in a second.
const SEARCHED_PER_SECOND: f64 = 1.8e6;
/// Bytes of a database that are loaded in a second.
const LOADED_PER_SECOND: f64 = 700e6;

/// The nodes for the value of a start with [`REFERENCE_PITS`] and [`REFERENCE_SEEDS`] on a
/// database of [`REFERENCE_DATABASE`] seeds.
const REFERENCE_NODES: f64 = 12e6;
const REFERENCE_PITS: f64 = 6.0;
const REFERENCE_SEEDS: f64 = 48.0;
const REFERENCE_DATABASE: f64 = 20.0;
/// The values of all first turns take so many times the nodes of the value.
const ALL_TURNS: f64 = 10.0;
/// So many seeds more on the board make the tree ten times as large, and so does one pit more a
/// side.
const TENFOLD_SEEDS: f64 = 5.6;
/// So many seeds more in the database halve the tree.
const HALVING_SEEDS: f64 = 1.75;
/// A database of less than this part of the seeds on the board is hardly ever reached, and any
/// smaller one is as good.
const REACHED_PART: f64 = 1.0 / 3.0;

/// A position to prove, as far as the cost of the proof depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Problem<'a> {
    pub(super) rules: &'a KalahRules,
    /// The seeds on the board.
    pub(super) seeds: u32,
    /// Whether only the value is to be proved, without those of the first turns.
    pub(super) value_only: bool,
}

impl Problem<'_> {
    /// The nodes of a proof on a database of so many seeds (0 for none).
    pub(super) fn nodes(&self, database_seeds: u32) -> f64 {
        let larger = (f64::from(self.seeds) - REFERENCE_SEEDS) / TENFOLD_SEEDS
            + (f64::from(self.rules.pits()) - REFERENCE_PITS);
        let reached = f64::from(database_seeds).max(f64::from(self.seeds) * REACHED_PART);
        let nearer = (reached - REFERENCE_DATABASE) / HALVING_SEEDS;
        let turns = if self.value_only { 1.0 } else { ALL_TURNS };
        REFERENCE_NODES * turns * 10f64.powf(larger) * 2f64.powf(-nearer)
    }

    /// The seconds of that proof on so many threads.
    pub(super) fn seconds(&self, database_seeds: u32, threads: usize) -> f64 {
        self.nodes(database_seeds) / SEARCHED_PER_SECOND / threads as f64
    }
}

/// The number of positions with up to so many seeds.
pub(super) fn positions(rules: &KalahRules, seeds: u32) -> f64 {
    boards(rules, seeds).map_or(f64::INFINITY, |count| count as f64)
}

/// The number of positions with up to so many seeds; none if there are 2^64 or more.
pub(super) fn boards(rules: &KalahRules, seeds: u32) -> Option<u64> {
    let pits = 2 * rules.pits();
    rank::binomial(seeds + pits, pits)
}

/// The seconds to build a database of so many seeds on so many threads, where there is one of
/// `existing` seeds already.
pub(super) fn build_seconds(
    rules: &KalahRules,
    seeds: u32,
    existing: Option<u32>,
    threads: usize,
) -> f64 {
    let there = existing.map_or(0.0, |existing| positions(rules, existing));
    (positions(rules, seeds) - there).max(0.0) / BUILT_PER_SECOND / threads as f64
}

/// The seconds to load so many bytes of a database.
pub(super) fn loading_seconds(bytes: u64) -> f64 {
    bytes as f64 / LOADED_PER_SECOND
}
