//! Who wins, with given kazans.

use super::bounds::ToguzBounds;
use mancala_endgame::Guarantees;
use mancala_position::toguz::{ToguzPosition, ToguzRules};

/// The result of a position for the side to move, the best first. Endless play is a draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ToguzResult {
    /// The side to move can be sure of more than half of all balls.
    Won,
    /// Neither side can.
    Drawn,
    /// The other side can.
    Lost,
}

impl ToguzResult {
    /// The result of a position, with the kazans that there are, if so much is sure of its board.
    #[must_use]
    pub fn new(rules: &ToguzRules, position: &ToguzPosition, bounds: Guarantees) -> Self {
        let [mover, opponent] = Needs::new(rules, position).0;
        if bounds.mover >= mover {
            Self::Won
        } else if bounds.opponent >= opponent {
            Self::Lost
        } else {
            Self::Drawn
        }
    }

    /// The word for it: `won`, `drawn` or `lost`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        }
    }

    /// What is proved of a position's result if so much is of its board.
    pub(super) fn of(needs: Needs, bounds: &ToguzBounds) -> Option<Self> {
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
