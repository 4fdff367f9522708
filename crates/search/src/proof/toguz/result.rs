//! The result of a position: who gets more than half of all balls.

use super::bounds::ToguzBounds;
use mancala_endgame::Guarantees;
use mancala_position::toguz::{ToguzPosition, ToguzRules};

/// The result of a position for the side to move, the best first. Endless play is a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ToguzResult {
    /// The side to move can be sure of more than half of all balls.
    Won,
    /// Neither side can be sure of them.
    Drawn,
    /// The other side can be sure of more than half of all balls.
    Lost,
}

impl ToguzResult {
    /// The result of a position with the guarantees given.
    #[must_use]
    pub fn new(rules: &ToguzRules, position: &ToguzPosition, guarantees: Guarantees) -> Self {
        let [mover, opponent] = Needs::new(rules, position).0;
        if guarantees.mover >= mover {
            Self::Won
        } else if guarantees.opponent >= opponent {
            Self::Lost
        } else {
            Self::Drawn
        }
    }

    /// The result in a word: `won`, `drawn` or `lost`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        }
    }

    /// The result of a position, if the bounds of its guarantees prove it.
    pub(super) fn proved(needs: Needs, bounds: &ToguzBounds) -> Option<Self> {
        let [mover, opponent] = needs.0;
        if bounds.mover.lower >= mover {
            Some(Self::Won)
        } else if bounds.opponent.lower >= opponent {
            Some(Self::Lost)
        } else if bounds.mover.upper < mover && bounds.opponent.upper < opponent {
            Some(Self::Drawn)
        } else {
            None
        }
    }
}

/// The balls that the mover and the opponent still need for more than half of all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs(pub(super) [u32; 2]);

impl Needs {
    pub(super) const fn new(rules: &ToguzRules, position: &ToguzPosition) -> Self {
        let majority = rules.majority();
        Self([
            majority.saturating_sub(position.own_kazan()),
            majority.saturating_sub(position.opponent_kazan()),
        ])
    }
}
