//! The trained evaluation: a small network over the inputs.
//!
//! Every input that is so adds its row to a sum of [`HIDDEN`] numbers. What of these lies between 0 and 1 is squared and
//! goes to the [`SECOND`] units of a second layer, which do the same; both layers go into a weighted sum, to which the
//! difference of the kazans is added. `docs/analysis.md` says how it was trained.

use super::evaluation::Evaluation;
use super::inputs::{ACTIVE, NetworkInputs, ROWS};
use crate::analysis::game::UNITS_PER_SEED;
use mancala_position::toguz::ToguzPosition;

/// The hidden units, of the first layer.
pub const HIDDEN: usize = 64;

/// The units of the second layer.
pub const SECOND: usize = 16;

/// What 1 is in the sums of the first layer.
pub const UNIT: i32 = 255;

/// What a unit of the first layer gives for 1: the square of [`UNIT`], cut off by so many bits.
const GIVEN: i32 = (UNIT * UNIT) >> GIVEN_BITS;
const GIVEN_BITS: u32 = 8;

/// What a weight of 1 from the first layer to the second is stored as.
pub const MIDDLE_UNIT: i32 = 1 << 12;

/// What 1 is in the sums of the second layer, cut off by so many bits.
const MIDDLE: i32 = (GIVEN * MIDDLE_UNIT) >> MIDDLE_BITS;
const MIDDLE_BITS: u32 = 8;

/// What a unit of the second layer gives for 1.
const SQUARE: i32 = (MIDDLE * MIDDLE) >> SQUARE_BITS;
const SQUARE_BITS: u32 = 13;

/// What an output weight of 1 score unit is stored as.
pub const OUTPUT_UNIT: i32 = 1 << 3;

/// The weights, trained.
static WEIGHTS: &[u8; WEIGHT_BYTES] = include_bytes!("network.bin");

/// The numbers of a file of weights: the rows, the hidden units' biases, from each hidden unit the weights to the second
/// layer, the biases there, the output weights of the second layer, those of the first, the output's bias.
pub const WEIGHT_COUNT: usize = (ROWS + 1 + SECOND + 1) * HIDDEN + 2 * SECOND + 1;

const WEIGHT_BYTES: usize = 2 * WEIGHT_COUNT;

#[repr(align(64))]
#[derive(Clone, Copy)]
struct Row([i16; HIDDEN]);

/// The weights of two hidden units to the second layer, those to one of its units side by side.
#[repr(align(64))]
#[derive(Clone, Copy)]
struct Pair([[i16; 2]; SECOND]);

/// The weights of both layers and of the output.
#[derive(Clone)]
struct Weights {
    rows: [Row; ROWS],
    biases: Row,
    middle: [Pair; HIDDEN / 2],
    middle_biases: [i32; SECOND],
    outputs: [i32; SECOND],
    past: Row,
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
    /// A network from its weights, in the order of [`WEIGHT_COUNT`]. In the rows and biases of the first layer [`UNIT`] is 1,
    /// in the weights and biases to the second [`MIDDLE_UNIT`]; in those to the output [`OUTPUT_UNIT`] is one score unit.
    ///
    /// # Panics
    ///
    /// Unless there are [`WEIGHT_COUNT`].
    #[must_use]
    pub fn new(weights: &[i16]) -> Self {
        assert_eq!(weights.len(), WEIGHT_COUNT, "the weights of a network");
        let mut left = weights;
        let mut take = |count: usize| {
            let (taken, rest) = left.split_at(count);
            left = rest;
            taken
        };
        let mut rows = [Row([0; HIDDEN]); ROWS];
        let mut biases = Row([0; HIDDEN]);
        for row in rows.iter_mut().chain([&mut biases]) {
            row.0.copy_from_slice(take(HIDDEN));
        }
        let mut middle = [Pair([[0; 2]; SECOND]); HIDDEN / 2];
        for hidden in 0..HIDDEN {
            let pair = &mut middle[hidden / 2].0;
            for (both, &weight) in pair.iter_mut().zip(take(SECOND)) {
                both[hidden % 2] = weight;
            }
        }
        let mut of_second = [[0; SECOND]; 2];
        for number in of_second.iter_mut().flatten() {
            *number = i32::from(take(1)[0]);
        }
        let mut past = Row([0; HIDDEN]);
        past.0.copy_from_slice(take(HIDDEN));
        Self {
            inputs: NetworkInputs::default(),
            weights: Box::new(Weights {
                rows,
                biases,
                middle,
                middle_biases: of_second[0].map(|bias| bias * GIVEN),
                outputs: of_second[1],
                past,
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

    /// What the first layer gives for its sums.
    #[inline(always)]
    fn given(sums: Row) -> Row {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_possible_wrap,
            clippy::cast_sign_loss,
            reason = "from 0 to UNIT, and its square has 16 bits"
        )]
        let square = |sum: i16| {
            let within = sum.clamp(0, UNIT as i16) as u16;
            ((within * within) >> GIVEN_BITS) as i16
        };
        Row(sums.0.map(square))
    }

    /// The output in score units, by what the first layer gives and by the sums of the second.
    #[inline(always)]
    fn output(&self, given: &Row, middle: &[i32; SECOND]) -> i32 {
        let past = given.0.iter().zip(&self.weights.past.0);
        let past: i32 = past
            .map(|(&given, &weight)| i32::from(given) * i32::from(weight))
            .sum();
        let squares = middle.iter().zip(&self.weights.outputs);
        let squares: i32 = squares
            .map(|(&sum, weight)| {
                let within = (sum >> MIDDLE_BITS).clamp(0, MIDDLE);
                ((within * within) >> SQUARE_BITS) * weight
            })
            .sum();
        (squares / SQUARE + past / GIVEN + self.weights.output_bias) / OUTPUT_UNIT
    }

    #[inline(always)]
    fn forward(&self, active: &[u16; ACTIVE]) -> i32 {
        let given = Self::given(self.sums(active));
        let mut middle = self.weights.middle_biases;
        for (pair, weights) in given.0.as_chunks::<2>().0.iter().zip(&self.weights.middle) {
            for (sum, weights) in middle.iter_mut().zip(&weights.0) {
                *sum += i32::from(pair[0]) * i32::from(weights[0])
                    + i32::from(pair[1]) * i32::from(weights[1]);
            }
        }
        self.output(&given, &middle)
    }

    /// The same with wider instructions.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn forward_avx2(&self, active: &[u16; ACTIVE]) -> i32 {
        use std::arch::x86_64::{
            __m256i, _mm256_add_epi32, _mm256_load_si256, _mm256_loadu_si256, _mm256_madd_epi16,
            _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256,
        };
        let given = Self::given(self.sums(active));
        let mut middle = self.weights.middle_biases;
        let halves: *mut __m256i = middle.as_mut_ptr().cast();
        let pairs: *const i32 = given.0.as_ptr().cast();
        // SAFETY: the sums have 64 bytes, two vectors. What is given is a row, which is aligned to 64 bytes, as many pairs of
        // numbers as `middle` has elements; each of these has 64 bytes and is aligned to as many, two vectors again.
        unsafe {
            let zero = _mm256_setzero_si256();
            let first = _mm256_loadu_si256(halves);
            let second = _mm256_loadu_si256(halves.add(1));
            // Two chains of additions for each half, so that one need not wait for the other.
            let mut even = [first, second];
            let mut odd = [zero, zero];
            for (place, weights) in self.weights.middle.as_chunks::<2>().0.iter().enumerate() {
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
        self.output(&given, &middle)
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
        let (mut given, mut past) = ([0; HIDDEN], 0);
        let after_rows = (ROWS + 1) * HIDDEN;
        let after_middle = after_rows + SECOND * HIDDEN;
        for (unit, given) in given.iter_mut().enumerate() {
            let rows = rows
                .iter()
                .map(|&row| weight(usize::from(row) * HIDDEN + unit));
            let sum = weight(ROWS * HIDDEN + unit) + rows.sum::<i64>();
            *given = sum.clamp(0, 255).pow(2) / 256;
            past += *given * weight(after_middle + 2 * SECOND + unit);
        }
        let mut output = 0;
        for unit in 0..SECOND {
            let mut sum = 254 * weight(after_middle + unit);
            for (hidden, given) in given.iter().enumerate() {
                sum += given * weight(after_rows + hidden * SECOND + unit);
            }
            let within = sum.div_euclid(256).clamp(0, 4064);
            output += within.pow(2) / 8192 * weight(after_middle + SECOND + unit);
        }
        let output = output / 2016 + past / 254 + weight(WEIGHT_COUNT - 1);
        let lead = i64::from(position.own_kazan()) - i64::from(position.opponent_kazan());
        i64::from(UNITS_PER_SEED) * lead + output / i64::from(OUTPUT_UNIT)
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
            let judged = plain(&weights, &position);
            prop_assert_eq!(i64::from(network.evaluate(&position)), judged);
            // Where wide instructions serve, those that serve elsewhere.
            let lead = position.own_kazan() as i32 - position.opponent_kazan() as i32;
            let narrow = UNITS_PER_SEED * lead + network.forward(&network.inputs.rows(&position));
            prop_assert_eq!(i64::from(narrow), judged);
        }
    }
}
