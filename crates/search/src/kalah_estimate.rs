//! A static estimate of Kalah positions: the value of the seeds in each pit for its owner.
//!
//! The exact values of positions with 19 to 24 seeds that proofs of Kalah(6,4), (6,5) and (5,5)
//! look up were fitted by least squares to a sum over the pits, where the term of a pit depends on
//! its distance from the store and its seeds. The terms for 5 and 6 pits agree if the length of a
//! lap is allowed for, and follow the rule below. The standard error is 4.3 seeds, where the values
//! spread by 8. Nothing exact depends on the estimate.

use mancala_position::kalah::{KalahPosition, MAX_PITS};

/// Pits with more seeds count as pits with this many.
pub(crate) const MOST_SEEDS: usize = 31;

/// The value of being to move, in 1/16 seeds.
pub(crate) const TO_MOVE: i32 = 40;

/// The value of every pit by its seeds, in 1/16 seeds.
#[derive(Clone, Copy)]
pub(crate) struct KalahEstimate {
    pits: usize,
    pit_values: [[i16; MOST_SEEDS + 1]; MAX_PITS as usize],
}

impl KalahEstimate {
    pub(crate) fn new(pits: u32) -> Self {
        let mut pit_values = [[0; MOST_SEEDS + 1]; MAX_PITS as usize];
        for (distance, values) in (1..=pits as usize).rev().zip(&mut pit_values) {
            for (seeds, value) in values.iter_mut().enumerate() {
                *value = pit_value(pits as usize, distance, seeds);
            }
        }
        Self {
            pits: pits as usize,
            pit_values,
        }
    }

    /// The value of a row for its owner.
    #[inline(always)]
    fn row(&self, row: u64) -> i32 {
        let pits = self.pit_values[..self.pits].iter().zip(row.to_le_bytes());
        pits.map(|(values, seeds)| i32::from(values[usize::from(seeds).min(MOST_SEEDS)]))
            .sum()
    }

    /// The value of the mover's row less that of the opponent's.
    #[inline(always)]
    pub(crate) fn balance(&self, position: &KalahPosition) -> i32 {
        self.row(position.own_row()) - self.row(position.opponent_row())
    }

    /// The value of a position for its mover, in 1/16 seeds.
    #[inline(always)]
    pub(crate) fn value(&self, position: &KalahPosition) -> i32 {
        self.balance(position) + TO_MOVE
    }
}

/// The value of `seeds` seeds in the pit at a distance from the store (1 for the last pit).
pub(crate) fn pit_value(pits: usize, distance: usize, seeds: usize) -> i16 {
    /// Seeds that do not pass the store are kept, and their number can still be made to fit.
    const KEPT: [i16; 9] = [0, 36, 50, 58, 66, 74, 80, 84, 88];
    /// Seeds that pass the store go to the opponent, the more of them the nearer the pit is.
    const PASSING: [i16; 9] = [0, -31, -31, -3, 17, 26, 28, 28, 28];
    /// A complete lap ends in the emptied pit and captures.
    const LAP: [i16; 9] = [0, 131, 102, 99, 87, 55, 10, 0, 0];
    const BEYOND_LAP: [i16; 9] = [0, 115, 40, 40, 40, 20, 0, 0, 0];
    // Pits that are farther away, on large boards, are worth as much as the farthest here.
    const FARTHEST: usize = 8;
    let (lap, place) = (2 * pits + 1, distance.min(FARTHEST));
    if seeds == 0 {
        0
    } else if seeds <= distance {
        match (distance, seeds) {
            (1, _) => 18,
            (2, 1) => 20,
            (2, _) => 30,
            _ => KEPT[seeds.min(FARTHEST)],
        }
    } else if seeds <= lap {
        let passing = PASSING[place] - scaled(4, seeds - distance - 1).min(14);
        passing.max(LAP[place] - scaled(23, lap - seeds))
    } else {
        BEYOND_LAP[place]
    }
}

fn scaled(each: i16, times: usize) -> i16 {
    i16::try_from(times).map_or(i16::MAX / 2, |times| each * times)
}
