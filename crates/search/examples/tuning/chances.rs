//! Fits the chance of winning to the results of recorded games.

use crate::Failure;
use crate::player::Player;
use crate::records::{GAME, toguz_states};
use mancala_position::record::read_records;
use mancala_position::{GameResult, Side};

/// Plies between two positions of a game that are searched.
const STEP: usize = 5;

pub(crate) fn run(nodes: u64, files: &[&str]) -> Result<(), Failure> {
    let mut player = Player::new(&format!("nodes={nodes}"))?;
    // Scores with the points of the side to move.
    let mut points: Vec<(f64, f64)> = Vec::new();
    for file in files {
        for record in read_records(&std::fs::read_to_string(file)?, &GAME)? {
            let Some(result) = record.tags().result() else {
                continue;
            };
            let white = match result {
                GameResult::FirstWins => 1.0,
                GameResult::SecondWins => 0.0,
                GameResult::Draw => 0.5,
            };
            let states = toguz_states(&record);
            for (ply, state) in states[..states.len() - 1].iter().enumerate() {
                if ply % STEP == STEP - 1 {
                    let found = player.think(&state.position(), &[])?;
                    if let Some(line) = found.lines.first()
                        && line.outcome.is_none()
                    {
                        let own = match state.to_move() {
                            Side::First => white,
                            Side::Second => 1.0 - white,
                        };
                        points.push((line.score.into(), own));
                    }
                }
            }
        }
    }
    let loss = |scale: f64| {
        let each = points.iter().map(|&(score, own)| {
            let chance = 1.0 / (1.0 + (-score / scale).exp());
            -own * chance.max(1e-9).ln() - (1.0 - own) * (1.0 - chance).max(1e-9).ln()
        });
        each.sum::<f64>() / points.len() as f64
    };
    let scales = (40..=400).step_by(5).map(f64::from);
    let best = scales
        .min_by(|a, b| loss(*a).total_cmp(&loss(*b)))
        .unwrap_or(0.0);
    println!(
        "{} positions: the odds grow e-fold with {best} score units (loss {:.4}; always even {:.4})",
        points.len(),
        loss(best),
        loss(f64::INFINITY)
    );
    Ok(())
}
