//! Which moves of the Toguz family are best, by the balls that each player can be sure of and the
//! kazans that stand.

use mancala_endgame::Guarantees;
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use mancala_search::ToguzResult;
use std::cmp::Reverse;

/// How good a move is for its player, the best first: what comes of the game, then his own balls,
/// then those that are left to the opponent.
fn merit(
    rules: &ToguzRules,
    position: &ToguzPosition,
    guarantees: Guarantees,
) -> (ToguzResult, Reverse<u32>, u32) {
    let result = ToguzResult::new(rules, position, guarantees);
    (result, Reverse(guarantees.mover), guarantees.opponent)
}

/// The moves of a position that are best for its player.
pub(crate) fn best_moves(
    rules: &ToguzRules,
    position: &ToguzPosition,
    moves: &[(u32, Guarantees)],
) -> Vec<u32> {
    let merit = |guarantees| merit(rules, position, guarantees);
    let best = moves.iter().map(|&(_, guarantees)| merit(guarantees)).min();
    let is_best = |&&(_, guarantees): &&(u32, Guarantees)| Some(merit(guarantees)) == best;
    moves
        .iter()
        .filter(is_best)
        .map(|&(hole, _)| hole)
        .collect()
}
