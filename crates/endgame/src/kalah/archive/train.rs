//! Training the model of a layer on a sample of its positions.
//!
//! The model is log-linear: the score of a candidate is, up to a constant, the logarithm of its
//! probability. The weights are found by stochastic gradient descent with a rate for each weight
//! (Duchi, Hazan and Singer, "Adaptive subgradient methods", 2011). All arithmetic is addition,
//! multiplication, division and roots of single precision in a fixed order, so that every machine
//! learns the same.

use super::candidates::{BELOW, CANDIDATES};
use super::model::{Model, Neighbour, Neighbours, weight_count};
use super::shape::Shape;
use crate::error::Error;
use crate::format::layer::Layer;
use mancala_position::random::SplitMix64;
use std::f32::consts::LN_2;

/// How far a gradient moves a weight at first.
const RATE: f32 = 0.2;

/// The integer weight of a factor of two in the odds.
const UNIT: f32 = 8.0;

/// How many positions the model is trained on: one of 64, but not too few or too many, and of the
/// smallest layers each a few times.
fn sample_size(values: u64) -> u64 {
    (values / 64).max(1 << 19).min(4 * values).min(1 << 21)
}

/// Trains the model of a layer. `shapes` are those of the rows of each sum.
///
/// # Errors
///
/// [`Error::Damaged`] if a block of the layer does not have its checksum.
pub(super) fn train(pits: u32, layer: &Layer, shapes: &[Vec<Shape>]) -> Result<Model, Error> {
    let layout = layer.layout();
    let encoding = layout.encoding();
    let mut learner = Learner {
        codes: encoding.codes().cast_signed(),
        weights: vec![0.0; weight_count(pits)],
        squares: vec![1e-3; weight_count(pits)],
    };
    let mut random = SplitMix64::new(0);
    for _ in 0..sample_size(layout.values()) {
        let mut number = random.below(layout.values());
        let mut own = 0;
        while number >= layout.sub_layer(own).values() {
            number -= layout.sub_layer(own).values();
            own += 1;
        }
        let columns = layout.sub_layer(own).columns;
        let code = |index| layer.value(own, index).map(|value| encoding.code(value));
        let (row, column) = (number / columns, number % columns);
        #[expect(clippy::cast_possible_truncation, reason = "indices of rows in memory")]
        let shapes = (
            &shapes[own as usize][row as usize],
            &shapes[(layout.seeds() - own) as usize][column as usize],
        );
        // The first look-up finds damage, and neighbours are few blocks away at most; any damage
        // ends in the same error when all is packed.
        let own_code = code(number)?;
        #[expect(clippy::cast_possible_truncation, reason = "an index in memory")]
        let width = columns as usize;
        let neighbours =
            Neighbours::of(pits, shapes, width, |back| code(number - back as u64).ok());
        learner.learn(&neighbours, i32::from(own_code));
    }
    Ok(learner.finish(pits))
}

struct Learner {
    codes: i32,
    weights: Vec<f32>,
    /// The sum of the squares of each weight's gradients.
    squares: Vec<f32>,
}

impl Learner {
    fn learn(&mut self, neighbours: &Neighbours, code: i32) {
        let center = neighbours.center(self.codes);
        let first = center - BELOW;
        let Ok(right) = usize::try_from(code - first) else {
            return;
        };
        if neighbours.as_slice().is_empty() || right >= CANDIDATES {
            return;
        }
        let range = |neighbour: &Neighbour| {
            let from = neighbour.weights_around(center);
            from..from + CANDIDATES
        };
        let mut gradient = [0.0; CANDIDATES];
        for neighbour in neighbours.as_slice() {
            for (sum, weight) in gradient.iter_mut().zip(&self.weights[range(neighbour)]) {
                *sum += weight;
            }
        }
        probabilities(&mut gradient, first, self.codes);
        gradient[right] -= 1.0;
        for neighbour in neighbours.as_slice() {
            let weights = &mut self.weights[range(neighbour)];
            let squares = &mut self.squares[range(neighbour)];
            for ((weight, square), slope) in weights.iter_mut().zip(squares).zip(&gradient) {
                *square += slope * slope;
                *weight -= RATE * slope / square.sqrt();
            }
        }
    }

    fn finish(self, pits: u32) -> Model {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "clamped to what a byte holds"
        )]
        let weights = self
            .weights
            .iter()
            .map(|weight| (weight * UNIT).round_ties_even().clamp(-127.0, 127.0) as i8)
            .collect();
        Model::new(pits, self.codes.unsigned_abs(), weights).expect("as many weights as before")
    }
}

/// Turns binary logarithms of odds into probabilities. A candidate that is no code has none.
fn probabilities(scores: &mut [f32; CANDIDATES], first: i32, codes: i32) {
    for (score, code) in scores.iter_mut().zip(first..) {
        if code < 0 || code >= codes {
            *score = -200.0;
        }
    }
    let most = scores.iter().copied().fold(-200.0, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = power_of_two(*score - most);
        sum += *score;
    }
    for score in scores {
        *score /= sum;
    }
}

/// Two to the power of a number that is not above 0, to about three digits.
fn power_of_two(exponent: f32) -> f32 {
    if exponent < -100.0 {
        return 0.0;
    }
    let whole = exponent.floor();
    let rest = exponent - whole;
    // The beginning of the series, the last coefficient adjusted so that it ends at 2.
    let fraction = 1.0 + rest * (LN_2 + rest * (0.240_227 + rest * 0.066_626));
    #[expect(clippy::cast_possible_truncation, reason = "between -100 and 0")]
    let biased = (127 + whole as i32).unsigned_abs();
    fraction * f32::from_bits(biased << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_near_enough() {
        let mut exponent = 0.0f32;
        while exponent > -40.0 {
            let (found, right) = (power_of_two(exponent), exponent.exp2());
            assert!(
                (found / right - 1.0).abs() < 4e-3,
                "{exponent}: {found} {right}"
            );
            exponent -= 0.07;
        }
        assert_eq!(power_of_two(0.0), 1.0);
        assert_eq!(power_of_two(-3.0), 0.125);
        assert_eq!(power_of_two(-1e9), 0.0);
    }

    #[test]
    fn a_fixed_difference_to_a_neighbour_is_learned() {
        let mut learner = Learner {
            codes: 21,
            weights: vec![0.0; weight_count(3)],
            squares: vec![1e-3; weight_count(3)],
        };
        let shape = Shape {
            back: [0, 1, 0, 0, 0, 0, 0],
            ..Shape::default()
        };
        let neighbours = |code| Neighbours::of(3, (&Shape::default(), &shape), 1, |_| Some(code));
        for code in (0..18u8).cycle().take(2000) {
            learner.learn(&neighbours(code), i32::from(code) + 3);
        }
        let model = learner.finish(3);
        for code in 0..18 {
            let scores = model.scores((&Shape::default(), &shape), 1, &[code]);
            let (_, place) = scores.ranking(21).top();
            let found = scores.first() + i32::try_from(place).expect("small");
            assert_eq!(found, i32::from(code) + 3);
        }
    }

    #[test]
    fn samples_fit_the_layer() {
        assert_eq!(sample_size(1), 4);
        assert_eq!(sample_size(1 << 20), 1 << 19);
        assert_eq!(sample_size(1 << 26), 1 << 20);
        assert_eq!(sample_size(1 << 40), 1 << 21);
    }
}
