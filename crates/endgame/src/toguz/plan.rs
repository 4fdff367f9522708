//! What a build of the Toguz family will take, before it starts.

use super::boards::class::TuzdikClass;
use super::boards::numbering::Numbering;
use super::iteration::working::BOARD_BYTES;
use super::layers::rules::Counts;
use super::values::ToguzValues;
use crate::error::Error;
use crate::format::layer::file_bytes;
use crate::format::rules::LayerRules;
use crate::jobs::plan::{PROGRAM, Plan};
use crate::monitor::Silent;
use mancala_position::rank::binomial;
use mancala_position::toguz::ToguzRules;
use std::time::{Duration, Instant};

/// Plans the layers of up to so many balls. The files of open boards are not counted: how many boards are open is not
/// known before.
///
/// # Errors
///
/// [`Error::Seeds`] if the format does not hold so many balls.
pub fn plan_toguz(
    rules: &ToguzRules,
    balls: u32,
    threads: usize,
    counts: Counts,
) -> Result<Plan, Error> {
    let (mut positions, mut bytes) = (0, 0);
    for n in (0..=balls).filter(|&n| counts.has(n)) {
        let layout = rules.layout(n)?;
        positions += layout.values();
        bytes += file_bytes(rules, &layout);
    }
    let needs = Needs::new(rules, balls, threads);
    Ok(Plan {
        seeds: balls,
        positions,
        bytes,
        memory_bytes: needs.of_layer(balls).max(needs.least()),
        least_memory_bytes: needs.least(),
    })
}

/// What a build holds in memory. Finished layers are mapped: the system holds of them what it has room for.
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

    /// What is needed even if the boards in the making are kept on disk.
    pub(super) fn least(&self) -> u64 {
        self.least_of(self.balls)
    }

    /// The program, the tables of rows, and a pair of classes for each thread.
    fn least_of(&self, balls: u32) -> u64 {
        let rows = binomial(balls + self.holes, self.holes).unwrap_or(u64::MAX);
        // A number and the holes for each row of the mover, the holes for each of the opponent, and for every spill
        // where it leads from each row: about one spill for each hole, half of them from few rows.
        let tables = rows.saturating_mul(33 + 8 * u64::from(self.holes));
        let pair = self.numbering.classes().get(1);
        let pairs = pair.map_or(0, |class| 2 * class.count(balls) * self.threads);
        // A bit for each board without a tuzdik says whether it is open.
        let bits = self.numbering.boards(TuzdikClass::NONE).count(balls) / 8;
        PROGRAM + tables + pairs + bits
    }
}

/// Estimates how long a build takes on this machine, from one in memory of a tenth of a second or more.
///
/// # Panics
///
/// If the system does not give memory for a few million boards.
#[must_use]
pub fn estimate_toguz(rules: &ToguzRules, plan: &Plan, threads: usize) -> Duration {
    const SAMPLE: u64 = 400_000;
    let boards = |balls: u32| -> u64 {
        let plan = plan_toguz(rules, balls, 1, Counts::All);
        plan.map_or(u64::MAX, |plan| plan.positions)
    };
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
