//! The choice of a database and a table for a proof, before anything is done.
//!
//! A larger database takes longer to build and makes the tree smaller. The choice weighs the two by
//! the rough costs of `cost.rs`.

use super::cost::{Problem, boards, build_seconds, loading_seconds, positions};
use crate::prover::resources::Resources;
use mancala_endgame::{BuildOptions, plan};
use mancala_position::kalah::KalahRules;
use std::path::PathBuf;

/// A smaller database is preferred if building and proving take no more than so many times as long
/// as with the best one.
const HARDLY_LONGER: f64 = 1.1;
/// Layers of so many positions in all are always built: that takes a tenth of a second.
const ALWAYS_BUILT: f64 = 5e6;
/// A proof on a database in memory takes so much less time, as a part of it: the pages of memory
/// are larger than those of files.
const SAVED_IN_MEMORY: f64 = 0.2;

/// The database and the table of a proof, as [`KalahProver::plan`](super::KalahProver::plan)
/// chooses them.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct ProofPlan {
    /// The database; none if the proof is search alone.
    pub database: Option<DatabasePlan>,
    /// The nodes that the proof may take, estimated within a factor of ten or so.
    pub estimated_nodes: f64,
    /// The bytes of the transposition table.
    pub table_bytes: u64,
}

/// The database of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DatabasePlan {
    /// The folder.
    pub folder: PathBuf,
    /// The largest layer that the proof uses.
    pub seeds: u32,
    /// The largest layer that is there already; none if there is no database. The others are built.
    pub existing: Option<u32>,
}

impl ProofPlan {
    /// The plan for a problem on a database, or without one.
    pub(super) fn new(
        problem: &Problem<'_>,
        database: Option<DatabasePlan>,
        resources: &Resources,
    ) -> Self {
        let seeds = database.as_ref().map_or(0, |database| database.seeds);
        let estimated_nodes = problem.nodes(seeds);
        Self {
            database,
            estimated_nodes,
            table_bytes: resources.table_bytes_for_nodes(estimated_nodes),
        }
    }
}

/// The seeds of the smallest database with which building and proving together take hardly longer
/// than with any, as far as the memory goes. An existing database is never too large.
pub(super) fn database_for_proof(
    problem: &Problem<'_>,
    existing: Option<u32>,
    resources: &Resources,
) -> u32 {
    let Problem { rules, seeds, .. } = *problem;
    let threads = resources.threads;
    let least = existing.unwrap_or(0);
    let fitting = (least..seeds.max(least + 1))
        .take_while(|&seeds| seeds == least || fits(rules, seeds, resources));
    let times: Vec<(u32, f64)> = fitting
        .map(|seeds| {
            let building = build_seconds(rules, seeds, existing, threads);
            (seeds, building + problem.seconds(seeds, threads))
        })
        .collect();
    let shortest = times
        .iter()
        .map(|&(_, time)| time)
        .fold(f64::INFINITY, f64::min);
    let by_time = times
        .iter()
        .find(|(_, time)| *time <= shortest * HARDLY_LONGER)
        .map_or(least, |&(seeds, _)| seeds);
    let always = times
        .iter()
        .take_while(|(seeds, _)| existing.is_none() && positions(rules, *seeds) <= ALWAYS_BUILT)
        .last()
        .map_or(least, |&(seeds, _)| seeds);
    by_time.max(always)
}

/// The seeds of a database for thousands of positions with up to so many seeds: as many as fit in
/// the memory, up to half of those on the boards. An existing database is never too large.
pub(super) fn database_for_comparison(
    rules: &KalahRules,
    most_seeds: u32,
    existing: Option<u32>,
    resources: &Resources,
) -> u32 {
    let fitting = (1..=most_seeds / 2).take_while(|&seeds| fits(rules, seeds, resources));
    existing.unwrap_or(0).max(fitting.last().unwrap_or(0))
}

/// The bytes of the table for positions with up to so many seeds: it can keep every board.
pub(super) fn table_for_comparison(
    rules: &KalahRules,
    most_seeds: u32,
    resources: &Resources,
) -> u64 {
    resources.table_bytes_for_boards(boards(rules, most_seeds).unwrap_or(u64::MAX))
}

/// Whether to load a database of so many seeds and bytes into memory: there is room for it beside
/// the table, and the proof is long enough to gain the time of loading.
pub(super) fn is_worth_loading(
    problem: &Problem<'_>,
    seeds: u32,
    bytes: u64,
    resources: &Resources,
) -> bool {
    let table = resources.table_bytes_for_nodes(problem.nodes(seeds));
    let saved = problem.seconds(seeds, resources.threads) * SAVED_IN_MEMORY;
    resources.has_room_beside(table, bytes) && loading_seconds(bytes) < saved
}

/// Whether a database can be built in its share of the memory.
fn fits(rules: &KalahRules, seeds: u32, resources: &Resources) -> bool {
    let options = BuildOptions {
        threads: resources.threads,
        ..BuildOptions::new(seeds)
    };
    plan(rules, &options).is_ok_and(|plan| resources.can_build(&plan))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(rules: &KalahRules, seeds: u32) -> Problem<'_> {
        Problem {
            rules,
            seeds,
            value_only: true,
        }
    }

    fn chosen(pits: u32, seeds: u32, memory: u64, existing: Option<u32>) -> u32 {
        let rules = KalahRules::new(pits).expect("a few pits");
        let resources = Resources::new(memory, 2);
        database_for_proof(&problem(&rules, 2 * pits * seeds), existing, &resources)
    }

    #[test]
    fn larger_problems_get_larger_databases() {
        let sizes = [2, 3, 4, 5].map(|seeds| chosen(6, seeds, 16 << 30, None));
        assert!(sizes.is_sorted_by(|a, b| a < b), "{sizes:?}");
        assert!((18..=24).contains(&sizes[2]), "{sizes:?}");
        let rules = KalahRules::new(6).expect("six pits");
        let with_turns = Problem {
            value_only: false,
            ..problem(&rules, 48)
        };
        let larger = database_for_proof(&with_turns, None, &Resources::new(16 << 30, 2));
        assert!((sizes[2]..=26).contains(&larger));
    }

    #[test]
    fn small_games_get_nearly_all_layers_and_none_needs_the_start() {
        assert_eq!(chosen(1, 1, 16 << 30, None), 1);
        assert_eq!(chosen(2, 2, 16 << 30, None), 7);
        assert!((20..24).contains(&chosen(4, 3, 16 << 30, None)));
        assert_eq!(chosen(6, 0, 1 << 30, None), 0);
    }

    #[test]
    fn the_memory_limits_the_database() {
        let small = chosen(6, 6, 1 << 30, None);
        assert!(small < chosen(6, 6, 16 << 30, None));
        let rules = KalahRules::new(6).expect("six pits");
        let plan = plan(&rules, &BuildOptions::new(small)).expect("few seeds");
        assert!(plan.memory_bytes < 1 << 30);
        let compared =
            |memory| database_for_comparison(&rules, 48, None, &Resources::new(memory, 2));
        assert_eq!(compared(64 << 30), 24, "half of the seeds");
        assert!(compared(1 << 30) < 24);
    }

    #[test]
    fn an_existing_database_is_used() {
        assert_eq!(chosen(6, 4, 16 << 30, Some(26)), 26);
        assert_eq!(chosen(6, 3, 1 << 20, Some(22)), 22);
        assert!(chosen(6, 5, 16 << 30, Some(4)) > 20);
        // It has more seeds than the start itself.
        assert_eq!(chosen(1, 1, 16 << 30, Some(9)), 9);
    }

    #[test]
    fn the_table_grows_with_the_problem() {
        let rules = KalahRules::new(6).expect("six pits");
        let table = |seeds, database, memory| {
            let nodes = problem(&rules, seeds).nodes(database);
            Resources::new(memory, 2).table_bytes_for_nodes(nodes)
        };
        assert_eq!(table(12, 10, 16 << 30), 16 << 20);
        assert_eq!(table(48, 20, 16 << 30), 144_000_000);
        assert_eq!(table(72, 20, 16 << 30), 8 << 30);
        assert_eq!(table(255, 0, 1 << 20), 16 << 20);
    }

    #[test]
    fn the_database_of_a_long_proof_is_loaded() {
        let rules = KalahRules::new(6).expect("six pits");
        let is_worth = |seeds, memory| {
            let resources = Resources::new(memory, 2);
            is_worth_loading(&problem(&rules, seeds), 24, 780_000_000, &resources)
        };
        assert!(!is_worth(48, 16 << 30), "the proof takes a second");
        assert!(is_worth(72, 16 << 30));
        assert!(!is_worth(72, 1 << 30), "there is no room for it");
    }
}
