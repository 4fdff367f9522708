//! The result of a game.

use crate::error::{ParseError, Place};
use std::fmt;
use std::str::FromStr;

/// The result of a game.
///
/// As text it is `1-0`, `0-1` or `1/2-1/2`; `½-½` is read too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// The first player (South, White) has won: `1-0`.
    FirstWins,
    /// The second player (North, Black) has won: `0-1`.
    SecondWins,
    /// Nobody has: `1/2-1/2`.
    Draw,
}

impl GameResult {
    /// The result with these stores or kazans.
    #[must_use]
    pub fn of([first, second]: [u32; 2]) -> Self {
        match first.cmp(&second) {
            std::cmp::Ordering::Less => Self::SecondWins,
            std::cmp::Ordering::Equal => Self::Draw,
            std::cmp::Ordering::Greater => Self::FirstWins,
        }
    }
}

/// `1-0`, `0-1` or `1/2-1/2`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::FirstWins => "1-0",
            Self::SecondWins => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

impl FromStr for GameResult {
    type Err = ParseError;

    /// Reads `1-0`, `0-1`, `1/2-1/2` or `½-½`.
    ///
    /// # Errors
    ///
    /// [`ParseError`] for anything else.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "1-0" => Ok(Self::FirstWins),
            "0-1" => Ok(Self::SecondWins),
            "1/2-1/2" | "½-½" => Ok(Self::Draw),
            _ => Err(Place::START.refuse("a result: `1-0`, `0-1` or `1/2-1/2`", text)),
        }
    }
}
