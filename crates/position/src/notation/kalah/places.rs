//! Moves of Kalah by places around the board, as OpenSpiel numbers them.
//!
//! ```text
//!         2m+1 ..  m+3  m+2          North's pits, his first at m+2
//!     0                        m+1   North's store, South's store
//!           1   2   ..   m           South's pits
//! ```

use super::moves::KalahMoveMisfit;
use crate::game::Game;
use crate::kalah::{KalahRules, KalahState};
use crate::side::Side;
use std::fmt;

/// A move by its pit's place around the board, before it is compared with any position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlaceMove {
    /// The player whose pit it is.
    pub side: Side,
    /// The pit by index from 0.
    pub pit: u32,
    /// The pits a side.
    pub pits: u32,
}

impl PlaceMove {
    /// The move with a number on a board of `pits` pits a side; `None` if the place is a store, or
    /// none at all.
    #[must_use]
    pub const fn new(pits: u32, number: u32) -> Option<Self> {
        let (side, pit) = if number > 0 && number <= pits {
            (Side::First, number - 1)
        } else if number > pits + 1 && number <= 2 * pits + 1 {
            (Side::Second, number - pits - 2)
        } else {
            return None;
        };
        Some(Self { side, pit, pits })
    }

    /// The number of the place.
    #[must_use]
    pub const fn number(&self) -> u32 {
        match self.side {
            Side::First => self.pit + 1,
            Side::Second => self.pit + self.pits + 2,
        }
    }

    /// Compares the move with a position.
    ///
    /// # Errors
    ///
    /// [`KalahMoveMisfit::OtherSide`] or [`KalahMoveMisfit::Illegal`].
    pub fn check(&self, rules: &KalahRules, state: &KalahState) -> Result<(), KalahMoveMisfit> {
        let legal = rules.moves(&state.position());
        let to_move = state.to_move();
        if self.side != to_move && !legal.is_empty() {
            return Err(KalahMoveMisfit::OtherSide {
                number: self.number(),
                to_move,
            });
        }
        if self.pits == rules.pits() && legal.contains(self.pit) {
            return Ok(());
        }
        Err(KalahMoveMisfit::Illegal {
            pit: self.pit + 1,
            legal,
            to_move,
            goes_on: state.goes_on_if_on_turn(rules),
        })
    }
}

/// The number of the place.
impl fmt::Display for PlaceMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::PlaceMove;

    #[test]
    fn places_are_pits_of_either_side_or_stores() {
        let pits = 6;
        for number in 0..20 {
            let found = PlaceMove::new(pits, number);
            assert_eq!(found.is_none(), number % 7 == 0 || number > 13, "{number}");
            if let Some(found) = found {
                assert_eq!(found.number(), number);
                assert_eq!(found.pit, (number - 1) % 7);
            }
        }
    }
}
