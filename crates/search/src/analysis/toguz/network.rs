//! The trained evaluation: a small network over the inputs.
//!
//! Every input that is so adds its row to a sum of [`HIDDEN`] numbers; what of these lies between 0 and a limit goes
//! into a weighted sum, to which the difference of the kazans is added. `docs/analysis.md` says how it was trained.

use super::evaluation::Evaluation;
use super::inputs::{ACTIVE, ROWS, ToguzInputs};
use crate::analysis::score::GRAINS;
use mancala_position::toguz::ToguzPosition;

/// The hidden units.
pub const HIDDEN: usize = 32;

/// A hidden unit's largest output; it stands for 1.
pub const UNIT: i32 = 1 << 8;

/// The same as the sums are kept.
const FULL: i16 = 1 << 8;

/// What an output weight of 1 grain is stored as.
pub const OUTPUT_UNIT: i32 = 1 << 5;

/// The weights, trained.
static WEIGHTS: &[u8; WEIGHT_BYTES] = include_bytes!("network.bin");

/// The numbers of a file of weights: the rows, the hidden units' biases, the output weights, the output's bias.
pub const WEIGHT_COUNT: usize = (ROWS + 2) * HIDDEN + 1;

const WEIGHT_BYTES: usize = 2 * WEIGHT_COUNT;

#[repr(align(64))]
#[derive(Clone, Copy)]
struct Row([i16; HIDDEN]);

/// A network of weights in 16 bits.
#[derive(Clone)]
pub struct Network {
    inputs: ToguzInputs,
    rows: Box<[Row; ROWS]>,
    biases: Row,
    output: Row,
    bias: i32,
}

impl Default for Network {
    /// The trained weights that are part of the program.
    fn default() -> Self {
        let (pairs, _) = WEIGHTS.as_chunks::<2>();
        let weights: Vec<i16> = pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
        Self::new(&weights)
    }
}

impl Network {
    /// A network from its weights: the rows in order, the biases of the hidden units ([`UNIT`] is 1), their output
    /// weights and the output's bias ([`OUTPUT_UNIT`] is one grain).
    ///
    /// # Panics
    ///
    /// Unless there are [`WEIGHT_COUNT`].
    #[must_use]
    pub fn new(weights: &[i16]) -> Self {
        assert_eq!(weights.len(), WEIGHT_COUNT, "the weights of a network");
        let (chunks, rest) = weights.as_chunks::<HIDDEN>();
        let mut rows = Box::new([Row([0; HIDDEN]); ROWS]);
        for (row, chunk) in rows.iter_mut().zip(chunks) {
            row.0 = *chunk;
        }
        Self {
            inputs: ToguzInputs::default(),
            rows,
            biases: Row(chunks[ROWS]),
            output: Row(chunks[ROWS + 1]),
            bias: i32::from(rest[0]),
        }
    }

    #[inline(always)]
    fn output(&self, active: &[u16; ACTIVE]) -> i32 {
        let mut sums = self.biases;
        for &row in active {
            let row = &self.rows[usize::from(row).min(ROWS - 1)];
            for (sum, weight) in sums.0.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        let mut output = self.bias * UNIT;
        for (sum, weight) in sums.0.iter().zip(&self.output.0) {
            output += i32::from((*sum).clamp(0, FULL)) * i32::from(*weight);
        }
        output / (UNIT * OUTPUT_UNIT)
    }
}

impl Evaluation for Network {
    #[inline(always)]
    fn evaluate(&self, position: &ToguzPosition) -> i32 {
        let rows = self.inputs.rows(position);
        let lead = position.own_kazan() as i32 - position.opponent_kazan() as i32;
        GRAINS * lead + self.output(&rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mancala_position::toguz::{ToguzGame, ToguzRules};
    use proptest::prelude::*;

    /// The output by the definition, in numbers that cannot overflow.
    fn plain(weights: &[i16], position: &ToguzPosition) -> i64 {
        let weight = |place: usize| i64::from(weights[place]);
        let rows = ToguzInputs::default().rows(position);
        let mut output = weight(WEIGHT_COUNT - 1) * i64::from(UNIT);
        for unit in 0..HIDDEN {
            let rows = rows
                .iter()
                .map(|&row| weight(usize::from(row) * HIDDEN + unit));
            let sum = weight(ROWS * HIDDEN + unit) + rows.sum::<i64>();
            output += sum.clamp(0, UNIT.into()) * weight((ROWS + 1) * HIDDEN + unit);
        }
        let lead = i64::from(position.own_kazan()) - i64::from(position.opponent_kazan());
        i64::from(GRAINS) * lead + output / i64::from(UNIT * OUTPUT_UNIT)
    }

    proptest! {
        #[test]
        fn the_network_is_the_sum_that_defines_it(
            own in proptest::collection::vec(0u32..12, 9), opponent in proptest::collection::vec(0u32..6, 9),
            tuzdiks in (0u32..9, 0u32..9), gap in 0u32..3,
        ) {
            let (mut own, mut opponent, mut tuzdiks) = (own, opponent, [tuzdiks.0, tuzdiks.1]);
            if tuzdiks[0] == tuzdiks[1] {
                tuzdiks[1] = 0;
            }
            for (row, number) in [(&mut opponent, tuzdiks[0]), (&mut own, tuzdiks[1])] {
                if number > 0 {
                    row[number as usize - 1] = 0;
                }
            }
            let rest = 162 - own.iter().chain(&opponent).sum::<u32>();
            let kazan = (rest / 2).saturating_sub(gap);
            let rules = ToguzRules::new(ToguzGame::Toguz);
            let position = ToguzPosition::new(&rules, &own, &opponent, [kazan, rest - kazan], tuzdiks);
            let position = position.expect("valid");
            let (pairs, _) = WEIGHTS.as_chunks::<2>();
            let weights: Vec<i16> = pairs.iter().map(|pair| i16::from_le_bytes(*pair)).collect();
            let judged = i64::from(Network::default().evaluate(&position));
            prop_assert_eq!(judged, plain(&weights, &position));
        }
    }
}
