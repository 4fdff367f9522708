//! One-sided questions about a board, and their verdicts.

use mancala_endgame::Error;
use mancala_position::toguz::{ToguzPosition, ToguzRules};

/// The largest number of plies of a question.
pub(super) const MOST_PLIES: u32 = 254;

/// The rules without the end at a majority: guarantees are counted on the whole board.
pub(super) const fn without_majority_end(rules: &ToguzRules) -> ToguzRules {
    ToguzRules {
        stop_at_majority: false,
        ..*rules
    }
}

/// The event to which the plies of a question count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlyMetric {
    /// A guarantee in the tablebase or the end of the game, whichever comes first: as depth to
    /// conversion counts in chess.
    ToKnown,
    /// The balls being in the kazan, or won because the opponent is stuck. The tablebase only says
    /// what cannot be.
    ToWin,
}

/// The verdict on a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The player can be sure of the balls.
    Yes,
    /// The player cannot be sure of them within these plies.
    NotYet,
    /// The player's guarantee is less.
    Never,
}

/// The reason why a question was given up.
#[derive(Debug)]
pub(super) enum Interrupt {
    /// The monitor or the node limit stopped the search.
    Stopped,
    /// The tablebase failed.
    Failed(Error),
}

impl From<Error> for Interrupt {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// A question about a board; its kazans are empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Question {
    pub(super) board: ToguzPosition,
    /// The player: 0 is the mover, 1 the opponent.
    pub(super) side: usize,
    /// The balls that the player needs, at least 1.
    pub(super) need: u32,
}
