//! The trained evaluation: a small network in fixed-point numbers.
//!
//! ```text
//! active inputs -> rows of weights, added up -> FIRST_UNITS sums
//!                                                  | clipped to 0..1, squared
//!                                            FIRST_UNITS outputs -----------------+
//!                                                  | weights                      |
//!                                            SECOND_UNITS sums                    | direct weights
//!                                                  | clipped to 0..1, squared     |
//!                                            SECOND_UNITS outputs --- weights --> output
//! ```
//!
//! The output is added to the difference of the kazans. `docs/analysis.md` says how the network was
//! trained.

#![cfg_attr(
    not(feature = "training"),
    expect(unreachable_pub, reason = "public by the feature `training`")
)]

use super::evaluation::Evaluation;
use super::inputs::{ACTIVE, NetworkInputs, ROWS};
use crate::analysis::game::UNITS_PER_SEED;
use mancala_position::toguz::ToguzPosition;

/// The units of the first layer.
pub const FIRST_UNITS: usize = 64;

/// The units of the second layer.
pub const SECOND_UNITS: usize = 16;

/// The fixed-point scale of the first layer's sums.
pub const FIRST_SUM_SCALE: i32 = 255;

/// The scale of the first layer's outputs: the square of [`FIRST_SUM_SCALE`], shifted right.
const FIRST_OUTPUT_SCALE: i32 = (FIRST_SUM_SCALE * FIRST_SUM_SCALE) >> FIRST_OUTPUT_SHIFT;
const FIRST_OUTPUT_SHIFT: u32 = 8;

/// The scale of the weights from the first layer to the second.
pub const SECOND_WEIGHT_SCALE: i32 = 1 << 12;

/// The scale of the second layer's sums, shifted right.
const SECOND_SUM_SCALE: i32 = (FIRST_OUTPUT_SCALE * SECOND_WEIGHT_SCALE) >> SECOND_SUM_SHIFT;
const SECOND_SUM_SHIFT: u32 = 8;

/// The scale of the second layer's outputs, shifted right.
const SECOND_OUTPUT_SCALE: i32 = (SECOND_SUM_SCALE * SECOND_SUM_SCALE) >> SECOND_OUTPUT_SHIFT;
const SECOND_OUTPUT_SHIFT: u32 = 13;

/// The scale of the output weights, for one score unit.
pub const OUTPUT_WEIGHT_SCALE: i32 = 1 << 3;

/// The weights, trained.
static WEIGHTS: &[u8; WEIGHT_BYTES] = include_bytes!("network.bin");

/// The numbers of a file of weights, in this order: the rows of the inputs, the first layer's
/// biases, the weights from each unit of the first layer to the second, the second layer's biases,
/// its output weights, the direct weights from the first layer to the output, the output's bias.
pub const WEIGHT_COUNT: usize = (ROWS + 1 + SECOND_UNITS + 1) * FIRST_UNITS + 2 * SECOND_UNITS + 1;

const WEIGHT_BYTES: usize = 2 * WEIGHT_COUNT;

#[repr(align(64))]
#[derive(Clone, Copy)]
struct Row([i16; FIRST_UNITS]);

/// The weights of two units of the first layer to the second, those to one unit side by side.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Pair([[i16; 2]; SECOND_UNITS]);

/// The weights of both layers and of the output.
#[derive(Clone)]
struct Weights {
    rows: [Row; ROWS],
    biases: Row,
    second: [Pair; FIRST_UNITS / 2],
    second_biases: [i32; SECOND_UNITS],
    outputs: [i32; SECOND_UNITS],
    direct: Row,
    output_bias: i32,
}

/// A network of weights in 16 bits.
#[derive(Clone)]
pub struct Network {
    inputs: NetworkInputs,
    weights: Box<Weights>,
    #[cfg(target_arch = "x86_64")]
    has_avx2: bool,
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
    /// A network from its weights, in the order of `WEIGHT_COUNT`. Rows and biases of the first
    /// layer have the scale `FIRST_SUM_SCALE`, weights and biases to the second
    /// `SECOND_WEIGHT_SCALE`, those to the output `OUTPUT_WEIGHT_SCALE` for one score unit.
    ///
    /// # Panics
    ///
    /// Unless there are `WEIGHT_COUNT`.
    #[must_use]
    pub fn new(weights: &[i16]) -> Self {
        assert_eq!(weights.len(), WEIGHT_COUNT, "the weights of a network");
        let mut left = weights;
        let mut take = |count: usize| {
            let (taken, rest) = left.split_at(count);
            left = rest;
            taken
        };
        let mut rows = [Row([0; FIRST_UNITS]); ROWS];
        let mut biases = Row([0; FIRST_UNITS]);
        for row in rows.iter_mut().chain([&mut biases]) {
            row.0.copy_from_slice(take(FIRST_UNITS));
        }
        let mut second = [Pair([[0; 2]; SECOND_UNITS]); FIRST_UNITS / 2];
        for unit in 0..FIRST_UNITS {
            let pair = &mut second[unit / 2].0;
            for (both, &weight) in pair.iter_mut().zip(take(SECOND_UNITS)) {
                both[unit % 2] = weight;
            }
        }
        let mut of_second = [[0; SECOND_UNITS]; 2];
        for number in of_second.iter_mut().flatten() {
            *number = i32::from(take(1)[0]);
        }
        let mut direct = Row([0; FIRST_UNITS]);
        direct.0.copy_from_slice(take(FIRST_UNITS));
        Self {
            inputs: NetworkInputs::default(),
            weights: Box::new(Weights {
                rows,
                biases,
                second,
                second_biases: of_second[0].map(|bias| bias * FIRST_OUTPUT_SCALE),
                outputs: of_second[1],
                direct,
                output_bias: i32::from(take(1)[0]),
            }),
            #[cfg(target_arch = "x86_64")]
            has_avx2: std::arch::is_x86_feature_detected!("avx2"),
        }
    }

    /// The sums of the first layer.
    #[inline(always)]
    fn sums(&self, active: &[u16; ACTIVE]) -> Row {
        let mut sums = self.weights.biases;
        for &row in active {
            let row = &self.weights.rows[usize::from(row).min(ROWS - 1)];
            for (sum, weight) in sums.0.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        sums
    }

    /// The outputs of the first layer, from its sums.
    #[inline(always)]
    fn first(sums: Row) -> Row {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            clippy::cast_sign_loss,
            reason = "from 0 to FIRST_SUM_SCALE, and its square has 16 bits"
        )]
        let square = |sum: i16| {
            let within = sum.clamp(0, FIRST_SUM_SCALE as i16) as u16;
            ((within * within) >> FIRST_OUTPUT_SHIFT) as i16
        };
        Row(sums.0.map(square))
    }

    /// The output in score units, from the outputs of the first layer and the sums of the second.
    #[inline(always)]
    fn output(&self, first: &Row, second: &[i32; SECOND_UNITS]) -> i32 {
        let direct = first.0.iter().zip(&self.weights.direct.0);
        let direct: i32 = direct
            .map(|(&first, &weight)| i32::from(first) * i32::from(weight))
            .sum();
        let squares = second.iter().zip(&self.weights.outputs);
        let squares: i32 = squares
            .map(|(&sum, weight)| {
                let within = (sum >> SECOND_SUM_SHIFT).clamp(0, SECOND_SUM_SCALE);
                ((within * within) >> SECOND_OUTPUT_SHIFT) * weight
            })
            .sum();
        (squares / SECOND_OUTPUT_SCALE + direct / FIRST_OUTPUT_SCALE + self.weights.output_bias)
            / OUTPUT_WEIGHT_SCALE
    }

    #[inline(always)]
    fn forward(&self, active: &[u16; ACTIVE]) -> i32 {
        let first = Self::first(self.sums(active));
        let mut second = self.weights.second_biases;
        for (pair, weights) in first.0.as_chunks::<2>().0.iter().zip(&self.weights.second) {
            for (sum, weights) in second.iter_mut().zip(&weights.0) {
                *sum += i32::from(pair[0]) * i32::from(weights[0])
                    + i32::from(pair[1]) * i32::from(weights[1]);
            }
        }
        self.output(&first, &second)
    }

    /// The same with wider instructions.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn forward_avx2(&self, active: &[u16; ACTIVE]) -> i32 {
        use std::arch::x86_64::{
            __m256i, _mm256_add_epi32, _mm256_load_si256, _mm256_loadu_si256, _mm256_madd_epi16,
            _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256,
        };
        let first = Self::first(self.sums(active));
        let mut second = self.weights.second_biases;
        let halves: *mut __m256i = second.as_mut_ptr().cast();
        let pairs: *const i32 = first.0.as_ptr().cast();
        // SAFETY: the sums have 64 bytes, two vectors. What is first is a row, which is aligned to
        // 64 bytes, as many pairs of numbers as `second` has elements; each of these has 64 bytes
        // and is aligned to as many, two vectors again.
        unsafe {
            let zero = _mm256_setzero_si256();
            let first = _mm256_loadu_si256(halves);
            let second = _mm256_loadu_si256(halves.add(1));
            // Two chains of additions for each half, so that one need not wait for the other.
            let mut even = [first, second];
            let mut odd = [zero, zero];
            for (place, weights) in self.weights.second.as_chunks::<2>().0.iter().enumerate() {
                for (chain, sums) in [&mut even, &mut odd].into_iter().enumerate() {
                    let both = _mm256_set1_epi32(pairs.add(2 * place + chain).read());
                    let weights: *const __m256i = weights[chain].0.as_ptr().cast();
                    for (half, sum) in sums.iter_mut().enumerate() {
                        let products =
                            _mm256_madd_epi16(both, _mm256_load_si256(weights.add(half)));
                        *sum = _mm256_add_epi32(*sum, products);
                    }
                }
            }
            _mm256_storeu_si256(halves, _mm256_add_epi32(even[0], odd[0]));
            _mm256_storeu_si256(halves.add(1), _mm256_add_epi32(even[1], odd[1]));
        }
        self.output(&first, &second)
    }
}

impl Evaluation for Network {
    /// Less than a ball. `docs/analysis.md` has the matches.
    fn stability_margin(&self) -> i32 {
        UNITS_PER_SEED - 1
    }

    #[inline(always)]
    fn evaluate(&self, position: &ToguzPosition) -> i32 {
        let rows = self.inputs.rows(position);
        let lead = position.own_kazan() as i32 - position.opponent_kazan() as i32;
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            // SAFETY: the processor has AVX2, as was asked when the network was made.
            return UNITS_PER_SEED * lead + unsafe { self.forward_avx2(&rows) };
        }
        UNITS_PER_SEED * lead + self.forward(&rows)
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
        let rows = NetworkInputs::default().rows(position);
        let (mut first, mut direct) = ([0; FIRST_UNITS], 0);
        let after_rows = (ROWS + 1) * FIRST_UNITS;
        let after_middle = after_rows + SECOND_UNITS * FIRST_UNITS;
        for (unit, first) in first.iter_mut().enumerate() {
            let rows = rows
                .iter()
                .map(|&row| weight(usize::from(row) * FIRST_UNITS + unit));
            let sum = weight(ROWS * FIRST_UNITS + unit) + rows.sum::<i64>();
            *first = sum.clamp(0, 255).pow(2) / 256;
            direct += *first * weight(after_middle + 2 * SECOND_UNITS + unit);
        }
        let mut output = 0;
        for unit in 0..SECOND_UNITS {
            let mut sum = 254 * weight(after_middle + unit);
            for (hidden, first) in first.iter().enumerate() {
                sum += first * weight(after_rows + hidden * SECOND_UNITS + unit);
            }
            let within = sum.div_euclid(256).clamp(0, 4064);
            output += within.pow(2) / 8192 * weight(after_middle + SECOND_UNITS + unit);
        }
        let output = output / 2016 + direct / 254 + weight(WEIGHT_COUNT - 1);
        let lead = i64::from(position.own_kazan()) - i64::from(position.opponent_kazan());
        i64::from(UNITS_PER_SEED) * lead + output / i64::from(OUTPUT_WEIGHT_SCALE)
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
            let network = Network::default();
            let expected = plain(&weights, &position);
            prop_assert_eq!(i64::from(network.evaluate(&position)), expected);
            // With wide instructions, the plain kernel that serves elsewhere.
            let lead = position.own_kazan() as i32 - position.opponent_kazan() as i32;
            let narrow = UNITS_PER_SEED * lead + network.forward(&network.inputs.rows(&position));
            prop_assert_eq!(i64::from(narrow), expected);
        }
    }
}
