//! The moves of a record as text, read and written: in the Toguz family numbered pairs (TGK, of
//! which PlayOK's move text is a part), in Kalah turns, `3-6 2 1`.

use super::tags::{skip_spaces_and_lines, take_comment};
use crate::error::ParseError;
use crate::notation::{Cursor, KalahMove, PlaceMove, SquareMove, ToguzMove, Word};
use crate::record::game_record::{GameRecord, RecordedMove};
use crate::record::written_move::WrittenMove;
use crate::result::GameResult;
use crate::variant::spec::GameSpec;
use std::fmt::{self, Write};

pub(super) fn add_comment(record: &mut GameRecord, text: &str) {
    let comment = match record.moves.last_mut() {
        Some(last) => &mut last.comment,
        None => &mut record.comment,
    };
    if !comment.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}

/// A result behind the moves: `*` is none.
fn closing(word: Word<'_>) -> Option<Option<GameResult>> {
    match word.text {
        "*" => Some(None),
        text => text.parse().ok().map(Some),
    }
}

/// Takes the number of a pair of moves from the front of a word, `12.` or `12...`, and gives what
/// is left of the word.
fn split_number(word: Word<'_>) -> Result<(Option<u32>, Word<'_>), ParseError> {
    let Some((digits, rest)) = word.text.split_once('.') else {
        return Ok((None, word));
    };
    let number = Word {
        text: digits,
        ..word
    };
    let Some(number) = number.number() else {
        return Err(word.refuse("the number of a move, as in `12.`"));
    };
    let text = rest.trim_start_matches('.');
    let place = word.place.right(word.text.len() - text.len());
    Ok((Some(number), Word { text, place }))
}

/// Takes in a word of the moves of a game of the Toguz family. `number` is that of the move to
/// come, where one stands before it.
fn take_toguz(
    word: Word<'_>,
    number: &mut Option<u32>,
    record: &mut GameRecord,
) -> Result<(), ParseError> {
    let (found, word) = split_number(word)?;
    *number = found.or(*number);
    if !word.text.is_empty() {
        let written = match SquareMove::from_word(word) {
            Some(squares) => WrittenMove::Square(squares),
            None => WrittenMove::Toguz(ToguzMove::from_word(word)?),
        };
        record.moves.push(RecordedMove {
            written,
            place: word.place,
            number: number.take(),
            comment: String::new(),
        });
    }
    Ok(())
}

/// Takes in a turn of Kalah.
fn take_kalah(word: Word<'_>, record: &mut GameRecord) -> Result<(), ParseError> {
    for (written, place) in KalahMove::from_word(word)? {
        record.moves.push(RecordedMove {
            written: WrittenMove::Kalah(written),
            place,
            number: None,
            comment: String::new(),
        });
    }
    Ok(())
}

/// Reads moves of Kalah by their places around the board if they cannot be meant by the numbers of
/// their pits: some number is beyond the pits of a side, and all are pits of either side.
fn number_by_places(record: &mut GameRecord, pits: u32) {
    let place = |recorded: &RecordedMove| match recorded.written {
        WrittenMove::Kalah(KalahMove { pit, joined: false }) => PlaceMove::new(pits, pit),
        _ => None,
    };
    let places: Option<Vec<PlaceMove>> = record.moves.iter().map(place).collect();
    let Some(places) = places else { return };
    if places.iter().any(|place| place.number() > pits) {
        for (recorded, place) in record.moves.iter_mut().zip(places) {
            recorded.written = WrittenMove::Place(place);
        }
    }
}

/// Takes the moves of one game as far as they go: to the end, the next tags, or behind the result.
/// A record that names no game is of the default.
pub(super) fn take_moves(
    cursor: &mut Cursor<'_>,
    record: &mut GameRecord,
    default: &GameSpec,
) -> Result<(), ParseError> {
    let game = record.game(default);
    take_words(cursor, record, &game)?;
    if let GameSpec::Kalah { rules, .. } = game {
        number_by_places(record, rules.pits());
    }
    Ok(())
}

fn take_words(
    cursor: &mut Cursor<'_>,
    record: &mut GameRecord,
    game: &GameSpec,
) -> Result<(), ParseError> {
    let mut number = None;
    loop {
        skip_spaces_and_lines(cursor);
        match cursor.peek() {
            None | Some('[') => return Ok(()),
            Some('{') => {
                let comment = take_comment(cursor)?;
                add_comment(record, comment);
                continue;
            }
            Some(_) => {}
        }
        let word = cursor.take_while(|c| !c.is_whitespace() && !matches!(c, '{' | ';' | ','));
        if word.text.is_empty() {
            cursor.take(',', "a move")?;
            continue;
        }
        if let Some(result) = closing(word) {
            record.closing = result;
            return take_comments_of_line(cursor, record);
        }
        match game {
            GameSpec::Kalah { .. } => take_kalah(word, record)?,
            GameSpec::Toguz { .. } => take_toguz(word, &mut number, record)?,
        }
    }
}

/// Takes the comments behind a result, as far as the line goes: they are of the game that ended.
fn take_comments_of_line(
    cursor: &mut Cursor<'_>,
    record: &mut GameRecord,
) -> Result<(), ParseError> {
    loop {
        cursor.take_while(|c| c == ' ' || c == '\t');
        if cursor.peek() != Some('{') {
            return Ok(());
        }
        let comment = take_comment(cursor)?;
        add_comment(record, comment);
    }
}

/// A comment in braces. It has no way to write a closing brace.
pub(super) fn braced(comment: &str) -> String {
    format!("{{{}}}", comment.replace('}', ""))
}

/// Writes moves in numbered pairs, one a line. The first is the second of its pair if `offset` is
/// 1.
pub(super) fn write_pairs(moves: &[RecordedMove], offset: usize, text: &mut String) -> fmt::Result {
    for (index, recorded) in moves.iter().enumerate() {
        let half = index + offset;
        match (half % 2, index) {
            (0, _) => write!(text, "{}.", half / 2 + 1)?,
            (_, 0) => write!(text, "{}...", half / 2 + 1)?,
            _ => {}
        }
        write!(text, " {}", recorded.written)?;
        if !recorded.comment.is_empty() {
            write!(text, " {}", braced(&recorded.comment))?;
        }
        if half % 2 == 1 || index + 1 == moves.len() {
            writeln!(text)?;
        }
    }
    Ok(())
}

/// The moves as turns, each a word with its comment behind it. A comment inside a turn parts it.
fn turns(moves: &[RecordedMove]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut may_join = false;
    for recorded in moves {
        let written = recorded.written.to_string();
        match words.last_mut() {
            Some(turn) if may_join && written.starts_with('-') => turn.push_str(&written),
            _ => words.push(written.trim_start_matches('-').to_owned()),
        }
        may_join = recorded.comment.is_empty();
        if !may_join {
            words.push(braced(&recorded.comment));
        }
    }
    words
}

/// Writes turns, and behind them the result or `*`, over as many lines as it takes.
pub(super) fn write_turns(
    moves: &[RecordedMove],
    result: Option<GameResult>,
    text: &mut String,
) -> fmt::Result {
    /// Lines are no longer than this, in characters.
    const WIDTH: usize = 100;
    let mut words = turns(moves);
    words.push(result.map_or_else(|| "*".to_owned(), |result| result.to_string()));
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            writeln!(text)?;
            width = 0;
        }
        let gap = if width > 0 { " " } else { "" };
        write!(text, "{gap}{word}")?;
        width += gap.len() + length;
    }
    writeln!(text)
}
