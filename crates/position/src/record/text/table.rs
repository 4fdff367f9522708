//! Games as a tab-separated table: a header row, then a game a row, with its moves in the column
//! `moves`.
//!
//! Lines that begin with `#` are comments. The columns `result`, `end`, `plies`, `game` and
//! `position` are the tags of these names; `final_white` and `final_black` together are the tag
//! `Count`; any other column is a tag of its own name, as far as such a name can be that of a tag.

use super::moves::take_moves;
use crate::error::{ParseError, Place};
use crate::notation::{Cursor, Word};
use crate::record::game_record::GameRecord;
use crate::record::tags::is_tag_name;
use crate::variant::spec::GameSpec;

/// The lines that are not comments, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = (1..).zip(text.lines());
    lines.filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
}

/// The cells of a line with their places.
fn cells(line: usize, text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut place = Place { line, column: 1 };
    text.split('\t').map(move |text| {
        let cell = Word { text, place };
        place = place.right(text.chars().count() + 1);
        cell
    })
}

/// Whether the first line that is no comment is a header row: it names a column `moves`, or it
/// begins with a letter and has tabs.
pub(super) fn is_table(text: &str) -> bool {
    lines(text).next().is_some_and(|(line, text)| {
        let names_moves = cells(line, text).any(|cell| cell.text == "moves");
        names_moves || (text.contains('\t') && text.starts_with(|c: char| c.is_alphabetic()))
    })
}

/// The tag that a column stands for.
fn tag_name(column: &str) -> &str {
    match column {
        "result" => "Result",
        "end" => "End",
        "plies" => "Plies",
        "game" => "Game",
        "position" => "Position",
        _ => column,
    }
}

/// Checks the header row and gives the names of its columns.
fn header(line: usize, text: &str) -> Result<Vec<&str>, ParseError> {
    let mut columns: Vec<&str> = Vec::new();
    for cell in cells(line, text) {
        if cell.text.is_empty() {
            return Err(cell.refuse("the name of a column"));
        }
        if columns.contains(&cell.text) {
            return Err(cell.refuse("another name than the columns before have"));
        }
        columns.push(cell.text);
    }
    if !columns.contains(&"moves") {
        let place = Place { line, column: 1 };
        return Err(place.refuse("a column `moves`", text));
    }
    Ok(columns)
}

/// Takes one row in. Its moves come last, since a column behind them may name the game.
fn record(
    columns: &[&str],
    line: usize,
    text: &str,
    default: &GameSpec,
) -> Result<GameRecord, ParseError> {
    let mut record = GameRecord::new(Place { line, column: 1 });
    let (mut moves, mut kazans) = (None, [None, None]);
    let mut cells = cells(line, text);
    for column in columns {
        let Some(cell) = cells.next() else {
            let end = Place { line, column: 1 }.right(text.chars().count());
            return Err(end.refuse(format!("a tab and the column `{column}`"), ""));
        };
        match *column {
            "moves" => moves = Some(cell),
            _ if cell.text.is_empty() => {}
            "final_white" => kazans[0] = Some(cell),
            "final_black" => kazans[1] = Some(cell),
            column if is_tag_name(column) => {
                record.set_tag(tag_name(column), cell.text, cell.place)?;
            }
            _ => {}
        }
    }
    if let Some(cell) = cells.next() {
        return Err(cell.refuse("the end of the row"));
    }
    match kazans {
        [Some(white), Some(black)] => {
            for cell in [white, black] {
                let mut cursor = Cursor::at(cell.text, cell.place);
                cursor.take_number("a kazan", u32::MAX)?;
                cursor.finish()?;
            }
            let count = format!("{}-{}", white.text, black.text);
            record.set_tag("Count", &count, white.place)?;
        }
        [Some(only), None] | [None, Some(only)] => {
            return Err(only.refuse("both kazans or none"));
        }
        [None, None] => {}
    }
    if let Some(cell) = moves {
        let mut cursor = Cursor::at(cell.text, cell.place);
        take_moves(&mut cursor, &mut record, default)?;
        cursor.skip_spaces();
        if !cursor.is_at_end() {
            return Err(cursor.refuse("a move or the end of the row"));
        }
    }
    Ok(record)
}

pub(super) fn read(text: &str, default: &GameSpec) -> Result<Vec<GameRecord>, ParseError> {
    let mut lines = lines(text);
    let (line, text) = lines.next().unwrap_or((1, ""));
    let columns = header(line, text)?;
    lines
        .map(|(line, text)| record(&columns, line, text, default))
        .collect()
}
