//! The disk, memory and time that a build of the Toguz family will take.

use super::boards::class::TuzdikClass;
use super::boards::numbering::Numbering;
use super::iteration::working::BOARD_BYTES;
use super::values::ToguzValues;
use crate::error::Error;
use crate::format::layer_file::file_bytes;
use crate::format::layer_rules::LayerRules;
use crate::jobs::build::BuildOptions;
use crate::jobs::plan::{PROGRAM, Placement, Plan};
use crate::monitor::Silent;
use mancala_position::rank::binomial;
use mancala_position::toguz::ToguzRules;
use std::time::{Duration, Instant};

/// The size of a build.
///
/// # Errors
///
/// [`Error::Seeds`] if the format does not hold so many balls.
pub(super) fn plan(rules: &ToguzRules, options: &BuildOptions) -> Result<Plan, Error> {
    let balls = options.seeds;
    let (mut positions, mut bytes) = (0, 0);
    for n in (0..=balls).filter(|&n| options.layers.contains(n)) {
        let layout = rules.layout(n)?;
        positions += layout.values();
        bytes += file_bytes(rules, &layout);
    }
    let needs = Needs::new(rules, balls, options.threads);
    Ok(Plan {
        seeds: balls,
        positions,
        bytes,
        memory_bytes: needs.all(),
        least_memory_bytes: needs.least(),
        placement: needs.place(options.memory),
    })
}

/// The memory of a build. Finished layers are mapped: the system holds of them what it has
/// room for.
pub(super) struct Needs {
    numbering: Numbering,
    balls: u32,
    threads: u64,
    holes: u32,
}

impl Needs {
    pub(super) fn new(rules: &ToguzRules, balls: u32, threads: usize) -> Self {
        Self {
            numbering: Numbering::new(rules, balls),
            balls,
            threads: threads as u64,
            holes: rules.holes(),
        }
    }

    /// The boards without a tuzdik of a layer in the making.
    pub(super) fn working(&self, balls: u32) -> u64 {
        BOARD_BYTES * self.numbering.boards(TuzdikClass::NONE).count(balls)
    }

    /// All that a layer wants.
    pub(super) fn of_layer(&self, balls: u32) -> u64 {
        self.least_of(balls) + self.working(balls)
    }

    /// The memory of the largest layer.
    fn all(&self) -> u64 {
        self.of_layer(self.balls)
    }

    /// The place where a layer of the class without tuzdiks is made: in memory, or in a file if
    /// that does not hold it; `None` if the memory does not even hold the rest.
    fn place(&self, memory: u64) -> Option<Placement> {
        let (all, least) = (self.all(), self.least());
        let memory_bytes = if all <= memory { all } else { least };
        (least <= memory).then_some(Placement {
            layers_in_memory: 0,
            memory_bytes,
            scratch_bytes: all - memory_bytes,
        })
    }

    /// Refuses less memory than is needed even if the boards in the making are kept on disk.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`].
    pub(super) fn check(&self, memory: u64) -> Result<(), Error> {
        match self.place(memory) {
            Some(_) => Ok(()),
            None => Err(Error::Memory {
                needed: self.least(),
                available: memory,
            }),
        }
    }

    /// The memory needed even if the boards in the making are kept on disk.
    fn least(&self) -> u64 {
        self.least_of(self.balls)
    }

    /// The program, the tables of rows, and a pair of classes for each thread.
    fn least_of(&self, balls: u32) -> u64 {
        let rows = binomial(balls + self.holes, self.holes).unwrap_or(u64::MAX);
        // A number and the holes for each row of the mover, the holes for each of the opponent, and
        // for every spill where it leads from each row: about one spill for each hole, half of them
        // from few rows.
        let tables = rows.saturating_mul(33 + 8 * u64::from(self.holes));
        let pair = self.numbering.classes().get(1);
        let pairs = pair.map_or(0, |class| 2 * class.count(balls) * self.threads);
        // A bit for each board without a tuzdik says whether it is open.
        let bits = self.numbering.boards(TuzdikClass::NONE).count(balls) / 8;
        PROGRAM + tables + pairs + bits
    }
}

/// All boards of all layers with up to so many balls.
fn positions(rules: &ToguzRules, balls: u32) -> u64 {
    plan(rules, &BuildOptions::new(balls)).map_or(u64::MAX, |plan| plan.positions)
}

/// Estimates how long a build takes on this machine, from one in memory of a tenth of a second or
/// more.
///
/// # Panics
///
/// If the system does not give memory for a few million boards.
pub(super) fn estimate(rules: &ToguzRules, plan: &Plan, threads: usize) -> Duration {
    const SAMPLE: u64 = 400_000;
    let boards = |balls: u32| positions(rules, balls);
    let mut sample = 1;
    while sample < plan.seeds && boards(sample + 1) < SAMPLE {
        sample += 1;
    }
    let begin = Instant::now();
    let _ = ToguzValues::compute(rules, sample, threads, &Silent);
    let time = begin.elapsed();
    #[expect(clippy::cast_precision_loss, reason = "an estimate")]
    let seconds = time.as_secs_f64() * plan.positions as f64 / boards(sample) as f64;
    Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
}
