//! The result of a game.

use std::fmt;

/// The result of a game.
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
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        match text {
            "1-0" => Some(Self::FirstWins),
            "0-1" => Some(Self::SecondWins),
            "1/2-1/2" | "½-½" => Some(Self::Draw),
            _ => None,
        }
    }

    /// Who wins with these stores or kazans.
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
        f.write_str(match self {
            Self::FirstWins => "1-0",
            Self::SecondWins => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}
