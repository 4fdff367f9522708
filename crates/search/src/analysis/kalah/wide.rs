//! Kalah on large boards made ready for analysis.

use super::game::{AGAIN, KEY_FACTORS};
use crate::analysis::game::{EvaluatedGame, UNITS_PER_SEED};
use crate::kalah_estimate::{MOST_SEEDS, TO_MOVE, pit_value};
use mancala_position::kalah::{MAX_WIDE_PITS, WideKalah, WideKalahPosition};
use mancala_position::{Game, Step};

/// The most seeds of a board that is analysed: the scores of more would look like those of decided
/// games.
pub const MAX_ANALYSED_SEEDS: u32 = 300;

/// Kalah with up to 12 pits a side, with the evaluation of small boards. Scores are among the seeds
/// on the board, of which there are [`MAX_ANALYSED_SEEDS`] at most.
#[derive(Debug)]
pub struct EvaluatedWideKalah {
    rules: WideKalah,
    /// The value of each pit by its seeds, in score units.
    pit_values: Vec<[i16; MOST_SEEDS + 1]>,
}

impl EvaluatedWideKalah {
    /// The game with an evaluation.
    #[must_use]
    pub fn new(rules: WideKalah) -> Self {
        let pits = rules.pits() as usize;
        let pit_values = (1..=pits)
            .rev()
            .map(|distance| std::array::from_fn(|seeds| pit_value(pits, distance, seeds)));
        Self {
            rules,
            pit_values: pit_values.collect(),
        }
    }

    fn row(&self, row: &[u16; MAX_WIDE_PITS as usize]) -> i32 {
        let pits = self.pit_values.iter().zip(row);
        pits.map(|(values, &seeds)| i32::from(values[usize::from(seeds).min(MOST_SEEDS)]))
            .sum()
    }
}

impl EvaluatedGame for EvaluatedWideKalah {
    type Position = WideKalahPosition;
    type Rules = WideKalah;

    fn rules(&self) -> &WideKalah {
        &self.rules
    }

    fn key(&self, position: &WideKalahPosition) -> u64 {
        let places = position.own().iter().chain(position.opponent());
        let mut key = 0u64;
        for &seeds in places {
            key = (key ^ u64::from(seeds)).wrapping_mul(KEY_FACTORS[0]);
            key ^= key >> 32;
        }
        key.wrapping_mul(KEY_FACTORS[1])
    }

    fn evaluate(&self, position: &WideKalahPosition) -> i32 {
        let most = UNITS_PER_SEED * position.seeds() as i32;
        let balance = self.row(position.own()) - self.row(position.opponent());
        (balance + TO_MOVE).clamp(-most, most)
    }

    fn terminal_score(&self, position: &WideKalahPosition) -> i32 {
        UNITS_PER_SEED * self.rules.outcome(position).unwrap_or(0)
    }

    fn tablebase_score(&self, _position: &WideKalahPosition) -> Option<i32> {
        None
    }

    fn step_score(&self, step: &Step<WideKalahPosition>) -> i32 {
        UNITS_PER_SEED * step.gain
    }

    fn lead(&self, _position: &WideKalahPosition) -> i32 {
        0
    }

    fn tactical_gain(&self, _before: &WideKalahPosition, step: &Step<WideKalahPosition>) -> i32 {
        let again = if step.again { AGAIN } else { 0 };
        UNITS_PER_SEED * (step.gain - 1) + again
    }

    fn history_index(&self, position: &WideKalahPosition, pit: u32) -> usize {
        let seeds = usize::from(position.own()[pit as usize]).min(31);
        pit as usize * 32 + seeds
    }

    fn is_reversible(&self, _step: &Step<WideKalahPosition>) -> bool {
        false
    }
}
