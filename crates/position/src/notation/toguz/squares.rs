//! Moves of the Toguz family by squares, as PlayStrategy writes them: `f1e2` from White's hole 6 to
//! Black's hole 5.
//!
//! ```text
//! i2 h2 g2 f2 e2 d2 c2 b2 a2     Black's holes 1 to 9
//! a1 b1 c1 d1 e1 f1 g1 h1 i1     White's holes 1 to 9
//! ```

use super::landing::landing_hole;
use crate::error::{ParseError, Place};
use crate::game::Game;
use crate::moves::Moves;
use crate::notation::cursor::Word;
use crate::side::Side;
use crate::toguz::{Toguz, ToguzRules, ToguzState};
use std::fmt;

/// The holes of a row on boards with squares.
const HOLES: u32 = 9;

/// A hole as a square: a file from `a` to `i`, and the rank 1 for White's row, 2 for Black's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Square {
    /// The player whose row it is in.
    pub side: Side,
    /// The hole by index from 0, in the order in which its player counts.
    pub hole: u32,
}

/// A move by its squares, before it is compared with any position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SquareMove {
    /// The hole that is played.
    pub from: Square,
    /// The hole that the last ball falls into.
    pub landing: Square,
}

/// Why a move by squares does not fit the position that it is to be played in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SquareMoveMisfit {
    /// The game has other rows than the notation.
    #[error("squares stand for boards of {HOLES} holes a side, and this one has {holes}")]
    Board {
        /// The holes of a row of the game.
        holes: u32,
    },
    /// The hole cannot be played.
    #[error("{from} cannot be played: expected {}", expected(*to_move, *legal))]
    Illegal {
        /// The square of the hole.
        from: Square,
        /// The side to move.
        to_move: Side,
        /// Its legal moves; none where the game is over.
        legal: Moves,
    },
    /// The last ball falls elsewhere.
    #[error("the last ball of {from} falls into {landing}, not {written}")]
    Landing {
        /// The square of the hole.
        from: Square,
        /// The landing square that was written.
        written: Square,
        /// The square that the last ball falls into.
        landing: Square,
    },
}

impl Square {
    fn read(file: u8, rank: u8) -> Option<Self> {
        let index = u32::from(file.checked_sub(b'a')?);
        if index >= HOLES {
            return None;
        }
        match rank {
            b'1' => Some(Self {
                side: Side::First,
                hole: index,
            }),
            b'2' => Some(Self {
                side: Side::Second,
                hole: HOLES - 1 - index,
            }),
            _ => None,
        }
    }
}

impl SquareMove {
    /// Reads `f1e2`; `None` if the word has another form.
    pub(crate) fn from_word(word: Word<'_>) -> Option<Self> {
        let &[from_file, from_rank, file, rank] = word.text.as_bytes() else {
            return None;
        };
        Some(Self {
            from: Square::read(from_file, from_rank)?,
            landing: Square::read(file, rank)?,
        })
    }

    /// The squares of a legal move, from the hole with this index.
    fn of(rules: &ToguzRules, state: &ToguzState, hole: u32) -> Self {
        let (is_own, landing) = landing_hole(rules, &state.position(), hole);
        let mover = state.to_move();
        Self {
            from: Square { side: mover, hole },
            landing: Square {
                side: if is_own { mover } else { mover.other() },
                hole: landing,
            },
        }
    }

    /// Compares the move with a position.
    ///
    /// # Errors
    ///
    /// [`SquareMoveMisfit`], the first that applies in the order of its variants.
    pub fn check(&self, rules: &ToguzRules, state: &ToguzState) -> Result<(), SquareMoveMisfit> {
        let holes = rules.holes();
        if holes != HOLES {
            return Err(SquareMoveMisfit::Board { holes });
        }
        let to_move = state.to_move();
        let legal = Toguz::new(rules).moves(&state.position());
        if self.from.side != to_move || !legal.contains(self.from.hole) {
            return Err(SquareMoveMisfit::Illegal {
                from: self.from,
                to_move,
                legal,
            });
        }
        let landing = Self::of(rules, state, self.from.hole).landing;
        if landing != self.landing {
            return Err(SquareMoveMisfit::Landing {
                from: self.from,
                written: self.landing,
                landing,
            });
        }
        Ok(())
    }
}

impl ToguzState {
    /// The legal move from the hole with this index by squares; `None` if it is not legal, or the
    /// board has other than nine holes a side.
    #[must_use]
    pub fn write_squares(&self, rules: &ToguzRules, hole: u32) -> Option<SquareMove> {
        let legal = Toguz::new(rules).moves(&self.position());
        (rules.holes() == HOLES && legal.contains(hole)).then(|| SquareMove::of(rules, self, hole))
    }
}

/// The squares that can be played, for an error message.
fn expected(to_move: Side, legal: Moves) -> String {
    if legal.is_empty() {
        return "no move, since the game is over".to_owned();
    }
    let squares: Vec<String> = legal
        .into_iter()
        .map(|hole| {
            Square {
                side: to_move,
                hole,
            }
            .to_string()
        })
        .collect();
    format!("a hole with balls ({})", squares.join(", "))
}

impl SquareMoveMisfit {
    /// The error at the place of the square that does not fit.
    pub(crate) fn at(&self, text: &str, place: Place) -> ParseError {
        match self {
            Self::Board { .. } => place.refuse(self.to_string(), text),
            Self::Illegal {
                from,
                to_move,
                legal,
            } => place.refuse(expected(*to_move, *legal), &from.to_string()),
            Self::Landing {
                from,
                written,
                landing,
            } => place.right(2).refuse(
                format!("{landing}, where the last ball of {from} falls"),
                &written.to_string(),
            ),
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (index, rank) = match self.side {
            Side::First => (self.hole, 1),
            Side::Second => (HOLES - 1 - self.hole, 2),
        };
        let file = char::from(b"abcdefghi"[index as usize]);
        write!(f, "{file}{rank}")
    }
}

impl fmt::Display for SquareMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.landing)
    }
}
