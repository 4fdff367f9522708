//! Trains the network: Adam on the cross entropy between the chance that its score means and the
//! one that the search's score and the game's result say.

use crate::Failure;
use crate::random::Random;
use crate::samples::{BYTES, Sample};
use mancala_search::analysis::training::{
    ACTIVE, FIRST_SUM_SCALE, FIRST_UNITS, NetworkInputs, OUTPUT_WEIGHT_SCALE, ROWS, SECOND_UNITS,
    SECOND_WEIGHT_SCALE,
};
use std::time::Instant;

/// Rows of the boards of one state of the tuzdiks; training has one more state, which all share.
const BOARD_ROWS: usize = 576;
const ALL_ROWS: usize = ROWS + BOARD_ROWS;
const SHARED: usize = 18;

/// How much of the target is the search's score; the rest is the result.
const SCORE_SHARE: f32 = 0.75;
/// The score units by which the odds of winning grow e-fold.
const SCALE: f32 = 160.0;
/// A network output of 1 in score units.
const OUTPUT: f32 = 256.0;
const BATCH: usize = 16384;
/// The threads that work at a batch.
const THREADS: usize = 2;
/// How far Adam goes at first.
const RATE: f32 = 0.002;
/// Batches from one report to the next.
const REPORT: usize = 200;
/// Positions kept apart, at most.
const MOST_TESTED: usize = 200_000;

struct Item {
    rows: [u16; ACTIVE],
    lead: f32,
    target: f32,
}

/// All parameters in one row of numbers, or their gradient.
struct Parameters(Vec<f32>);

const BIASES: usize = ALL_ROWS * FIRST_UNITS;
/// The weights from each hidden unit to the units of the second layer.
const SECOND_WEIGHTS: usize = BIASES + FIRST_UNITS;
const SECOND_BIASES: usize = SECOND_WEIGHTS + FIRST_UNITS * SECOND_UNITS;
const OUTPUTS: usize = SECOND_BIASES + SECOND_UNITS;
/// The weights from the hidden units to the output.
const DIRECT_WEIGHTS: usize = OUTPUTS + SECOND_UNITS;
const OUTPUT_BIAS: usize = DIRECT_WEIGHTS + FIRST_UNITS;
const COUNT: usize = OUTPUT_BIAS + 1;

/// What a unit gives for a sum, and the slope there. A unit that is off, or full, learns a little
/// all the same, so that none is lost for good.
fn unit(sum: f32) -> (f32, f32) {
    let within = sum.clamp(0.0, 1.0);
    (
        within * within,
        if within == sum { 2.0 * sum } else { 0.01 },
    )
}

impl Parameters {
    fn zero() -> Self {
        Self(vec![0.0; COUNT])
    }

    fn random(random: &mut Random) -> Self {
        let mut parameters = Self::zero();
        let mut spread =
            |width: f32| (random.next() >> 40) as f32 / (1u64 << 23) as f32 * width - width;
        parameters.0[..BIASES].fill_with(|| spread(0.05));
        parameters.0[BIASES..SECOND_WEIGHTS].fill(0.3);
        parameters.0[SECOND_WEIGHTS..SECOND_BIASES].fill_with(|| spread(0.3));
        parameters.0[SECOND_BIASES..OUTPUTS].fill(0.3);
        parameters.0[OUTPUTS..OUTPUT_BIAS].fill_with(|| spread(0.5));
        parameters
    }

    #[inline(always)]
    fn row<const N: usize>(&self, start: usize) -> &[f32; N] {
        self.0[start..]
            .first_chunk()
            .expect("a row of the parameters")
    }

    #[inline(always)]
    fn row_mut<const N: usize>(&mut self, start: usize) -> &mut [f32; N] {
        self.0[start..]
            .first_chunk_mut()
            .expect("a row of the parameters")
    }

    fn sums(&self, item: &Item) -> [f32; FIRST_UNITS] {
        let mut sums = *self.row::<FIRST_UNITS>(BIASES);
        for start in item.starts() {
            for (sum, weight) in sums.iter_mut().zip(self.row::<FIRST_UNITS>(start)) {
                *sum += weight;
            }
        }
        sums
    }

    /// What the units of the second layer get for what the hidden ones give.
    fn middle(&self, given: &[f32; FIRST_UNITS]) -> [f32; SECOND_UNITS] {
        let mut sums = *self.row::<SECOND_UNITS>(SECOND_BIASES);
        for (hidden, given) in given.iter().enumerate() {
            let weights = self.row::<SECOND_UNITS>(SECOND_WEIGHTS + hidden * SECOND_UNITS);
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += given * weight;
            }
        }
        sums
    }

    fn output(&self, item: &Item, given: &[f32; FIRST_UNITS], middle: &[f32; SECOND_UNITS]) -> f32 {
        let past = given.iter().zip(self.row::<FIRST_UNITS>(DIRECT_WEIGHTS));
        let past: f32 = past.map(|(given, weight)| given * weight).sum();
        let output = middle.iter().zip(self.row::<SECOND_UNITS>(OUTPUTS));
        let output: f32 = output.map(|(&sum, weight)| unit(sum).0 * weight).sum();
        item.lead + OUTPUT * (past + output + self.0[OUTPUT_BIAS])
    }

    /// The score in score units.
    fn score(&self, item: &Item) -> f32 {
        let given = self.sums(item).map(|sum| unit(sum).0);
        self.output(item, &given, &self.middle(&given))
    }

    /// Adds the gradient of an item to `gradient` and gives its loss.
    fn learn(&self, item: &Item, gradient: &mut Self) -> f32 {
        let sums = self.sums(item);
        let given = sums.map(|sum| unit(sum).0);
        let middle = self.middle(&given);
        let chance = chance(self.output(item, &given, &middle));
        let slope = (chance - item.target) * OUTPUT / SCALE;
        gradient.0[OUTPUT_BIAS] += slope;
        let mut below = [0.0; SECOND_UNITS];
        let outputs = self.row::<SECOND_UNITS>(OUTPUTS);
        for place in 0..SECOND_UNITS {
            let (given, through) = unit(middle[place]);
            gradient.0[OUTPUTS + place] += slope * given;
            below[place] = slope * outputs[place] * through;
            gradient.0[SECOND_BIASES + place] += below[place];
        }
        let past = self.row::<FIRST_UNITS>(DIRECT_WEIGHTS);
        let mut deep = [0.0; FIRST_UNITS];
        for hidden in 0..FIRST_UNITS {
            let weights = self.row::<SECOND_UNITS>(SECOND_WEIGHTS + hidden * SECOND_UNITS);
            let mut sum = slope * past[hidden];
            for (weight, below) in weights.iter().zip(&below) {
                sum += weight * below;
            }
            deep[hidden] = sum * unit(sums[hidden]).1;
            gradient.0[DIRECT_WEIGHTS + hidden] += slope * given[hidden];
            let of_weights =
                gradient.row_mut::<SECOND_UNITS>(SECOND_WEIGHTS + hidden * SECOND_UNITS);
            for (number, below) in of_weights.iter_mut().zip(&below) {
                *number += given[hidden] * below;
            }
        }
        for start in item.starts().chain([BIASES]) {
            for (number, below) in gradient.row_mut::<FIRST_UNITS>(start).iter_mut().zip(&deep) {
                *number += below;
            }
        }
        loss(chance, item.target)
    }

    /// The weights as the network stores them.
    fn stored(&self) -> Vec<i16> {
        let unit = FIRST_SUM_SCALE as f32;
        let output = OUTPUT * OUTPUT_WEIGHT_SCALE as f32;
        let mut numbers = Vec::new();
        for row in 0..ROWS {
            let shared = (row < 4 * BOARD_ROWS)
                .then(|| self.row::<FIRST_UNITS>((ROWS + row % BOARD_ROWS) * FIRST_UNITS));
            for (hidden, weight) in self
                .row::<FIRST_UNITS>(row * FIRST_UNITS)
                .iter()
                .enumerate()
            {
                numbers.push((weight + shared.map_or(0.0, |row| row[hidden])) * unit);
            }
        }
        numbers.extend(
            self.0[BIASES..SECOND_WEIGHTS]
                .iter()
                .map(|bias| bias * unit),
        );
        let middle = self.0[SECOND_WEIGHTS..OUTPUTS].iter();
        numbers.extend(middle.map(|weight| weight * SECOND_WEIGHT_SCALE as f32));
        numbers.extend(self.0[OUTPUTS..].iter().map(|weight| weight * output));
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a weight that is too large becomes the largest"
        )]
        let stored = |number: &f32| number.round() as i16;
        numbers.iter().map(stored).collect()
    }
}

impl Item {
    /// Where the item's rows start.
    #[inline(always)]
    fn starts(&self) -> impl Iterator<Item = usize> {
        let shared = self.rows[..SHARED].iter();
        let shared = shared.map(|&row| ROWS + usize::from(row) % BOARD_ROWS);
        let rows = self.rows.iter().map(|&row| usize::from(row));
        rows.chain(shared).map(|row| row * FIRST_UNITS)
    }
}

fn chance(score: f32) -> f32 {
    1.0 / (1.0 + (-score / SCALE).exp())
}

fn loss(chance: f32, target: f32) -> f32 {
    let near = |x: f32| x.clamp(1e-6, 1.0 - 1e-6);
    let cross = |p: f32| -target * near(p).ln() - (1.0 - target) * (1.0 - near(p)).ln();
    cross(chance) - cross(target)
}

fn read(files: &[&str]) -> Result<Vec<Item>, Failure> {
    let inputs = NetworkInputs::default();
    let mut items = Vec::new();
    for file in files {
        let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
        for chunk in bytes.as_chunks::<BYTES>().0 {
            let sample = Sample::from_bytes(chunk)?;
            let position = sample.position;
            let lead = 16 * (position.own_kazan() as i32 - position.opponent_kazan() as i32);
            let result = f32::from(sample.points) / 2.0;
            items.push(Item {
                rows: inputs.rows(&position),
                lead: lead as f32,
                target: SCORE_SHARE * chance(sample.score.into()) + (1.0 - SCORE_SHARE) * result,
            });
        }
    }
    if items.len() < 2 * BATCH {
        return Err("too few samples".into());
    }
    Ok(items)
}

/// Puts the gradient of a batch drawn at random into the first of the threads' gradients, and gives
/// its loss.
fn batch(
    parameters: &Parameters,
    gradients: &mut [Parameters; THREADS],
    items: &[Item],
    random: &mut Random,
) -> f32 {
    let seeds: [u64; THREADS] = std::array::from_fn(|_| random.next());
    let mut total = 0.0;
    std::thread::scope(|scope| {
        let workers: Vec<_> = gradients
            .iter_mut()
            .zip(seeds)
            .map(|(gradient, seed)| {
                scope.spawn(move || {
                    gradient.0.fill(0.0);
                    let mut random = Random::new(seed);
                    let mut draw = || &items[random.below(items.len())];
                    let losses = (0..BATCH / THREADS).map(|_| parameters.learn(draw(), gradient));
                    losses.sum::<f32>()
                })
            })
            .collect();
        for worker in workers {
            total += worker.join().expect("a thread of the training");
        }
    });
    let [sum, others @ ..] = gradients;
    for other in others {
        for (number, part) in sum.0.iter_mut().zip(&other.0) {
            *number += part;
        }
    }
    total
}

pub(crate) fn run(epochs: usize, to: &str, from: &[&str]) -> Result<(), Failure> {
    let mut items = read(from)?;
    let mut random = Random::new(7);
    // Positions of one game stand together: the last games are kept for the test.
    let test = items.split_off(items.len() - (items.len() / 20).min(MOST_TESTED));
    println!("{} samples, {} for the test", items.len(), test.len());
    let mut parameters = Parameters::random(&mut random);
    let mut gradients = std::array::from_fn(|_| Parameters::zero());
    let mut first = Parameters::zero();
    let mut second = Parameters::zero();
    let begun = Instant::now();
    let last_step = epochs * (items.len() / BATCH);
    let mut steps = 0;
    while steps < last_step {
        let mut sum = 0.0;
        let mut batches = 0;
        while steps < last_step && batches < REPORT {
            // Slower and slower, to nothing at the end.
            let part = steps as f32 / last_step as f32;
            let rate = RATE * (0.5 + 0.5 * (std::f32::consts::PI * part).cos()) + 1e-6;
            sum += batch(&parameters, &mut gradients, &items, &mut random);
            batches += 1;
            steps += 1;
            adam(
                &mut parameters,
                &gradients[0],
                &mut first,
                &mut second,
                rate,
                steps,
            );
        }
        let loss_of = |item| {
            let chance = chance(parameters.score(item));
            loss(chance, item.target)
        };
        println!(
            "{:.2} epochs: loss {:.5}, of the test {:.5}, {:.0} s",
            steps as f32 * BATCH as f32 / items.len() as f32,
            sum / (batches * BATCH) as f32,
            test.iter().map(loss_of).sum::<f32>() / test.len() as f32,
            begun.elapsed().as_secs_f32()
        );
    }
    let bytes: Vec<u8> = parameters
        .stored()
        .iter()
        .flat_map(|weight| weight.to_le_bytes())
        .collect();
    std::fs::write(to, bytes)?;
    Ok(())
}

/// One step of Adam.
fn adam(
    parameters: &mut Parameters,
    gradient: &Parameters,
    first: &mut Parameters,
    second: &mut Parameters,
    rate: f32,
    steps: usize,
) {
    let (near, far) = (0.9f32, 0.999f32);
    let steps = i32::try_from(steps).unwrap_or(i32::MAX);
    let rate = rate * (1.0 - far.powi(steps)).sqrt() / (1.0 - near.powi(steps));
    let moments = first.0.iter_mut().zip(&mut second.0);
    let slopes = gradient.0.iter().map(|slope| slope / BATCH as f32);
    for ((number, slope), (first, second)) in parameters.0.iter_mut().zip(slopes).zip(moments) {
        *first = near * *first + (1.0 - near) * slope;
        *second = far * *second + (1.0 - far) * slope * slope;
        *number -= rate * *first / (second.sqrt() + 1e-8);
    }
}
