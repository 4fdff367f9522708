//! The worth of a board where play can go round for ever: a pair of guarantees.

use serde::Serialize;

/// The most balls, of those on the board, that each player can be sure to collect sooner or later.
/// They add up to all of them unless somebody can make the game go round for ever.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct Guarantees {
    /// The mover's.
    pub mover: u32,
    /// The opponent's.
    pub opponent: u32,
}

impl Guarantees {
    /// The same seen by the other player.
    #[inline(always)]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self {
            mover: self.opponent,
            opponent: self.mover,
        }
    }
}
