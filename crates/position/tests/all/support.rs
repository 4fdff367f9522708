//! Random positions for the tests of notation and records.

use mancala_position::Game;
use mancala_position::kalah::{KalahRules, KalahState};
use mancala_position::toguz::{Toguz, ToguzGame, ToguzRules, ToguzState};
use proptest::prelude::*;

/// Any rules of Kalah.
pub(crate) fn kalah_rules() -> impl Strategy<Value = KalahRules> {
    (1u32..=8).prop_flat_map(|pits| {
        proptest::sample::select(KalahRules::all_options(pits).expect("1 to 8 pits are held"))
    })
}

/// Any rules of the Toguz family.
pub(crate) fn toguz_rules() -> impl Strategy<Value = ToguzRules> {
    proptest::sample::select(ToguzGame::ALL)
        .prop_flat_map(|game| proptest::sample::select(ToguzRules::all_options(game)))
}

/// Picks of moves for a random game, each to be taken modulo the number of legal moves.
pub(crate) fn picks() -> impl Strategy<Value = Vec<u32>> {
    proptest::collection::vec(any::<u32>(), 0..120)
}

/// The legal move that a pick means.
fn nth_legal<G: Game>(game: &G, position: &G::Position, pick: u32) -> Option<u32> {
    let moves = game.moves(position);
    let index = (pick as usize).checked_rem(moves.len())?;
    moves.iter().nth(index)
}

/// Plays a random game as far as the picks go, and gives every position on the way with the move
/// played there.
pub(crate) fn kalah_game(
    rules: &KalahRules,
    start: KalahState,
    picks: &[u32],
) -> (Vec<(KalahState, u32)>, KalahState) {
    let mut state = start;
    let mut played = Vec::new();
    for &pick in picks {
        let Some(pit) = nth_legal(rules, &state.position(), pick) else {
            break;
        };
        played.push((state, pit));
        state = state.play_unchecked(rules, pit);
    }
    (played, state)
}

/// The same for the Toguz family.
pub(crate) fn toguz_game(
    rules: &ToguzRules,
    start: ToguzState,
    picks: &[u32],
) -> (Vec<(ToguzState, u32)>, ToguzState) {
    let game = Toguz::new(rules);
    let mut state = start;
    let mut played = Vec::new();
    for &pick in picks {
        let Some(hole) = nth_legal(&game, &state.position(), pick) else {
            break;
        };
        played.push((state, hole));
        state = state.play_unchecked(rules, hole);
    }
    (played, state)
}
