//! The sides that the person plays.

use clap::ValueEnum;
use mancala_position::Side;

/// The sides that the person plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum PlayedSide {
    /// You begin
    First,
    /// The engine begins
    Second,
    /// You play both sides
    Both,
    /// The engine plays both sides
    None,
}

impl PlayedSide {
    pub(super) const fn includes(self, side: Side) -> bool {
        match self {
            Self::First => matches!(side, Side::First),
            Self::Second => matches!(side, Side::Second),
            Self::Both => true,
            Self::None => false,
        }
    }

    /// The sides after the person and the engine have changed seats. Who plays both sides keeps
    /// them.
    pub(super) const fn swapped(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
            Self::Both | Self::None => Self::Both,
        }
    }
}
