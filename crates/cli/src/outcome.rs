//! How a game of the Toguz family ends, by the balls that each player can be sure of and the kazans that stand.

use mancala_endgame::Guarantees;
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use serde::Serialize;
use std::cmp::Reverse;

/// How a game ends for a player, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Won,
    Drawn,
    Lost,
}

impl Outcome {
    /// The outcome for a player with so many balls in his kazan and his opponent's, if he and his opponent can be sure of so
    /// many more.
    pub(crate) const fn new(rules: &ToguzRules, kazans: [u32; 2], worth: Guarantees) -> Self {
        if kazans[0] + worth.mover >= rules.majority() {
            Self::Won
        } else if kazans[1] + worth.opponent >= rules.majority() {
            Self::Lost
        } else {
            Self::Drawn
        }
    }

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        }
    }
}

/// How good a move is for its player with the kazans that stand, the best first: what comes of the game, then his own
/// balls, then those that are left to the opponent.
pub(crate) fn merit(
    rules: &ToguzRules,
    position: &ToguzPosition,
    worth: Guarantees,
) -> (Outcome, Reverse<u32>, u32) {
    let kazans = [position.own_kazan(), position.opponent_kazan()];
    let outcome = Outcome::new(rules, kazans, worth);
    (outcome, Reverse(worth.mover), worth.opponent)
}

/// The moves of a position that are best for its player.
pub(crate) fn best_moves(
    rules: &ToguzRules,
    position: &ToguzPosition,
    moves: &[(u32, Guarantees)],
) -> Vec<u32> {
    let merit = |worth| merit(rules, position, worth);
    let best = moves.iter().map(|&(_, worth)| merit(worth)).min();
    let is_best = |&&(_, worth): &&(u32, Guarantees)| Some(merit(worth)) == best;
    moves
        .iter()
        .filter(is_best)
        .map(|&(hole, _)| hole)
        .collect()
}
