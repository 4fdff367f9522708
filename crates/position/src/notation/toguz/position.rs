//! Toguz positions: the position line, and what a position in any notation must satisfy.

use crate::error::{ParseError, PositionError};
use crate::notation::cursor::{Cursor, Number, Word, passing, take_pair, take_row};
use crate::side::Side;
use crate::toguz::{ToguzPosition, ToguzRules, ToguzState};

pub(super) const KAZANS: [&str; 2] = ["White's kazan", "Black's kazan"];

/// A position as it was read, each number with its place.
pub(super) struct Parts<'a> {
    /// White's row, then Black's, each from its owner's left.
    pub(super) rows: [Vec<Number<'a>>; 2],
    /// White's kazan, then Black's.
    pub(super) kazans: [Number<'a>; 2],
    /// The numbers of the tuzdik that White owns and of the one that Black owns; 0 is none.
    pub(super) tuzdiks: [Number<'a>; 2],
    /// Whose turn it is.
    pub(super) turn: Side,
}

impl Parts<'_> {
    pub(super) fn state(&self, rules: &ToguzRules) -> Result<ToguzState, ParseError> {
        let [white, black] = &self.rows;
        let values = |row: &[Number<'_>]| row.iter().map(|n| n.value).collect::<Vec<_>>();
        let white_view = ToguzPosition::new(
            rules,
            &values(white),
            &values(black),
            self.kazans.map(|kazan| kazan.value),
            self.tuzdiks.map(|tuzdik| tuzdik.value),
        )
        .map_err(|error| self.refuse(rules, &error))?;
        let position = match self.turn {
            Side::First => white_view,
            Side::Second => white_view.turned(),
        };
        Ok(ToguzState::new(rules, position, self.turn))
    }

    /// Finds the word that makes the position impossible.
    fn refuse(&self, rules: &ToguzRules, error: &PositionError) -> ParseError {
        let [white, black] = &self.rows;
        match error {
            PositionError::Balls { expected, found } => {
                let numbers = || white.iter().chain(black).chain(&self.kazans);
                // If there are too few, all is read before that shows.
                passing(numbers(), *expected)
                    .unwrap_or(self.kazans[1].word)
                    .place
                    .refuse(
                        format!("{expected} balls on the board and in the kazans"),
                        &format!("{found} balls"),
                    )
            }
            PositionError::BallInTuzdik { hole, found } => {
                let index = *hole as usize - 1;
                let whites = self.tuzdiks[0].value == *hole && black[index].value == *found;
                let (owner, ball) = if whites {
                    ("White", black[index])
                } else {
                    ("Black", white[index])
                };
                ball.word
                    .refuse(format!("0 in hole {hole}, which is {owner}'s tuzdik"))
            }
            PositionError::Tuzdik { reason } => {
                let [first, second] = self.tuzdiks;
                let wrong = if first.value == 0 || rules.allows_tuzdik_in(first.value) {
                    second
                } else {
                    first
                };
                wrong
                    .word
                    .refuse(format!("another tuzdik or none ({reason})"))
            }
            _ => self.rows[0][0]
                .word
                .place
                .refuse("a position of the game", &error.to_string()),
        }
    }
}

fn take_tuzdik<'a>(cursor: &mut Cursor<'a>, expected: &str) -> Result<Number<'a>, ParseError> {
    let word = cursor.take_word(expected)?;
    match word {
        Word { text: "-", .. } => Ok(Number { value: 0, word }),
        _ => match word.number() {
            Some(value) if value > 0 => Ok(Number { value, word }),
            _ => Err(word.refuse(expected)),
        },
    }
}

fn join(holes: impl Iterator<Item = u32>) -> String {
    holes
        .map(|balls| balls.to_string())
        .collect::<Vec<_>>()
        .join(",")
}

fn tuzdik_text(number: u32) -> String {
    match number {
        0 => "-".to_owned(),
        _ => number.to_string(),
    }
}

impl ToguzState {
    /// Reads a position: a line, as [`ToguzState::to_text`] writes it, or the FEN of PlayStrategy,
    /// which has letters in its rows.
    ///
    /// In a line stand White's holes, Black's holes (each player's from his own left), the kazans,
    /// the numbers of the tuzdik that White owns and of the one that Black owns (or `-`), and the
    /// side whose turn it is, as in `9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- w`.
    ///
    /// # Errors
    ///
    /// [`ParseError`] at the place that has not this form; at the number with which there are more
    /// balls than the game has, or at Black's kazan if there are fewer; at a ball in a tuzdik; at a
    /// tuzdik that cannot be.
    pub fn from_text(rules: &ToguzRules, text: &str) -> Result<Self, ParseError> {
        let rows = text.split_whitespace().next().unwrap_or_default();
        if rows.contains(|c: char| c.is_ascii_alphabetic()) {
            Self::from_fen(rules, text).map(|(state, _)| state)
        } else {
            Self::from_line(rules, text)
        }
    }

    fn from_line(rules: &ToguzRules, text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_spaces();
        let white = take_row(&mut cursor, "White's hole", rules.holes())?;
        cursor.take('/', "`/` and Black's row")?;
        let black = take_row(&mut cursor, "Black's hole", rules.holes())?;
        cursor.take_gap("the kazans")?;
        let kazans = take_pair(&mut cursor, KAZANS, u32::MAX)?;
        cursor.take_gap("the tuzdiks")?;
        let whites = take_tuzdik(&mut cursor, "the number of White's tuzdik or `-`")?;
        cursor.take(',', "`,` and Black's tuzdik")?;
        let blacks = take_tuzdik(&mut cursor, "the number of Black's tuzdik or `-`")?;
        cursor.take_gap("the side to move, `w` or `b`")?;
        let side = cursor.take_word("the side to move, `w` or `b`")?;
        let turn = match side.text {
            "w" => Side::First,
            "b" => Side::Second,
            _ => return Err(side.refuse("the side to move, `w` or `b`")),
        };
        cursor.finish()?;
        let parts = Parts {
            rows: [white, black],
            kazans,
            tuzdiks: [whites, blacks],
            turn,
        };
        parts.state(rules)
    }

    /// Writes the position line that [`ToguzState::from_text`] reads.
    #[must_use]
    pub fn to_text(&self, rules: &ToguzRules) -> String {
        let view = self.white_view();
        let side = match self.turn() {
            Side::First => 'w',
            Side::Second => 'b',
        };
        format!(
            "{}/{} {},{} {},{} {side}",
            join((0..rules.holes()).map(|hole| view.own_hole(hole))),
            join((0..rules.holes()).map(|hole| view.opponent_hole(hole))),
            view.own_kazan(),
            view.opponent_kazan(),
            tuzdik_text(view.own_tuzdik()),
            tuzdik_text(view.opponent_tuzdik()),
        )
    }
}
