//! The two players.

use crate::error::{ParseError, Place};
use std::fmt;
use std::str::FromStr;

/// A player. The first is South in Kalah and White in the Toguz family. As text they are `first`
/// and `second`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Side {
    /// South, White: the player who begins.
    #[default]
    First,
    /// North, Black.
    Second,
}

impl Side {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first, 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

impl FromStr for Side {
    type Err = ParseError;

    /// Reads `first` or `second`.
    ///
    /// # Errors
    ///
    /// [`ParseError`] for anything else.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "first" => Ok(Self::First),
            "second" => Ok(Self::Second),
            _ => Err(Place::START.refuse("`first` or `second`", text)),
        }
    }
}
