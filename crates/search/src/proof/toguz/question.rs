//! One-sided questions about a board, and their answers.

use mancala_endgame::Error;
use mancala_position::toguz::{ToguzPosition, ToguzRules};

/// The most plies of a question.
pub(super) const MOST_PLIES: u32 = 254;

/// The rules by which guarantees count.
pub(super) const fn playing_on(rules: &ToguzRules) -> ToguzRules {
    ToguzRules {
        stop_at_majority: false,
        ..*rules
    }
}

/// What counts as sure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PlyMetric {
    /// What finite play or a known guarantee gives: plies are counted until known boards are reached.
    ToKnown,
    /// What is in the kazan, or won by a stuck opponent, when the plies have been played. Known guarantees only say what
    /// cannot be.
    ToWin,
}

/// The verdict to a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// He can.
    Yes,
    /// Not within these plies.
    NotYet,
    /// Never: his guarantee is less.
    Never,
}

/// Why there is no verdict.
#[derive(Debug)]
pub(super) enum Interrupt {
    /// The monitor or the limit of nodes wants it.
    Stopped,
    /// The known guarantees could not be read.
    Failed(Error),
}

impl From<Error> for Interrupt {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// A question about a board without kazans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Question {
    pub(super) board: ToguzPosition,
    /// Whose sides are asked for: 0 is the mover, 1 the opponent.
    pub(super) side: usize,
    /// The balls that he needs; 1 at least.
    pub(super) need: u32,
}
