//! The disk, memory and time that a build will take.

use crate::error::Error;
use crate::format::layer_file::file_bytes;
use crate::format::layer_rules::LayerRules;
use crate::jobs::build::BuildOptions;
use crate::jobs::plan::{PROGRAM, Placement, Plan};
use crate::kalah::layers::layer_rules::row_count;
use crate::kalah::sweep::{Grid, GridPool, SweepTables, SweptLayers, sweep_pair};
use mancala_position::kalah::KalahRules;
use mancala_position::rank;
use std::time::{Duration, Instant};

/// The size of a build.
///
/// # Errors
///
/// [`Error::Seeds`] if the format does not hold so many seeds.
pub(super) fn plan(rules: &KalahRules, options: &BuildOptions) -> Result<Plan, Error> {
    let seeds = options.seeds;
    let (mut positions, mut bytes) = (0, 0);
    for n in 0..=seeds {
        let layout = rules.layout(n)?;
        positions += layout.values();
        bytes += file_bytes(rules, &layout);
    }
    let needs = Needs::new(rules, seeds, options.threads);
    Ok(Plan {
        seeds,
        positions,
        bytes,
        memory_bytes: needs.working + needs.kept.iter().sum::<u64>(),
        least_memory_bytes: needs.working,
        placement: needs.place(options.memory),
    })
}

/// The memory of a build.
struct Needs {
    /// The threads' working data, the tables, and the program.
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

    /// Places the finished layers within a memory: the smallest ones there, since all later layers
    /// look them up. `None` if the memory does not even hold what the threads work on.
    fn place(&self, memory: u64) -> Option<Placement> {
        if memory < self.working {
            return None;
        }
        let mut placement = Placement {
            layers_in_memory: 0,
            memory_bytes: self.working,
            scratch_bytes: 0,
        };
        for &bytes in &self.kept {
            if placement.scratch_bytes == 0 && placement.memory_bytes + bytes <= memory {
                placement.layers_in_memory += 1;
                placement.memory_bytes += bytes;
            } else {
                placement.scratch_bytes += bytes;
            }
        }
        Some(placement)
    }
}

/// The place where a build with these options keeps its layers.
///
/// # Errors
///
/// [`Error::Memory`] if the memory does not even hold what the threads work on.
pub(super) fn place(rules: &KalahRules, options: &BuildOptions) -> Result<Placement, Error> {
    let needs = Needs::new(rules, options.seeds, options.threads);
    needs.place(options.memory).ok_or(Error::Memory {
        needed: needs.working,
        available: options.memory,
    })
}

/// Both forms of a finished layer.
fn kept_bytes(rules: &KalahRules, n: u32) -> u64 {
    let rows = |sum| row_count(rules, sum);
    (0..=n).map(|s| 2 * Grid::bytes(rows(s), rows(n - s))).sum()
}

/// For each thread a pair of the last layer in the making: two forms, and the larger sub-layer
/// turned. (A pair of the layer before has a fourth grid, but all four are smaller.)
fn working_bytes(rules: &KalahRules, seeds: u32, threads: usize) -> u64 {
    let rows = |sum| row_count(rules, sum);
    let mut pairs: Vec<u64> = (0..=seeds / 2)
        .map(|s| {
            let grids = if 2 * s == seeds { 2 } else { 3 };
            grids * Grid::bytes(rows(s), rows(seeds - s))
        })
        .collect();
    pairs.sort_unstable_by(|a, b| b.cmp(a));
    pairs.iter().take(threads).sum()
}

/// Rows, index programs and maps. The maps have at most a run for each row; about a dozen of them
/// are in use for each sum.
fn table_bytes(rules: &KalahRules, seeds: u32) -> u64 {
    let pits = u64::from(rules.pits());
    (0..=seeds)
        .map(|sum| row_count(rules, sum) * (8 + 4 * pits + 2 * pits * 12))
        .sum()
}

/// Estimates how long a build takes on this machine, from a build in memory of a tenth of a second.
pub(super) fn estimate(rules: &KalahRules, plan: &Plan, threads: usize) -> Duration {
    const SAMPLE: u64 = 2_000_000;
    let mut sample = 0;
    while sample < plan.seeds
        && rank::boards(rules.pits(), sample + 1).is_some_and(|boards| boards < SAMPLE)
    {
        sample += 1;
    }
    let tables = SweepTables::new(rules, sample);
    let mut swept = SweptLayers::default();
    let pool = GridPool::default();
    let (mut measured, mut time) = (0, Duration::ZERO);
    for n in 0..=sample {
        let begin = Instant::now();
        let pairs =
            (0..=n / 2).filter_map(|s| sweep_pair(&tables, &swept, (n, s), &pool, &|_| true));
        swept.push(pairs.map(crate::kalah::sweep::SubLayerPair::keep).collect());
        // The rate of the last layers counts: the first are all overhead.
        measured = rank::boards(rules.pits(), n).unwrap_or(u64::MAX);
        time = begin.elapsed();
    }
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let seconds =
        time.as_secs_f64() * plan.positions as f64 / measured as f64 / threads.max(1) as f64;
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}
