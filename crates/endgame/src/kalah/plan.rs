//! What a build will take, before it starts.

use crate::error::Error;
use crate::format::layer::file_bytes;
use crate::format::layout::{Layout, rows};
use crate::jobs::plan::{PROGRAM, Plan};
use crate::kalah::sweep::{Grid, Known, Spares, Tables, sweep_pair};
use mancala_position::kalah::KalahRules;
use mancala_position::rank;
use std::time::{Duration, Instant};

/// Plans the layers of `0..=seeds`.
///
/// # Errors
///
/// [`Error::Seeds`] if the format does not hold so many seeds, or the positions cannot be counted in 64 bits.
pub fn plan(rules: &KalahRules, seeds: u32, threads: usize) -> Result<Plan, Error> {
    let (mut positions, mut bytes) = (0, 0);
    for n in 0..=seeds {
        let layout = Layout::new(rules, n)?;
        positions += layout.values();
        bytes += file_bytes(rules, &layout);
    }
    let needs = Needs::new(rules, seeds, threads);
    Ok(Plan {
        seeds,
        positions,
        bytes,
        memory_bytes: needs.working + needs.kept.iter().sum::<u64>(),
        least_memory_bytes: needs.working,
    })
}

/// Where a build keeps the finished layers, which it looks up while it makes the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The layers of `0..layers_in_memory` seeds are kept in memory, the others in files without names that last as
    /// long as the build.
    pub layers_in_memory: u32,
    /// The most memory that the build takes at a time.
    pub memory_bytes: u64,
    /// The bytes of the files without names. What the system holds of them in memory is given back when it is wanted.
    pub scratch_bytes: u64,
}

impl Placement {
    /// Places the finished layers within a memory: the smallest ones there, since all later layers look them up.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if the memory does not even hold what the threads work on.
    pub fn within(
        memory: u64,
        rules: &KalahRules,
        seeds: u32,
        threads: usize,
    ) -> Result<Self, Error> {
        let needs = Needs::new(rules, seeds, threads);
        if memory < needs.working {
            return Err(Error::Memory {
                needed: needs.working,
                available: memory,
            });
        }
        let mut placement = Self {
            layers_in_memory: 0,
            memory_bytes: needs.working,
            scratch_bytes: 0,
        };
        for bytes in needs.kept {
            if placement.scratch_bytes == 0 && placement.memory_bytes + bytes <= memory {
                placement.layers_in_memory += 1;
                placement.memory_bytes += bytes;
            } else {
                placement.scratch_bytes += bytes;
            }
        }
        Ok(placement)
    }
}

/// What a build holds in memory.
struct Needs {
    /// What the threads work on, the tables, and the program.
    working: u64,
    /// Each layer below the last, which is written as it is made.
    kept: Vec<u64>,
}

impl Needs {
    fn new(rules: &KalahRules, seeds: u32, threads: usize) -> Self {
        Self {
            working: PROGRAM + working_bytes(rules, seeds, threads) + table_bytes(rules, seeds),
            kept: (0..seeds).map(|n| kept_bytes(rules, n)).collect(),
        }
    }
}

/// Both forms of a finished layer.
fn kept_bytes(rules: &KalahRules, n: u32) -> u64 {
    let rows = |sum| rows(rules, sum);
    (0..=n).map(|s| 2 * Grid::bytes(rows(s), rows(n - s))).sum()
}

/// For each thread a pair of the last layer in the making: two forms, and the larger sub-layer turned. (A pair of the
/// layer before has a fourth grid, but all four are smaller.)
fn working_bytes(rules: &KalahRules, seeds: u32, threads: usize) -> u64 {
    let rows = |sum| rows(rules, sum);
    let mut pairs: Vec<u64> = (0..=seeds / 2)
        .map(|s| {
            let grids = if 2 * s == seeds { 2 } else { 3 };
            grids * Grid::bytes(rows(s), rows(seeds - s))
        })
        .collect();
    pairs.sort_unstable_by(|a, b| b.cmp(a));
    pairs.iter().take(threads).sum()
}

/// Rows, index programs and maps. The maps have at most a run for each row; about a dozen of them are in use
/// for each sum.
fn table_bytes(rules: &KalahRules, seeds: u32) -> u64 {
    let pits = u64::from(rules.pits());
    (0..=seeds)
        .map(|sum| rows(rules, sum) * (8 + 4 * pits + 2 * pits * 12))
        .sum()
}

/// Estimates how long a build takes on this machine, from a build in memory of a tenth of a second.
#[must_use]
pub fn estimate(rules: &KalahRules, plan: &Plan, threads: usize) -> Duration {
    const SAMPLE: u64 = 2_000_000;
    let mut sample = 0;
    while sample < plan.seeds
        && rank::boards(rules.pits(), sample + 1).is_some_and(|boards| boards < SAMPLE)
    {
        sample += 1;
    }
    let tables = Tables::new(rules, sample);
    let mut known = Known::default();
    let spares = Spares::default();
    let (mut measured, mut time) = (0, Duration::ZERO);
    for n in 0..=sample {
        let begin = Instant::now();
        let pairs =
            (0..=n / 2).filter_map(|s| sweep_pair(&tables, &known, (n, s), &spares, &|_| true));
        known.push(pairs.map(crate::kalah::sweep::Pair::keep).collect());
        // The rate of the last layers counts: the first are all overhead.
        measured = rank::boards(rules.pits(), n).unwrap_or(u64::MAX);
        time = begin.elapsed();
    }
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let seconds =
        time.as_secs_f64() * plan.positions as f64 / measured as f64 / threads.max(1) as f64;
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}
