//! Toguz moves: from-hole and landing-hole digits, `x` for a new tuzdik (`76`, `93x`); a bare
//! from-hole digit and PlayOK's `76(10)` and `64X` are read too.

use super::landing::landing_hole;
use super::squares::SquareMove;
use crate::error::{ParseError, Place};
use crate::game::Game;
use crate::moves::Moves;
use crate::notation::cursor::{Cursor, Word};
use crate::side::Side;
use crate::toguz::{Toguz, ToguzPosition, ToguzRules, ToguzState};
use std::fmt;

/// A move of the Toguz family as it is written, before it is compared with any position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ToguzMove {
    /// The number of the hole it is played from, from 1.
    pub from: u32,
    /// The number of the hole that the last ball falls into, where that is written.
    pub landing: Option<u32>,
    /// Whether a new tuzdik is marked.
    pub tuzdik: bool,
    /// The mover's kazan after the move, where that is written (PlayOK).
    pub kazan: Option<u32>,
}

const FORM: &str = "a move as in `76`, `93x`, `7` or `76(10)`";

impl ToguzMove {
    /// Reads `7`, `76`, `76x`, `76X`, with the kazan in parentheses behind it or not: `76(10)`,
    /// `64X(13)`.
    pub(crate) fn from_word(word: Word<'_>) -> Result<Self, ParseError> {
        let refuse = || word.refuse(FORM);
        let (rest, kazan) = match word.text.strip_suffix(')') {
            Some(inside) => {
                let (rest, text) = inside.split_once('(').ok_or_else(refuse)?;
                let kazan = Word { text, ..word }.number();
                (rest, Some(kazan.ok_or_else(refuse)?))
            }
            None => (word.text, None),
        };
        let (digits, tuzdik) = match rest.strip_suffix(['x', 'X']) {
            Some(digits) => (digits, true),
            None => (rest, false),
        };
        let (from, landing) = match *digits.as_bytes() {
            [from @ b'1'..=b'9'] => (from, None),
            [from @ b'1'..=b'9', landing @ b'1'..=b'9'] => (from, Some(landing)),
            _ => return Err(refuse()),
        };
        Ok(Self {
            from: u32::from(from - b'0'),
            landing: landing.map(|digit| u32::from(digit - b'0')),
            tuzdik,
            kazan,
        })
    }

    /// Plays the move if it is legal and all that is written fits. Where the landing hole is left
    /// out, the mark of a new tuzdik may be left out too.
    ///
    /// # Errors
    ///
    /// [`ToguzMoveMisfit`], the first that applies in the order of its variants.
    pub fn play(
        &self,
        rules: &ToguzRules,
        state: &ToguzState,
    ) -> Result<ToguzState, ToguzMoveMisfit> {
        let hole = self.from.wrapping_sub(1);
        let legal = Toguz::new(rules).moves(&state.position());
        if !legal.contains(hole) {
            return Err(ToguzMoveMisfit::Illegal {
                from: self.from,
                legal,
            });
        }
        let landing = landing(rules, &state.position(), hole);
        if let Some(written) = self.landing
            && written != landing
        {
            return Err(ToguzMoveMisfit::Landing {
                from: self.from,
                written,
                landing,
            });
        }
        let after = state.play_unchecked(rules, hole);
        let kazan = after.kazans()[state.to_move().index()];
        if let Some(written) = self.kazan
            && written != kazan
        {
            return Err(ToguzMoveMisfit::Kazan { written, kazan });
        }
        match (self.tuzdik, makes_tuzdik(state, &after)) {
            (true, false) => Err(ToguzMoveMisfit::NoTuzdik { landing }),
            (false, true) if self.landing.is_some() => {
                Err(ToguzMoveMisfit::TuzdikUnmarked { landing })
            }
            _ => Ok(after),
        }
    }
}

/// As players write it: `76`, `93x`, with PlayOK's kazan behind it where there is one.
impl fmt::Display for ToguzMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        if let Some(landing) = self.landing {
            write!(f, "{landing}")?;
        }
        if self.tuzdik {
            write!(f, "x")?;
        }
        if let Some(kazan) = self.kazan {
            write!(f, "({kazan})")?;
        }
        Ok(())
    }
}

/// Why a written move of the Toguz family does not fit the position that it is to be played in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToguzMoveMisfit {
    /// The move is not legal.
    #[error("hole {from} cannot be played: expected {}", expected_hole(*legal))]
    Illegal {
        /// The hole's number.
        from: u32,
        /// The legal moves; none where the game is over.
        legal: Moves,
    },
    /// The last ball falls elsewhere.
    #[error("the last ball of hole {from} falls into hole {landing}, not {written}")]
    Landing {
        /// The hole's number.
        from: u32,
        /// The landing hole that was written.
        written: u32,
        /// The hole that the last ball falls into.
        landing: u32,
    },
    /// The mover's kazan is another after the move.
    #[error("the kazan is {kazan} after the move, not {written}")]
    Kazan {
        /// The kazan that was written.
        written: u32,
        /// The kazan after the move.
        kazan: u32,
    },
    /// A tuzdik is marked where none is made.
    #[error("no tuzdik is made in hole {landing}, though one is marked")]
    NoTuzdik {
        /// The hole that the last ball falls into.
        landing: u32,
    },
    /// A tuzdik is made and not marked, behind a landing hole.
    #[error("a tuzdik is made in hole {landing}, and not marked")]
    TuzdikUnmarked {
        /// The hole of the new tuzdik.
        landing: u32,
    },
}

fn expected_hole(legal: Moves) -> String {
    if legal.is_empty() {
        return "no move, since the game is over".to_owned();
    }
    format!("a hole with balls ({legal})")
}

impl ToguzMoveMisfit {
    /// The error at the place of the move's part that does not fit.
    pub(crate) fn at(&self, text: &str, place: Place) -> ParseError {
        match self {
            Self::Illegal { from, legal } => place.refuse(expected_hole(*legal), &from.to_string()),
            Self::Landing {
                from,
                written,
                landing,
            } => place.right(1).refuse(
                format!("{landing}, where the last ball of hole {from} falls"),
                &written.to_string(),
            ),
            Self::Kazan { written, kazan } => {
                let before = text.find('(').map_or(0, |bytes| bytes + 1);
                place.right(before).refuse(
                    format!("{kazan}, the kazan after the move"),
                    &written.to_string(),
                )
            }
            Self::NoTuzdik { landing } | Self::TuzdikUnmarked { landing } => {
                let before = text.find(['x', 'X']).unwrap_or(text.len());
                let found = text.get(before..=before).unwrap_or_default();
                let made = if matches!(self, Self::NoTuzdik { .. }) {
                    "no"
                } else {
                    "a"
                };
                place
                    .right(before)
                    .refuse(format!("{made} tuzdik in hole {landing}"), found)
            }
        }
    }
}

/// The number of the hole, in whichever row, that the last ball from this hole (by index) falls
/// into.
fn landing(rules: &ToguzRules, position: &ToguzPosition, hole: u32) -> u32 {
    landing_hole(rules, position, hole).1 + 1
}

/// Whether the player who was to move before has made a tuzdik.
fn makes_tuzdik(before: &ToguzState, after: &ToguzState) -> bool {
    let tuzdik = |state: &ToguzState| {
        let view = state.white_view();
        match before.to_move() {
            Side::First => view.own_tuzdik(),
            Side::Second => view.opponent_tuzdik(),
        }
    };
    tuzdik(before) != tuzdik(after)
}

impl ToguzState {
    /// Reads a move, also by squares (`f1e2`), and gives its hole by index from 0. The landing hole
    /// may be left out, and so may the mark of a new tuzdik; whatever is written must fit.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the text is no move, the move is not legal, or a part of it does not fit,
    /// at the place of that part.
    pub fn read_move(&self, rules: &ToguzRules, text: &str) -> Result<u32, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_spaces();
        let word = cursor.take_while(|c| !c.is_whitespace());
        if let Some(squares) = SquareMove::from_word(word) {
            cursor.finish()?;
            return match squares.check(rules, self) {
                Ok(()) => Ok(squares.from.hole),
                Err(misfit) => Err(misfit.at(word.text, word.place)),
            };
        }
        let written = ToguzMove::from_word(word)?;
        cursor.finish()?;
        match written.play(rules, self) {
            Ok(_) | Err(ToguzMoveMisfit::TuzdikUnmarked { .. }) => Ok(written.from - 1),
            Err(misfit) => Err(misfit.at(word.text, word.place)),
        }
    }

    /// The legal move from the hole with this index, as players write it; for an illegal one, the
    /// hole alone.
    #[must_use]
    pub fn write_move(&self, rules: &ToguzRules, hole: u32) -> ToguzMove {
        if !Toguz::new(rules).moves(&self.position()).contains(hole) {
            return ToguzMove {
                from: hole + 1,
                landing: None,
                tuzdik: false,
                kazan: None,
            };
        }
        ToguzMove {
            from: hole + 1,
            landing: Some(landing(rules, &self.position(), hole)),
            tuzdik: makes_tuzdik(self, &self.play_unchecked(rules, hole)),
            kazan: None,
        }
    }
}
