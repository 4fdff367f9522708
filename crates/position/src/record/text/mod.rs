//! Files of game records, read in any of their forms and written.

#[cfg(feature = "json")]
mod json;
mod kgp;
mod moves;
mod table;
mod tags;

use super::game_record::GameRecord;
use super::written_move::WrittenMove;
use crate::error::ParseError;
use crate::notation::Cursor;
use crate::variant::spec::GameSpec;
use moves::{braced, take_moves, write_pairs, write_turns};
use std::fmt::{self, Write};
use tags::{skip_spaces_and_lines, take_tag, unescape, write_tag};

impl GameRecord {
    /// Writes the record: tags, an empty line, then the moves, of the Toguz family as TGK in
    /// numbered pairs, one a line, of Kalah as turns. Comments lose closing braces, and tag values
    /// line breaks, since neither has a way to be written.
    #[must_use]
    pub fn to_text(&self) -> String {
        write_records(std::slice::from_ref(self))
    }

    /// The same in a file in which another record follows: with the end of this one marked where it
    /// would run into the next, and an empty line behind it.
    #[must_use]
    pub fn to_text_before(&self, next: &Self) -> String {
        let mut text = String::new();
        write(self, Some(next), &mut text).expect("a String takes all that is written");
        text.push('\n');
        text
    }
}

/// Reads the records of a file, in whichever form it is. A table has a header row that names a
/// column `moves`. Everything else is tags and moves as in PGN: a `%` at the start of a line and a
/// `;` anywhere between moves make the rest of the line a comment, as does a pair of braces, over
/// lines if need be. A game begins with its tags, or with a move behind the result of the game
/// before, with what follows the result on its line. With the feature `json`, lists and objects of
/// JSON are games too: lists of moves, or of boards of Kalah. A log of the Kalah Game Protocol is
/// read where the default is a game of Kalah.
///
/// The moves of a record that names no game are read as those of the default.
///
/// # Errors
///
/// [`ParseError`] at the first place that cannot be read, and if there is nothing at all.
pub fn read_records(text: &str, default: &GameSpec) -> Result<Vec<GameRecord>, ParseError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if table::is_table(text) {
        return table::read(text, default);
    }
    #[cfg(feature = "json")]
    if json::is_json(text) {
        return json::read(text, default);
    }
    if kgp::is_log(text) {
        return kgp::read(text, default);
    }
    let mut cursor = Cursor::new(text);
    let mut records = Vec::new();
    skip_spaces_and_lines(&mut cursor);
    if cursor.is_at_end() {
        return Err(cursor.refuse("a game: tags, moves, or the header row of a table"));
    }
    while !cursor.is_at_end() {
        let mut record = GameRecord::new(cursor.place());
        while cursor.peek() == Some('[') {
            let place = cursor.place();
            let [name, value] = take_tag(&mut cursor)?;
            if record.tag(name.text).is_some() {
                // The same tag once more: a game without moves came before.
                records.push(std::mem::replace(&mut record, GameRecord::new(place)));
            }
            record.set_tag(name.text, &unescape(value.text), value.place)?;
            skip_spaces_and_lines(&mut cursor);
        }
        take_moves(&mut cursor, &mut record, default)?;
        skip_spaces_and_lines(&mut cursor);
        match records.last_mut() {
            // A comment behind the last game is no game of its own.
            Some(last) if record.is_comment() => moves::add_comment(last, &record.comment),
            _ => records.push(record),
        }
    }
    Ok(records)
}

/// Writes records as one file, each as [`GameRecord::to_text`] does.
#[must_use]
pub fn write_records(records: &[GameRecord]) -> String {
    let mut text = String::new();
    for (index, record) in records.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        write(record, records.get(index + 1), &mut text)
            .expect("a String takes all that is written");
    }
    text
}

/// Writes a record that may have another one behind it: without a result between them, a game that
/// has no moves, or one whose successor has no tags, would run into the next.
fn write(record: &GameRecord, next: Option<&GameRecord>, text: &mut String) -> fmt::Result {
    for tag in record.tags() {
        text.push_str(&write_tag(&tag.name, &tag.value));
    }
    if !record.tags().is_empty() {
        writeln!(text)?;
    }
    if !record.comment.is_empty() {
        writeln!(text, "{}", braced(&record.comment))?;
    }
    let moves = &record.moves;
    if let Some(WrittenMove::Kalah(_) | WrittenMove::Place(_)) =
        moves.first().map(|first| first.written)
    {
        return write_turns(moves, record.closing, text);
    }
    write_pairs(moves, usize::from(record.begins_with_second()), text)?;
    let runs_on = moves.is_empty() || next.is_some_and(|next| next.tags().is_empty());
    match record.closing {
        Some(result) => writeln!(text, "{result}"),
        None if runs_on => writeln!(text, "*"),
        None => Ok(()),
    }
}
