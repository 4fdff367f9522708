//! A move of either family as it stands in a record, and why it does not fit the game before it.

use crate::error::{ParseError, Place};
use crate::notation::{
    KalahMove, KalahMoveMisfit, PlaceMove, SquareMove, SquareMoveMisfit, ToguzMove, ToguzMoveMisfit,
};
use crate::variant::history::GameHistory;
use crate::variant::spec::GameSpec;
use crate::variant::state::GameState;
use std::fmt;
use std::mem::discriminant;

/// A move as it is written, before it is compared with any position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WrittenMove {
    /// Of Kalah.
    Kalah(KalahMove),
    /// Of Kalah, by its place around the board.
    Place(PlaceMove),
    /// Of the Toguz family.
    Toguz(ToguzMove),
    /// Of Toguz Kumalak, by squares.
    Square(SquareMove),
}

/// Why a written move does not fit the game before it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MoveMisfit {
    /// A move of Kalah.
    #[error(transparent)]
    Kalah(#[from] KalahMoveMisfit),
    /// A move of the Toguz family.
    #[error(transparent)]
    Toguz(#[from] ToguzMoveMisfit),
    /// A move by squares.
    #[error(transparent)]
    Square(#[from] SquareMoveMisfit),
    /// A move of one family in a game of the other.
    #[error("`{written}` is no move of {game}")]
    Family {
        /// The move.
        written: WrittenMove,
        /// The game that it was to be played in.
        game: GameSpec,
    },
}

impl WrittenMove {
    /// The pit that is played, by index from 0.
    #[must_use]
    pub const fn pit(&self) -> u32 {
        match self {
            Self::Kalah(written) => written.pit.wrapping_sub(1),
            Self::Place(written) => written.pit,
            Self::Toguz(written) => written.from.wrapping_sub(1),
            Self::Square(written) => written.from.hole,
        }
    }

    /// Plays the move if it is legal and all that is written fits.
    ///
    /// # Errors
    ///
    /// [`MoveMisfit`], and the game stays as it is.
    pub fn play(&self, game: &mut GameHistory) -> Result<(), MoveMisfit> {
        match (*self, *game.now()) {
            (Self::Kalah(written), GameState::Kalah { rules, state }) => {
                written.check(&rules, &state, game.last_mover())?;
            }
            (Self::Place(written), GameState::Kalah { rules, state }) => {
                written.check(&rules, &state)?;
            }
            (Self::Toguz(written), GameState::Toguz { rules, state }) => {
                written.play(&rules, &state)?;
            }
            (Self::Square(written), GameState::Toguz { rules, state }) => {
                written.check(&rules, &state)?;
            }
            (written, state) => {
                let game = state.spec();
                return Err(MoveMisfit::Family { written, game });
            }
        }
        game.push_legal(self.pit());
        Ok(())
    }
}

impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kalah(written) => written.fmt(f),
            Self::Place(written) => written.fmt(f),
            Self::Toguz(written) => written.fmt(f),
            Self::Square(written) => written.fmt(f),
        }
    }
}

impl MoveMisfit {
    /// Whether the pit can be played all the same: only what is written beside it does not fit.
    pub(super) const fn is_of_legal_move(&self) -> bool {
        match self {
            Self::Toguz(misfit) => !matches!(misfit, ToguzMoveMisfit::Illegal { .. }),
            Self::Square(misfit) => matches!(misfit, SquareMoveMisfit::Landing { .. }),
            Self::Kalah(_) | Self::Family { .. } => false,
        }
    }

    /// Whether both are of the same variant, whatever moves they are about.
    pub(super) fn is_alike(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Kalah(a), Self::Kalah(b)) => discriminant(a) == discriminant(b),
            (Self::Toguz(a), Self::Toguz(b)) => discriminant(a) == discriminant(b),
            (Self::Square(a), Self::Square(b)) => discriminant(a) == discriminant(b),
            (a, b) => discriminant(a) == discriminant(b),
        }
    }

    /// The error at the place of the move's part that does not fit.
    pub(super) fn at(&self, written: WrittenMove, place: Place) -> ParseError {
        match self {
            Self::Kalah(misfit) => misfit.at(place),
            Self::Toguz(misfit) => misfit.at(&written.to_string(), place),
            Self::Square(misfit) => misfit.at(&written.to_string(), place),
            Self::Family { game, .. } => {
                place.refuse(format!("a move of {game}"), &written.to_string())
            }
        }
    }
}
