//! Kalah positions: the position line, and the board of the Kalah Game Protocol.

use super::board::{board, state};
use super::numbers;
use crate::error::ParseError;
use crate::kalah::{KalahRules, KalahState, MAX_STORE};
use crate::notation::cursor::{Cursor, take_pair, take_row};
use crate::side::Side;

const STORES: [&str; 2] = ["South's store", "North's store"];

fn join(pits: impl Iterator<Item = u32>) -> String {
    pits.map(|seeds| seeds.to_string())
        .collect::<Vec<_>>()
        .join(",")
}

impl KalahState {
    /// Reads a position: a line, as [`KalahState::to_text`] writes it, a board of the Kalah Game
    /// Protocol, which begins with `<`, or plain numbers that stand for one position only, see
    /// [`KalahState::readings`].
    ///
    /// In a line stand South's pits, North's pits (each player's from his own left), the stores and
    /// the side to move, as in `4,4,4,4,4,4/4,4,4,4,4,4 0,0 s`. Rows alone have empty stores and
    /// South to move.
    ///
    /// # Errors
    ///
    /// [`ParseError`] at the place that has not this form, at the pit with which the board holds
    /// more than [`MAX_SEEDS`](crate::row::MAX_SEEDS) seeds, or at a store of more than
    /// [`MAX_STORE`].
    pub fn from_text(rules: &KalahRules, text: &str) -> Result<Self, ParseError> {
        if text.trim_start().starts_with('<') {
            Self::from_kgp(rules, text)
        } else if numbers::is_list(text) {
            Self::from_numbers(rules, text)
        } else {
            Self::from_line(rules, text)
        }
    }

    fn from_line(rules: &KalahRules, text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_spaces();
        let south = take_row(&mut cursor, "South's pit", rules.pits())?;
        cursor.take_spaced('/', "`/` and North's row")?;
        let north = take_row(&mut cursor, "North's pit", rules.pits())?;
        let mut rest = cursor;
        rest.skip_spaces();
        if rest.is_at_end() {
            return Ok(Self::new(board(rules, &south, &north)?));
        }
        cursor.take_gap("the stores")?;
        let stores = take_pair(&mut cursor, STORES, MAX_STORE)?;
        cursor.take_gap("the side to move, `s` or `n`")?;
        let side = cursor.take_word("the side to move, `s` or `n`")?;
        let to_move = match side.text {
            "s" => Side::First,
            "n" => Side::Second,
            _ => return Err(side.refuse("the side to move, `s` or `n`")),
        };
        cursor.finish()?;
        let south_view = board(rules, &south, &north)?;
        let position = match to_move {
            Side::First => south_view,
            Side::Second => south_view.turned(),
        };
        Ok(state(position, stores, to_move))
    }

    /// Writes the position line that [`KalahState::from_text`] reads.
    #[must_use]
    pub fn to_text(&self, rules: &KalahRules) -> String {
        let view = self.south_view();
        let [south, north] = self.stores();
        let side = match self.to_move() {
            Side::First => 's',
            Side::Second => 'n',
        };
        format!(
            "{}/{} {south},{north} {side}",
            join(view.own_pits(rules)),
            join(view.opponent_pits(rules)),
        )
    }

    /// Reads a board of the Kalah Game Protocol, `<m,south_store,north_store,s1,..,sm,n1,..,nm>`,
    /// in which South is to move.
    ///
    /// # Errors
    ///
    /// As for [`KalahState::from_text`], and if the number of pits is not that of the rules.
    pub fn from_kgp(rules: &KalahRules, text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_spaces();
        cursor.take_spaced('<', "`<` and the board")?;
        let pits = rules.pits();
        let expected = format!("{pits}, the pits a side");
        let found = cursor.take_number(&expected, u32::MAX)?;
        if found.value != pits {
            return Err(found.word.refuse(expected));
        }
        cursor.take_spaced(',', "`,` and the stores")?;
        let stores = take_pair(&mut cursor, STORES, MAX_STORE)?;
        cursor.take_spaced(',', "`,` and South's pits")?;
        let south = take_row(&mut cursor, "South's pit", pits)?;
        cursor.take_spaced(',', "`,` and North's pits")?;
        let north = take_row(&mut cursor, "North's pit", pits)?;
        cursor.take_spaced('>', "`>`")?;
        cursor.finish()?;
        let position = board(rules, &south, &north)?;
        Ok(state(position, stores, Side::First))
    }

    /// Writes the board of the Kalah Game Protocol. There it is always South who is to move, so a
    /// position with North to move is written turned round, the stores too.
    #[must_use]
    pub fn to_kgp(&self, rules: &KalahRules) -> String {
        let [own, opponent] = match self.to_move() {
            Side::First => self.stores(),
            Side::Second => [self.stores()[1], self.stores()[0]],
        };
        format!(
            "<{},{own},{opponent},{},{}>",
            rules.pits(),
            join(self.position().own_pits(rules)),
            join(self.position().opponent_pits(rules)),
        )
    }
}
