//! Trains the network: Adam on the cross entropy between the chance that its score means and the one that the search's
//! score and the game's result say.

use crate::Failure;
use crate::random::Random;
use crate::samples::{BYTES, Sample};
use mancala_search::analysis::{ACTIVE, HIDDEN, OUTPUT_UNIT, ROWS, ToguzInputs, UNIT};
use std::time::{Duration, Instant};

/// Rows of the boards of one state of the tuzdiks; training has one more state, which all share.
const BOARD_ROWS: usize = 576;
const ALL_ROWS: usize = ROWS + BOARD_ROWS;
const SHARED: usize = 18;

/// How much of the target is the search's score; the rest is the result.
const SCORE_SHARE: f32 = 0.75;
/// The grains by which the odds of winning grow e-fold.
const SCALE: f32 = 160.0;
/// A network output of 1 in grains.
const OUTPUT: f32 = 256.0;
const BATCH: usize = 8192;

struct Item {
    rows: [u16; ACTIVE],
    lead: f32,
    target: f32,
}

struct Parameters {
    rows: Vec<[f32; HIDDEN]>,
    biases: [f32; HIDDEN],
    output: [f32; HIDDEN],
    bias: f32,
}

impl Parameters {
    fn zero() -> Self {
        Self {
            rows: vec![[0.0; HIDDEN]; ALL_ROWS],
            biases: [0.0; HIDDEN],
            output: [0.0; HIDDEN],
            bias: 0.0,
        }
    }

    fn numbers(&mut self) -> impl Iterator<Item = &mut f32> {
        let rows = self.rows.iter_mut().flatten();
        let rest = self.biases.iter_mut().chain(&mut self.output);
        rows.chain(rest).chain(std::iter::once(&mut self.bias))
    }

    fn random(random: &mut Random) -> Self {
        let mut parameters = Self::zero();
        let mut spread =
            |width: f32| (random.next() >> 40) as f32 / (1u64 << 23) as f32 * width - width;
        for number in parameters.rows.iter_mut().flatten() {
            *number = spread(0.05);
        }
        for number in &mut parameters.output {
            *number = spread(0.5);
        }
        parameters.biases = [0.3; HIDDEN];
        parameters
    }

    fn sums(&self, item: &Item) -> [f32; HIDDEN] {
        let mut sums = self.biases;
        let mut add = |row: usize| {
            for (sum, weight) in sums.iter_mut().zip(&self.rows[row]) {
                *sum += weight;
            }
        };
        for &row in &item.rows {
            add(usize::from(row));
        }
        for &row in &item.rows[..SHARED] {
            add(ROWS + usize::from(row) % BOARD_ROWS);
        }
        sums
    }

    /// The score in grains.
    fn score(&self, item: &Item, sums: &[f32; HIDDEN]) -> f32 {
        let pairs = sums.iter().zip(&self.output);
        let output: f32 = pairs
            .map(|(sum, weight)| sum.clamp(0.0, 1.0) * weight)
            .sum();
        item.lead + OUTPUT * (output + self.bias)
    }

    /// Adds the gradient of an item to `gradient` and gives its loss.
    fn learn(&self, item: &Item, gradient: &mut Self) -> f32 {
        let sums = self.sums(item);
        let chance = chance(self.score(item, &sums));
        let slope = (chance - item.target) * OUTPUT / SCALE;
        let mut below = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            gradient.output[unit] += slope * sums[unit].clamp(0.0, 1.0);
            // A unit that is off, or full, learns a little all the same, so that none is lost for good.
            let through = if (0.0..1.0).contains(&sums[unit]) {
                1.0
            } else {
                0.01
            };
            below[unit] = slope * self.output[unit] * through;
            gradient.biases[unit] += below[unit];
        }
        gradient.bias += slope;
        let mut add = |row: usize| {
            for (sum, below) in gradient.rows[row].iter_mut().zip(&below) {
                *sum += below;
            }
        };
        for &row in &item.rows {
            add(usize::from(row));
        }
        for &row in &item.rows[..SHARED] {
            add(ROWS + usize::from(row) % BOARD_ROWS);
        }
        loss(chance, item.target)
    }

    /// The weights as the network stores them.
    fn stored(&self) -> Vec<i16> {
        let unit = UNIT as f32;
        let output = OUTPUT * OUTPUT_UNIT as f32;
        let mut numbers = Vec::new();
        for row in 0..ROWS {
            for hidden in 0..HIDDEN {
                let mut weight = self.rows[row][hidden];
                if row < 4 * BOARD_ROWS {
                    weight += self.rows[ROWS + row % BOARD_ROWS][hidden];
                }
                numbers.push(weight * unit);
            }
        }
        numbers.extend(self.biases.map(|bias| bias * unit));
        numbers.extend(self.output.map(|weight| weight * output));
        numbers.push(self.bias * output);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a weight that is too large becomes the largest"
        )]
        let stored = |number: &f32| number.round() as i16;
        numbers.iter().map(stored).collect()
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
    let inputs = ToguzInputs::default();
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

pub(crate) fn run(seconds: u64, to: &str, from: &[&str]) -> Result<(), Failure> {
    let mut items = read(from)?;
    let mut random = Random::new(7);
    // Positions of one game stand together: the last games are kept for the test.
    let test = items.split_off(items.len() - items.len() / 20);
    println!("{} samples, {} for the test", items.len(), test.len());
    let mut parameters = Parameters::random(&mut random);
    let mut gradient = Parameters::zero();
    let mut first = Parameters::zero();
    let mut second = Parameters::zero();
    let begun = Instant::now();
    let limit = Duration::from_secs(seconds).as_secs_f32();
    let mut steps = 0;
    let mut epoch = 0;
    loop {
        let part = begun.elapsed().as_secs_f32() / limit;
        if part >= 1.0 {
            break;
        }
        let mut sum = 0.0;
        let mut batches = 0;
        for _ in 0..items.len() / BATCH {
            // Slower and slower, to nothing at the end.
            let part = (begun.elapsed().as_secs_f32() / limit).min(1.0);
            let rate = 0.002 * (0.5 + 0.5 * (std::f32::consts::PI * part).cos()) + 1e-6;
            for number in gradient.numbers() {
                *number = 0.0;
            }
            for _ in 0..BATCH {
                sum += parameters.learn(&items[random.below(items.len())], &mut gradient);
            }
            steps += 1;
            batches += 1;
            adam(
                &mut parameters,
                &mut gradient,
                &mut first,
                &mut second,
                rate,
                steps,
            );
        }
        epoch += 1;
        let error = |items: &[Item]| {
            let loss_of = |item| {
                loss(
                    chance(parameters.score(item, &parameters.sums(item))),
                    item.target,
                )
            };
            items.iter().map(loss_of).sum::<f32>() / items.len() as f32
        };
        println!(
            "epoch {epoch}: loss {:.5}, of the test {:.5}, {:.0} s",
            sum / (batches * BATCH) as f32,
            error(&test),
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
    gradient: &mut Parameters,
    first: &mut Parameters,
    second: &mut Parameters,
    rate: f32,
    steps: i32,
) {
    let (near, far) = (0.9f32, 0.999f32);
    let rate = rate * (1.0 - far.powi(steps)).sqrt() / (1.0 - near.powi(steps));
    let all = parameters.numbers().zip(gradient.numbers());
    for (((number, slope), first), second) in all.zip(first.numbers()).zip(second.numbers()) {
        let slope = *slope / BATCH as f32;
        *first = near * *first + (1.0 - near) * slope;
        *second = far * *second + (1.0 - far) * slope * slope;
        *number -= rate * *first / (second.sqrt() + 1e-8);
    }
}
