//! Kalah moves, turns and games: a move is its pit's number, the moves of one turn are joined by
//! `-`, turns stand apart: `3-6 2 1`.

use crate::error::{ParseError, Place};
use crate::game::Game;
use crate::kalah::{KalahRules, KalahState};
use crate::moves::Moves;
use crate::notation::cursor::{Cursor, Word};
use crate::side::Side;
use std::fmt::{self, Write};

/// A move of Kalah as it is written, before it is compared with any position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KalahMove {
    /// The number of the pit it is played from, from 1.
    pub pit: u32,
    /// Whether it is joined by a `-` to the move before, of whose turn it is then.
    pub joined: bool,
}

const FORM: &str = "a pit by its number, or a turn as in `3-6`";

impl KalahMove {
    /// Reads the moves of a turn, `3-6`, each with the place where it stands.
    pub(crate) fn from_word(word: Word<'_>) -> Result<Vec<(Self, Place)>, ParseError> {
        let mut place = word.place;
        let mut moves = Vec::new();
        for text in word.text.split('-') {
            let part = Word { text, place };
            let joined = !moves.is_empty();
            let pit = part.number().ok_or_else(|| part.refuse(FORM))?;
            moves.push((Self { pit, joined }, place));
            place = place.right(text.chars().count() + 1);
        }
        Ok(moves)
    }

    /// Whether the move is legal and belongs to the turn that is written, where `last_mover` made
    /// the move before.
    ///
    /// # Errors
    ///
    /// [`KalahMoveMisfit`], the first that applies in the order of its variants.
    pub fn check(
        &self,
        rules: &KalahRules,
        state: &KalahState,
        last_mover: Option<Side>,
    ) -> Result<(), KalahMoveMisfit> {
        let legal = rules.moves(&state.position());
        let same_turn = last_mover == Some(state.to_move()) && !legal.is_empty();
        if self.joined && !same_turn {
            return Err(KalahMoveMisfit::TurnOver { pit: self.pit });
        }
        if legal.contains(self.pit.wrapping_sub(1)) {
            return Ok(());
        }
        Err(KalahMoveMisfit::Illegal {
            pit: self.pit,
            legal,
            to_move: state.to_move(),
            goes_on: state.goes_on_if_on_turn(rules),
        })
    }
}

/// The number of the pit, with a `-` before it where there is one: the moves of a turn one behind
/// the other are `3-6`.
impl fmt::Display for KalahMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dash = if self.joined { "-" } else { "" };
        write!(f, "{dash}{}", self.pit)
    }
}

/// Why a written move of Kalah does not fit the position that it is to be played in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KalahMoveMisfit {
    /// The move is joined to one that ended its turn.
    #[error("the turn is over before pit {pit}, which is joined to it by a `-`")]
    TurnOver {
        /// The pit's number.
        pit: u32,
    },
    /// The move, by its place around the board, is one of the player who is not to move.
    #[error("place {number} is no pit of {to_move}'s, who is to move")]
    OtherSide {
        /// The number of the place.
        number: u32,
        /// The side to move.
        to_move: Side,
    },
    /// The move is not legal.
    #[error("pit {pit} cannot be played: expected {}", expected_pit(*legal, *to_move, *goes_on))]
    Illegal {
        /// The pit's number.
        pit: u32,
        /// The legal moves; none where the game is over.
        legal: Moves,
        /// The side to move.
        to_move: Side,
        /// Whether the game is over, and would go on if it ended on turn.
        goes_on: bool,
    },
}

impl KalahMoveMisfit {
    /// The error at the place of the part that does not fit; the place is that of the pit's number.
    pub(crate) fn at(&self, place: Place) -> ParseError {
        match self {
            Self::TurnOver { .. } => {
                let dash = Place {
                    column: place.column.saturating_sub(1).max(1),
                    ..place
                };
                dash.refuse(TURN_OVER, "-")
            }
            Self::OtherSide { number, to_move } => {
                place.refuse(format!("a pit of {to_move}'s"), &number.to_string())
            }
            Self::Illegal {
                pit,
                legal,
                to_move,
                goes_on,
            } => place.refuse(expected_pit(*legal, *to_move, *goes_on), &pit.to_string()),
        }
    }
}

const TURN_OVER: &str = "a space or the end, since the turn is over";

/// A sequence of moves that has been played through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KalahGame {
    /// The pits that were played, by index from 0, extra turns like all others.
    pub moves: Vec<u32>,
    /// The position after the last move.
    pub end: KalahState,
}

/// Writes the moves of one turn, pits by index from 0: `3-6`.
#[must_use]
pub fn write_turn(moves: &[u32]) -> String {
    let mut text = String::new();
    for (index, pit) in moves.iter().enumerate() {
        let dash = if index > 0 { "-" } else { "" };
        write!(text, "{dash}{}", pit + 1).expect("a String takes all that is written");
    }
    text
}

/// The legal moves, for an error message: `a pit of South's that holds seeds (1, 2, 6)`.
fn expected_pit(moves: Moves, to_move: Side, goes_on: bool) -> String {
    if moves.is_empty() {
        let option = if goes_on {
            " (with the option end=on-turn it goes on)"
        } else {
            ""
        };
        return format!("the end, since the game is over{option}");
    }
    let name = match to_move {
        Side::First => "South",
        Side::Second => "North",
    };
    format!("a pit of {name}'s that holds seeds ({moves})")
}

/// Takes one move and plays it.
fn take_move(
    cursor: &mut Cursor<'_>,
    rules: &KalahRules,
    game: &mut KalahGame,
) -> Result<(), ParseError> {
    let legal = rules.moves(&game.end.position());
    let mut word = cursor.take_while(|c| !c.is_whitespace() && c != '-');
    if word.text.is_empty() {
        // A stray `-` stands where a move should: name it.
        word = cursor.take_while(|c| c == '-');
    }
    let pit = word.number().and_then(|number| number.checked_sub(1));
    match pit {
        Some(pit) if legal.contains(pit) => {
            game.end = game.end.play_unchecked(rules, pit);
            game.moves.push(pit);
            Ok(())
        }
        _ => {
            let goes_on = game.end.goes_on_if_on_turn(rules);
            Err(word.refuse(expected_pit(legal, game.end.to_move(), goes_on)))
        }
    }
}

/// Takes one turn: moves joined by `-`, as long as the same player moves again. Whether he still is
/// to move.
fn take_turn(
    cursor: &mut Cursor<'_>,
    rules: &KalahRules,
    game: &mut KalahGame,
) -> Result<bool, ParseError> {
    let mover = game.end.to_move();
    loop {
        take_move(cursor, rules, game)?;
        let again = game.end.to_move() == mover && !rules.is_finished(&game.end.position());
        if cursor.peek() != Some('-') {
            return Ok(again);
        }
        if !again {
            return Err(cursor.refuse(TURN_OVER));
        }
        cursor.take('-', "`-`")?;
    }
}

impl KalahState {
    const fn game(self) -> KalahGame {
        KalahGame {
            moves: Vec::new(),
            end: self,
        }
    }

    /// Reads the moves of one turn, or its first moves: `3-6`.
    ///
    /// # Errors
    ///
    /// [`ParseError`] at the first move that is not legal, and at a `-` behind a move that ends the
    /// turn.
    pub fn read_turn(&self, rules: &KalahRules, text: &str) -> Result<KalahGame, ParseError> {
        let mut cursor = Cursor::new(text);
        let mut game = self.game();
        cursor.skip_spaces();
        take_turn(&mut cursor, rules, &mut game)?;
        cursor.finish()?;
        Ok(game)
    }

    /// Reads turns from here on, played one after the other: `3-6 2 1`. The last turn may be
    /// unfinished; no turn at all is a game without moves.
    ///
    /// # Errors
    ///
    /// [`ParseError`] at the first move that is not legal, at a `-` behind a move that ends the
    /// turn, and at a move that lacks its `-` because the same player moves again.
    pub fn read_game(&self, rules: &KalahRules, text: &str) -> Result<KalahGame, ParseError> {
        let mut cursor = Cursor::new(text);
        let mut game = self.game();
        let mut unfinished = false;
        loop {
            cursor.skip_spaces();
            if cursor.is_at_end() {
                return Ok(game);
            }
            if unfinished {
                return Err(cursor.refuse("`-` before it, since the same player moves again"));
            }
            unfinished = take_turn(&mut cursor, rules, &mut game)?;
        }
    }

    /// Writes legal moves, pits by index from 0, as [`KalahState::read_game`] reads them.
    #[must_use]
    pub fn write_game(&self, rules: &KalahRules, moves: &[u32]) -> String {
        let mut state = *self;
        let mut text = String::new();
        for (index, &pit) in moves.iter().enumerate() {
            let mover = state.to_move();
            state = state.play_unchecked(rules, pit);
            let again = state.to_move() == mover && !rules.is_finished(&state.position());
            let gap = match index + 1 {
                next if next == moves.len() => "",
                _ if again => "-",
                _ => " ",
            };
            write!(text, "{}{gap}", pit + 1).expect("a String takes all that is written");
        }
        text
    }
}
