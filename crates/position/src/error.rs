//! The errors of rules, positions and notation.

use std::fmt;

const GAMES: &str = "kalah, kalah-empty-capture, toguz, bestemshe, qozdatu";

/// Names the candidate that was probably meant, if one is near.
struct Suggestion<'a>(Option<&'a str>);

/// The typing errors between two words.
#[cfg(feature = "strsim")]
fn distance(found: &str, candidate: &str) -> usize {
    strsim::damerau_levenshtein(found, candidate)
}

/// Without the feature `strsim` no word is near another.
#[cfg(not(feature = "strsim"))]
const fn distance(_: &str, _: &str) -> usize {
    usize::MAX
}

impl<'a> Suggestion<'a> {
    /// `candidates` are separated by a comma and a space.
    fn new(found: &str, candidates: &'a str) -> Self {
        const NEAR: usize = 2;
        let distance = |candidate: &str| distance(found, candidate);
        Self(
            candidates
                .split(", ")
                .filter(|candidate| distance(candidate) <= NEAR.min(candidate.len() - 1))
                .min_by_key(|candidate| distance(candidate)),
        )
    }
}

impl fmt::Display for Suggestion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(candidate) => write!(f, " (did you mean `{candidate}`?)"),
            None => Ok(()),
        }
    }
}

/// Rules that do not exist.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// A number of pits that the representation does not hold.
    #[error("{found} pits a side: this tool holds 1 to {most}")]
    Pits {
        /// The number asked for.
        found: u32,
        /// The largest number.
        most: u32,
    },
    /// An unknown game.
    #[error(
        "there is no game `{found}`: the games are {}{}",
        GAMES,
        Suggestion::new(found, GAMES)
    )]
    Game {
        /// The name that was given.
        found: String,
    },
    /// An unknown option.
    #[error(
        "{game} has no option `{found}`: the options are {allowed}{}",
        Suggestion::new(found, allowed)
    )]
    Option {
        /// The game's name.
        game: &'static str,
        /// The option that was given.
        found: String,
        /// The options there are.
        allowed: &'static str,
    },
    /// An unknown value of an option.
    #[error(
        "`{option}` cannot be `{found}`: it is one of {allowed}{}",
        Suggestion::new(found, allowed)
    )]
    Value {
        /// The option's name.
        option: String,
        /// The value that was given.
        found: String,
        /// The values there are.
        allowed: String,
    },
    /// An option that is named twice, or once where the game's name says it already.
    #[error("`{option}` is named twice in the game description `{text}`")]
    Duplicate {
        /// The whole description.
        text: String,
        /// The option's name.
        option: String,
    },
    /// A game description that is not of the form `kalah:PITS,SEEDS,option=value,...`.
    #[error("cannot read `{found}` in the game description `{text}`: {expected}")]
    Form {
        /// The whole description.
        text: String,
        /// The part that does not fit.
        found: String,
        /// The expected text.
        expected: &'static str,
    },
}

/// A position that cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A row with another number of pits than the rules have.
    #[error("a row of {found} pits where the game has {expected}")]
    Pits {
        /// The pits a side of the game.
        expected: usize,
        /// The pits that were given.
        found: usize,
    },
    /// More seeds than the representation holds.
    #[error("{found} seeds on the board: the representation holds at most {most}")]
    TooMany {
        /// The seeds that were given.
        found: u64,
        /// The most that is held.
        most: u32,
    },
    /// More seeds in a store than are held.
    #[error("{found} seeds in a store, which holds at most {most}")]
    Store {
        /// The seeds that were given.
        found: u32,
        /// The most that is held.
        most: u32,
    },
    /// Another number of balls than the game has.
    #[error("{found} balls on the board and in the kazans: the game has {expected}")]
    Balls {
        /// All balls of the game.
        expected: u32,
        /// The balls that were counted.
        found: u64,
    },
    /// A ball in a tuzdik.
    #[error("{found} in hole {hole}, which is a tuzdik and always empty")]
    BallInTuzdik {
        /// The hole's number, from 1.
        hole: u32,
        /// The balls in it.
        found: u32,
    },
    /// Tuzdiks that no game can have.
    #[error("impossible tuzdik: {reason}")]
    Tuzdik {
        /// Why it cannot be.
        reason: String,
    },
}

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The place in the line, in characters from 1.
    pub column: usize,
}

impl Place {
    /// The first place of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The place so many characters further to the right.
    #[must_use]
    pub const fn right(self, characters: usize) -> Self {
        Self {
            line: self.line,
            column: self.column + characters,
        }
    }

    /// The error that something else was expected at the place.
    pub(crate) fn refuse(self, expected: impl Into<String>, found: &str) -> ParseError {
        /// Enough to recognise what stands there, and still one line.
        const SHOWN: usize = 40;
        ParseError {
            expected: expected.into(),
            found: found.chars().take(SHOWN).collect(),
            column: self.column,
            line: self.line,
        }
    }
}

/// Text that does not parse: what was expected, what stood there, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The expected text.
    pub expected: String,
    /// The text found in its place; empty at the end of the text.
    pub found: String,
    /// The place, in characters from 1.
    pub column: usize,
    /// The line, from 1.
    pub line: usize,
}

impl ParseError {
    /// The same error where the text is part of a larger one, in which it begins at the place.
    #[must_use]
    pub fn within(self, begin: Place) -> Self {
        let column = match self.line {
            1 => begin.column + self.column - 1,
            _ => self.column,
        };
        Self {
            line: begin.line + self.line - 1,
            column,
            ..self
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            expected,
            found,
            column,
            line,
        } = self;
        if *line > 1 {
            write!(f, "line {line}, ")?;
        }
        write!(f, "column {column}: expected {expected}, ")?;
        if found.is_empty() {
            write!(f, "found the end")
        } else {
            write!(f, "found `{found}`")
        }
    }
}

impl std::error::Error for ParseError {}
