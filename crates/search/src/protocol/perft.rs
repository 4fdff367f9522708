//! Counting move sequences while somebody may say stop.

use mancala_position::kalah::{KalahPosition, KalahVisitor, with_kalah};
use mancala_position::toguz::Toguz;
use mancala_position::{Game, GameState, perft_bulk};
use std::sync::atomic::{AtomicBool, Ordering};

/// Below so many plies a count is over too soon to be asked about.
const AT_ONCE: u32 = 5;

/// The sequences that follow each move, in the order of the pits; `None` if it was stopped.
pub(super) fn divide(state: &GameState, depth: u32, stop: &AtomicBool) -> Option<Vec<(u32, u64)>> {
    struct OnKalah<'a>(KalahPosition, u32, &'a AtomicBool);
    impl KalahVisitor for OnKalah<'_> {
        type Output = Option<Vec<(u32, u64)>>;
        fn visit<G: Game<Position = KalahPosition> + 'static>(self, game: G) -> Self::Output {
            moves(&game, &self.0, self.1, self.2)
        }
    }
    match state {
        GameState::Kalah { rules, state } => {
            with_kalah(rules, OnKalah(state.position(), depth, stop))
        }
        GameState::Toguz { rules, state } => {
            moves(&Toguz::new(rules), &state.position(), depth, stop)
        }
    }
}

fn moves<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    stop: &AtomicBool,
) -> Option<Vec<(u32, u64)>> {
    let Some(rest) = depth.checked_sub(1) else {
        return Some(Vec::new());
    };
    game.moves(position)
        .iter()
        .map(|pit| {
            let step = game.play_unchecked(position, pit);
            Some((pit, count(game, &step.position, rest, stop)?))
        })
        .collect()
}

fn count<G: Game>(game: &G, position: &G::Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth < AT_ONCE {
        return Some(perft_bulk(game, position, depth));
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut sum = 0_u64;
    for pit in game.moves(position) {
        let step = game.play_unchecked(position, pit);
        sum = sum.saturating_add(count(game, &step.position, depth - 1, stop)?);
    }
    Some(sum)
}
