//! The best moves of the Toguz family, by the guarantees and the present kazans.

use mancala_endgame::Guarantees;
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use mancala_search::ToguzResult;
use std::cmp::Reverse;

/// The rank of a move for its player, best first: by the result of the game, then the player's own
/// balls, then the opponent's.
fn rank(
    rules: &ToguzRules,
    position: &ToguzPosition,
    guarantees: Guarantees,
) -> (ToguzResult, Reverse<u32>, u32) {
    let result = ToguzResult::new(rules, position, guarantees);
    (result, Reverse(guarantees.mover), guarantees.opponent)
}

/// The best moves of a position.
pub(crate) fn best_moves(
    rules: &ToguzRules,
    position: &ToguzPosition,
    moves: &[(u32, Guarantees)],
) -> Vec<u32> {
    let rank = |guarantees| rank(rules, position, guarantees);
    let best = moves.iter().map(|&(_, guarantees)| rank(guarantees)).min();
    let is_best = |&&(_, guarantees): &&(u32, Guarantees)| Some(rank(guarantees)) == best;
    moves
        .iter()
        .filter(is_best)
        .map(|&(hole, _)| hole)
        .collect()
}
