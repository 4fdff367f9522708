//! Games that the analyzer plays against itself from positions of recorded games, kept with their
//! scores and results.

use crate::Failure;
use crate::player::Player;
use crate::random::Random;
use crate::records::{self, RULES};
use mancala_position::Game;
use mancala_position::toguz::{Toguz, ToguzPosition};
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

/// A position with what its search and the game it came from said, for the side to move.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) position: ToguzPosition,
    /// In grains.
    pub(crate) score: i16,
    /// 2 for a win, 1 for a draw.
    pub(crate) points: u8,
}

/// The bytes of a sample: nine holes a side, the kazans, the tuzdiks, the score, the points.
pub(crate) const BYTES: usize = 25;

impl Sample {
    fn to_bytes(self) -> [u8; BYTES] {
        let position = self.position;
        let [own, opponent] = position.holes();
        let mut bytes = [0; BYTES];
        bytes[..9].copy_from_slice(&own);
        bytes[9..18].copy_from_slice(&opponent);
        let rest = [
            position.own_kazan(),
            position.opponent_kazan(),
            position.own_tuzdik(),
            position.opponent_tuzdik(),
        ];
        for (byte, number) in bytes[18..22].iter_mut().zip(rest) {
            *byte = u8::try_from(number).expect("balls and holes fit a byte");
        }
        bytes[22..24].copy_from_slice(&self.score.to_le_bytes());
        bytes[24] = self.points;
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8; BYTES]) -> Result<Self, Failure> {
        let numbers = |range: std::ops::Range<usize>| -> Vec<u32> {
            bytes[range].iter().map(|&byte| u32::from(byte)).collect()
        };
        let position = ToguzPosition::new(
            &RULES,
            &numbers(0..9),
            &numbers(9..18),
            [bytes[18].into(), bytes[19].into()],
            [bytes[20].into(), bytes[21].into()],
        )?;
        Ok(Self {
            position,
            score: i16::from_le_bytes([bytes[22], bytes[23]]),
            points: bytes[24],
        })
    }
}

/// Plays for so many seconds and appends to the file.
pub(crate) fn run(
    words: &str,
    seconds: u64,
    seed: u64,
    to: &str,
    files: &[&str],
) -> Result<(), Failure> {
    let records = records::games(files)?;
    let game = Toguz::new(&RULES);
    let mut random = Random::new(seed);
    let mut player = Player::new(words)?;
    let file = OpenOptions::new().append(true).create(true).open(to)?;
    let mut out = BufWriter::new(file);
    let begun = Instant::now();
    let mut count = 0u64;
    while begun.elapsed() < Duration::from_secs(seconds) {
        let record = &records[random.below(records.len())];
        let mut position = record[random.below(record.len() * 3 / 4 + 1)];
        for _ in 0..random.below(7) {
            if let Some(hole) = random_move(&game, &position, &mut random) {
                position = game.play_unchecked(&position, hole).position;
            }
        }
        player.forget()?;
        let samples = play(&game, &mut player, position)?;
        count += samples.len() as u64;
        for sample in samples {
            out.write_all(&sample.to_bytes())?;
        }
    }
    out.flush()?;
    println!(
        "{count} samples, {:.0} a second",
        count as f64 / begun.elapsed().as_secs_f64()
    );
    Ok(())
}

fn random_move(game: &Toguz, position: &ToguzPosition, random: &mut Random) -> Option<u32> {
    let moves = game.moves(position);
    let count = moves.len();
    (count > 0)
        .then(|| moves.iter().nth(random.below(count)))
        .flatten()
}

fn play(game: &Toguz, player: &mut Player, start: ToguzPosition) -> Result<Vec<Sample>, Failure> {
    let mut samples: Vec<Sample> = Vec::new();
    let mut past = Vec::new();
    let mut position = start;
    let mut won_by_mover = None;
    while !game.is_finished(&position) && past.len() < 400 {
        let report = player.think(&position, &past)?;
        let line = &report.lines[0];
        samples.push(Sample {
            position,
            score: i16::try_from(line.score).expect("scores have 16 bits"),
            points: 1,
        });
        if line.score.abs() > 9_000 && samples.len() > 1 {
            // Decided, as both have seen.
            won_by_mover = Some(if line.score > 0 { 2 } else { 0 });
            break;
        }
        past.push(position);
        position = game.play_unchecked(&position, line.moves[0]).position;
    }
    let rest = game.outcome(&position).unwrap_or(0);
    let margin = position.own_kazan() as i32 - position.opponent_kazan() as i32 + rest;
    let points = won_by_mover.unwrap_or(match margin {
        1.. => 2,
        0 => 1,
        _ => 0,
    });
    // The player to move at the end is the one of the last sample if the game was broken off, else
    // the other one.
    let last = samples.len();
    let to_move = if won_by_mover.is_some() {
        last - 1
    } else {
        last
    };
    for (index, sample) in samples.iter_mut().enumerate() {
        sample.points = if (to_move - index).is_multiple_of(2) {
            points
        } else {
            2 - points
        };
    }
    Ok(samples)
}
