//! The FEN of PlayStrategy: `9S,9S,.../... 0 0 S 1`.
//!
//! The first row is North's (Black's), written as South sees it, from hole 9 to hole 1; then
//! South's from 1 to 9. `9S` is a hole with nine balls (`S` alone one ball), a bare integer is a
//! run of so many empty holes, `t` or `T` a tuzdik of the player across. Kazans of South and North,
//! the side to move (`S` or `N`) and the number of the move follow.

use super::position::{KAZANS, Parts};
use crate::error::ParseError;
use crate::notation::cursor::{Cursor, Number, Word};
use crate::side::Side;
use crate::toguz::{ToguzRules, ToguzState};

/// A row in the order in which it is written.
struct Row<'a> {
    holes: Vec<Number<'a>>,
    /// Holes that are still to come.
    left: u32,
    /// The tuzdik, as the number of its hole in the order of writing; 0 if there is none.
    tuzdik: Number<'a>,
}

/// Takes one cell: a hole, a tuzdik, or a run of empty holes.
fn take_cell<'a>(cursor: &mut Cursor<'a>, holes: u32, row: &mut Row<'a>) -> Result<(), ParseError> {
    const EXPECTED: &str = "a hole as in `9S`, `t`, or a number of empty holes";
    let word = cursor.take_word(EXPECTED)?;
    let (count, value) = match (word.text, word.text.strip_suffix(['S', 's'])) {
        ("t" | "T", _) => {
            if row.tuzdik.value != 0 {
                return Err(word.refuse("at most one tuzdik in a row"));
            }
            let value = holes - row.left + 1;
            row.tuzdik = Number { value, word };
            (1, 0)
        }
        (_, Some("")) => (1, 1),
        (_, Some(text)) => {
            let balls = Word { text, ..word }.number();
            (1, balls.ok_or_else(|| word.refuse(EXPECTED))?)
        }
        (_, None) => match word.number() {
            Some(count @ 1..) => (count, 0),
            _ => return Err(word.refuse(EXPECTED)),
        },
    };
    row.left = row
        .left
        .checked_sub(count)
        .ok_or_else(|| word.refuse(format!("{} more of the row's {holes} holes", row.left)))?;
    row.holes.extend((0..count).map(|_| Number { value, word }));
    Ok(())
}

fn take_row<'a>(cursor: &mut Cursor<'a>, holes: u32) -> Result<Row<'a>, ParseError> {
    let mut row = Row {
        holes: Vec::with_capacity(holes as usize),
        left: holes,
        tuzdik: Number {
            value: 0,
            word: cursor.word(),
        },
    };
    loop {
        take_cell(cursor, holes, &mut row)?;
        if row.left == 0 {
            return Ok(row);
        }
        let expected = format!("`,` and {} more of the row's {holes} holes", row.left);
        cursor.take(',', &expected)?;
    }
}

/// Writes a row, holes in the order of writing; `None` is a tuzdik.
fn write_row(holes: impl Iterator<Item = Option<u32>>) -> String {
    let mut cells = Vec::new();
    let mut empty = 0;
    for hole in holes {
        if hole == Some(0) {
            empty += 1;
            continue;
        }
        if empty > 0 {
            cells.push(empty.to_string());
            empty = 0;
        }
        cells.push(hole.map_or("t".to_owned(), |balls| format!("{balls}S")));
    }
    if empty > 0 {
        cells.push(empty.to_string());
    }
    cells.join(",")
}

impl ToguzState {
    /// Reads a FEN of PlayStrategy. The move number has no place in a state and comes beside it.
    ///
    /// # Errors
    ///
    /// [`ParseError`] at the place that has not this form, and as for [`ToguzState::from_text`].
    pub fn from_fen(rules: &ToguzRules, text: &str) -> Result<(Self, u32), ParseError> {
        let holes = rules.holes();
        let mut cursor = Cursor::new(text);
        cursor.skip_spaces();
        let mut north = take_row(&mut cursor, holes)?;
        cursor.take('/', "`/` and South's row")?;
        let south = take_row(&mut cursor, holes)?;
        cursor.take_gap(KAZANS[0])?;
        let white_kazan = cursor.take_number(KAZANS[0], u32::MAX)?;
        cursor.take_gap(KAZANS[1])?;
        let black_kazan = cursor.take_number(KAZANS[1], u32::MAX)?;
        cursor.take_gap("the side to move, `S` or `N`")?;
        let side = cursor.take_word("the side to move, `S` or `N`")?;
        let turn = match side.text {
            "S" => Side::First,
            "N" => Side::Second,
            _ => return Err(side.refuse("the side to move, `S` or `N`")),
        };
        cursor.take_gap("the number of the move")?;
        let number = cursor.take_number("the number of the move", u32::MAX)?;
        cursor.finish()?;
        north.holes.reverse();
        // North's row is written from its last hole.
        if north.tuzdik.value != 0 {
            north.tuzdik.value = holes + 1 - north.tuzdik.value;
        }
        let parts = Parts {
            rows: [south.holes, north.holes],
            kazans: [white_kazan, black_kazan],
            tuzdiks: [north.tuzdik, south.tuzdik],
            turn,
        };
        Ok((parts.state(rules)?, number.value))
    }

    /// Writes the FEN of PlayStrategy that [`ToguzState::from_fen`] reads.
    #[must_use]
    pub fn to_fen(&self, rules: &ToguzRules, move_number: u32) -> String {
        let view = self.white_view();
        let hole = |tuzdik: u32, hole: u32, balls: u32| (tuzdik != hole + 1).then_some(balls);
        let north = (0..rules.holes())
            .rev()
            .map(|index| hole(view.own_tuzdik(), index, view.opponent_hole(index)));
        let south = (0..rules.holes())
            .map(|index| hole(view.opponent_tuzdik(), index, view.own_hole(index)));
        let side = match self.turn() {
            Side::First => 'S',
            Side::Second => 'N',
        };
        format!(
            "{}/{} {} {} {side} {move_number}",
            write_row(north),
            write_row(south),
            view.own_kazan(),
            view.opponent_kazan(),
        )
    }
}
