//! A match of two players over openings of recorded games, each opening with both colours.

use crate::Failure;
use crate::player::Player;
use crate::random::Random;
use crate::records::{self, RULES};
use mancala_position::Game;
use mancala_position::toguz::{Toguz, ToguzPosition};

/// The plies of an opening.
const OPENING: usize = 8;
/// A game of so many plies is a draw.
const LONGEST: usize = 400;

pub(crate) fn run(words: [&str; 2], pairs: usize, files: &[&str]) -> Result<(), Failure> {
    let mut players = [Player::new(words[0])?, Player::new(words[1])?];
    let mut openings: Vec<ToguzPosition> = Vec::new();
    for game in records::games(files)? {
        if let Some(&position) = game.get(OPENING)
            && !openings.contains(&position)
        {
            openings.push(position);
        }
    }
    let mut random = Random::new(1);
    for index in (1..openings.len()).rev() {
        openings.swap(index, random.below(index + 1));
    }
    let mut pairs_won = [0u32; 5];
    for opening in openings.iter().take(pairs) {
        let mut points = 0;
        for first in 0..2 {
            for player in &mut players {
                player.forget()?;
            }
            points += play(&mut players, opening, first)?;
        }
        pairs_won[points as usize] += 1;
    }
    report(&pairs_won);
    for (player, words) in players.iter().zip(words) {
        println!(
            "{words}: depth {:.1}, {:.0} nodes a move, {:.2} M nodes/s",
            player.depths as f64 / player.moves as f64,
            player.nodes as f64 / player.moves as f64,
            player.nodes as f64 / player.time.as_secs_f64() / 1e6,
        );
    }
    Ok(())
}

/// Plays a game; the points of player 0 are 2 for a win and 1 for a draw.
fn play(players: &mut [Player; 2], opening: &ToguzPosition, first: usize) -> Result<u32, Failure> {
    let game = Toguz::new(&RULES);
    let mut past = Vec::new();
    let mut position = *opening;
    let mut mover = first;
    while !game.is_finished(&position) {
        if past.len() == LONGEST {
            return Ok(1);
        }
        let best = players[mover].think(&position, &past)?.best();
        let best = best.expect("an unfinished game has a move");
        past.push(position);
        position = game.play_unchecked(&position, best).position;
        mover = 1 - mover;
    }
    let rest = game.outcome(&position).unwrap_or(0);
    let margin = position.own_kazan() as i32 - position.opponent_kazan() as i32 + rest;
    Ok(match (margin.signum(), mover) {
        (0, _) => 1,
        (1, 0) | (-1, 1) => 2,
        _ => 0,
    })
}

/// Prints the score and the difference in Elo points with its standard error, from the points of
/// pairs of games.
fn report(pairs: &[u32; 5]) {
    let count: u32 = pairs.iter().sum();
    let n = f64::from(count);
    let score = |index: usize| index as f64 / 4.0;
    let each = || pairs.iter().enumerate();
    let mean = each()
        .map(|(index, &pairs)| score(index) * f64::from(pairs))
        .sum::<f64>()
        / n;
    let spread = each()
        .map(|(index, &pairs)| (score(index) - mean).powi(2) * f64::from(pairs))
        .sum::<f64>()
        / n;
    let error = (spread / n).sqrt();
    let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
    println!(
        "{} games: {:.1} %, {:+.0} Elo (+-{:.0}), pairs {pairs:?}",
        2 * count,
        100.0 * mean,
        elo(mean),
        (elo(mean + error) - elo(mean - error)) / 2.0,
    );
}
