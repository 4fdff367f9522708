//! How large a database a proof should stand on.
//!
//! A larger database takes longer to build and makes the tree smaller. The rule weighs the two with
//! rough constants: to be wrong by a factor costs time, never a value.

use mancala_endgame::{BuildOptions, plan};
use mancala_position::kalah::KalahRules;
use mancala_position::rank;

/// Positions that one thread builds in a second.
const BUILT_A_SECOND: f64 = 120e6;
/// Nodes that one thread searches in a second.
const SEARCHED_A_SECOND: f64 = 1.8e6;
/// So many nodes takes the value of a start with 6 pits and 48 seeds on a database of 20.
const KNOWN_NODES: f64 = 12e6;
/// The values of all first turns take so many times as many.
const ALL_TURNS: f64 = 10.0;
const KNOWN_PITS: f64 = 6.0;
const KNOWN_SEEDS: f64 = 48.0;
const KNOWN_DATABASE: f64 = 20.0;
/// So many seeds more on the board, and as much as a pit more a side, make the tree ten times as
/// large.
const TENFOLD_SEEDS: f64 = 5.6;
/// So many seeds more in the database halve the tree.
const HALVING_SEEDS: f64 = 1.75;
/// A database of less than this part of the seeds on the board is hardly ever reached, and one of
/// twice the size is no better.
const REACHED_PART: f64 = 1.0 / 3.0;
/// A database that takes so many times as long as the best is preferred if it is smaller.
const HARDLY_LONGER: f64 = 1.1;
/// Layers of so many positions in all are built whatever the tree: that takes a tenth of a second.
const ALWAYS_BUILT: f64 = 5e6;
/// Bytes of the table for each node that a proof may take. Memory that stays empty costs time too:
/// all of it is cleared when it is first touched.
const TABLE_BYTES_A_NODE: f64 = 12.0;
const SMALLEST_TABLE: u64 = 16 << 20;
/// With the database in memory a proof takes so much less time, as a part of it: its pages are
/// larger than those of files.
const SAVED_IN_MEMORY: f64 = 0.2;
/// Bytes of a database that are loaded in a second.
const LOADED_A_SECOND: f64 = 700e6;
/// The part of the memory that building may take; the search's table wants the rest.
const MEMORY_SHARE: f64 = 0.7;

/// What is to be proved.
#[derive(Clone, Copy)]
pub(super) struct Problem<'a> {
    pub(super) rules: &'a KalahRules,
    /// The seeds on the board.
    pub(super) seeds: u32,
    /// Whether only the value is wanted, and not those of the first turns.
    pub(super) value_only: bool,
}

/// What there is to work with.
pub(super) struct Means {
    /// Bytes of memory.
    pub(super) memory: u64,
    /// Threads.
    pub(super) threads: usize,
    /// The seeds of the database that is there already.
    pub(super) existing: Option<u32>,
}

/// The seeds of the smallest database with which building and proving together take hardly longer
/// than with any, as far as the memory goes. What is there already is never too large.
pub(super) fn choose(problem: &Problem<'_>, means: &Means) -> u32 {
    let rules = problem.rules;
    let least = means.existing.unwrap_or(0);
    let fitting = (least..problem.seeds.max(least + 1))
        .take_while(|&seeds| seeds == least || fits(rules, seeds, means));
    let times: Vec<(u32, f64)> = fitting
        .map(|seeds| {
            let speed = SEARCHED_A_SECOND * means.threads as f64;
            let proving = proof_nodes(problem, seeds) / speed;
            (seeds, build_seconds(rules, seeds, means) + proving)
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
        .take_while(|(seeds, _)| {
            means.existing.is_none() && positions(rules, *seeds) <= ALWAYS_BUILT
        })
        .last()
        .map_or(least, |&(seeds, _)| seeds);
    by_time.max(always)
}

/// The bytes for the table of a proof on a database of so many seeds (0 for none): what the proof
/// may fill, as far as half of the memory goes.
pub(super) fn table_bytes(problem: &Problem<'_>, database_seeds: u32, memory: u64) -> u64 {
    let wanted = proof_nodes(problem, database_seeds) * TABLE_BYTES_A_NODE;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "what is too large for the integer becomes its largest value"
    )]
    let wanted = wanted as u64;
    wanted.clamp(SMALLEST_TABLE, (memory / 2).max(SMALLEST_TABLE))
}

/// Whether a database of so many seeds and bytes is to be loaded into memory: whether it has its
/// place beside the table, and the proof is so long that the time for loading is gained by it.
pub(super) fn is_worth_loading(
    problem: &Problem<'_>,
    seeds: u32,
    bytes: u64,
    means: &Means,
) -> bool {
    let table = table_bytes(problem, seeds, means.memory);
    let proving = proof_nodes(problem, seeds) / SEARCHED_A_SECOND / means.threads as f64;
    let loading = bytes as f64 / LOADED_A_SECOND;
    table.saturating_add(bytes) <= means.memory && loading < proving * SAVED_IN_MEMORY
}

fn fits(rules: &KalahRules, seeds: u32, means: &Means) -> bool {
    plan(
        rules,
        &BuildOptions {
            threads: means.threads,
            ..BuildOptions::new(seeds)
        },
    )
    .is_ok_and(|plan| plan.memory_bytes as f64 <= means.memory as f64 * MEMORY_SHARE)
}

/// All boards with up to so many seeds.
fn positions(rules: &KalahRules, seeds: u32) -> f64 {
    let pits = 2 * rules.pits();
    rank::binomial(seeds + pits, pits).map_or(f64::INFINITY, |count| count as f64)
}

fn build_seconds(rules: &KalahRules, seeds: u32, means: &Means) -> f64 {
    let there = means
        .existing
        .map_or(0.0, |existing| positions(rules, existing));
    (positions(rules, seeds) - there).max(0.0) / BUILT_A_SECOND / means.threads as f64
}

fn proof_nodes(problem: &Problem<'_>, database_seeds: u32) -> f64 {
    let larger = (f64::from(problem.seeds) - KNOWN_SEEDS) / TENFOLD_SEEDS
        + (f64::from(problem.rules.pits()) - KNOWN_PITS);
    let reached = f64::from(database_seeds).max(f64::from(problem.seeds) * REACHED_PART);
    let nearer = (reached - KNOWN_DATABASE) / HALVING_SEEDS;
    let turns = if problem.value_only { 1.0 } else { ALL_TURNS };
    KNOWN_NODES * turns * 10f64.powf(larger) * 2f64.powf(-nearer)
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
        let rules = KalahRules::new(pits).unwrap();
        let means = Means {
            memory,
            threads: 2,
            existing,
        };
        choose(&problem(&rules, 2 * pits * seeds), &means)
    }

    #[test]
    fn larger_problems_get_larger_databases() {
        let sizes = [2, 3, 4, 5].map(|seeds| chosen(6, seeds, 16 << 30, None));
        assert!(sizes.is_sorted_by(|a, b| a < b), "{sizes:?}");
        assert!((18..=24).contains(&sizes[2]), "{sizes:?}");
        let rules = KalahRules::new(6).unwrap();
        let means = Means {
            memory: 16 << 30,
            threads: 2,
            existing: None,
        };
        let with_turns = Problem {
            value_only: false,
            ..problem(&rules, 48)
        };
        assert!((sizes[2]..=26).contains(&choose(&with_turns, &means)));
    }

    #[test]
    fn a_database_need_not_cover_the_start_and_small_games_get_nearly_all() {
        assert_eq!(chosen(1, 1, 16 << 30, None), 1);
        assert_eq!(chosen(2, 2, 16 << 30, None), 7);
        assert!((20..24).contains(&chosen(4, 3, 16 << 30, None)));
    }

    #[test]
    fn memory_is_a_limit() {
        let small = chosen(6, 6, 1 << 30, None);
        assert!(small < chosen(6, 6, 16 << 30, None));
        let rules = KalahRules::new(6).unwrap();
        assert!(
            plan(&rules, &BuildOptions::new(small))
                .unwrap()
                .memory_bytes
                < 1 << 30
        );
    }

    #[test]
    fn what_is_there_is_used() {
        assert_eq!(chosen(6, 4, 16 << 30, Some(26)), 26);
        assert_eq!(chosen(6, 3, 1 << 20, Some(22)), 22);
        assert!(chosen(6, 5, 16 << 30, Some(4)) > 20);
        // More than the start itself has.
        assert_eq!(chosen(1, 1, 16 << 30, Some(9)), 9);
    }

    #[test]
    fn the_table_grows_with_the_problem_to_half_the_memory() {
        let rules = KalahRules::new(6).unwrap();
        let memory = 16 << 30;
        assert_eq!(
            table_bytes(&problem(&rules, 12), 10, memory),
            SMALLEST_TABLE
        );
        assert_eq!(table_bytes(&problem(&rules, 48), 20, memory), 144_000_000);
        assert_eq!(table_bytes(&problem(&rules, 72), 20, memory), 8 << 30);
        assert_eq!(
            table_bytes(&problem(&rules, 255), 0, 1 << 20),
            SMALLEST_TABLE
        );
    }

    #[test]
    fn long_proofs_have_their_database_in_memory() {
        let rules = KalahRules::new(6).unwrap();
        let means = |memory| Means {
            memory,
            threads: 2,
            existing: None,
        };
        let worth = |seeds, memory| {
            is_worth_loading(&problem(&rules, seeds), 24, 780_000_000, &means(memory))
        };
        assert!(!worth(48, 16 << 30), "it takes a second");
        assert!(worth(72, 16 << 30));
        assert!(!worth(72, 1 << 30), "there is no place for it");
    }

    #[test]
    fn an_empty_board_needs_no_database() {
        let rules = KalahRules::new(6).unwrap();
        let means = Means {
            memory: 1 << 30,
            threads: 1,
            existing: None,
        };
        assert_eq!(choose(&problem(&rules, 0), &means), 0);
    }
}
