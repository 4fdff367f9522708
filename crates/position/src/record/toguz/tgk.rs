//! TGK: PGN-like tags, then the moves in numbered pairs. PlayOK's move text is read by the same rules.
//!
//! A `%` at the start of a line and a `;` anywhere between moves make the rest of the line a comment, as does a pair
//! of braces, over lines if need be. A game begins with its tags, or with a move behind the result of the game
//! before.

use super::game_record::{GameRecord, RecordedMove};
use crate::error::ParseError;
use crate::notation::tags::{skip_spaces_and_lines, take_comment, take_tag, unescape, write_tag};
use crate::notation::{Cursor, Word, WrittenMove};
use crate::result::GameResult;
use std::fmt::{self, Write};

fn add_comment(record: &mut GameRecord, text: &str) {
    let comment = match record.moves.last_mut() {
        Some(last) => &mut last.comment,
        None => &mut record.comment,
    };
    if !comment.is_empty() {
        comment.push(' ');
    }
    comment.push_str(text);
}

/// What a word of the move text is.
enum Token<'a> {
    /// The number of a pair of moves, perhaps with a move right behind it.
    Number(u32, Word<'a>),
    Result(Option<GameResult>),
    Move,
}

fn token(word: Word<'_>) -> Result<Token<'_>, ParseError> {
    if word.text == "*" {
        return Ok(Token::Result(None));
    }
    if let Ok(result) = word.text.parse::<GameResult>() {
        return Ok(Token::Result(Some(result)));
    }
    let Some((digits, rest)) = word.text.split_once('.') else {
        return Ok(Token::Move);
    };
    let number = Word {
        text: digits,
        ..word
    };
    let Some(number) = number.number() else {
        return Err(word.refuse("the number of a move, as in `12.`"));
    };
    let text = rest.trim_start_matches('.');
    let before = word.text.len() - text.len();
    let place = word.place.right(before);
    Ok(Token::Number(number, Word { text, place }))
}

fn recorded_move(word: Word<'_>, number: Option<u32>) -> Result<RecordedMove, ParseError> {
    Ok(RecordedMove {
        written: WrittenMove::from_word(word)?,
        place: word.place,
        number,
        comment: String::new(),
    })
}

/// Takes the moves of one game as far as they go: to the end, the next tags, or behind the result.
pub(super) fn take_moves(
    cursor: &mut Cursor<'_>,
    record: &mut GameRecord,
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
        let word = cursor.take_while(|c| !c.is_whitespace() && !matches!(c, '{' | ';'));
        match token(word)? {
            Token::Result(result) => {
                record.closing = result;
                return Ok(());
            }
            Token::Number(pair, rest) => {
                number = Some(pair);
                if !rest.text.is_empty() {
                    record.moves.push(recorded_move(rest, number.take())?);
                }
            }
            Token::Move => record.moves.push(recorded_move(word, number.take())?),
        }
    }
}

pub(super) fn read(text: &str) -> Result<Vec<GameRecord>, ParseError> {
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
        take_moves(&mut cursor, &mut record)?;
        skip_spaces_and_lines(&mut cursor);
        records.push(record);
    }
    Ok(records)
}

fn write_comment(comment: &str, text: &mut String) -> fmt::Result {
    if comment.is_empty() {
        return Ok(());
    }
    write!(text, " {{{}}}", comment.replace('}', ""))
}

/// Writes a record that may have another one behind it: without a result between them, a game that has no moves,
/// or one whose successor has no tags, would run into the next.
pub(super) fn write(
    record: &GameRecord,
    next: Option<&GameRecord>,
    text: &mut String,
) -> fmt::Result {
    for tag in record.tags() {
        text.push_str(&write_tag(&tag.name, &tag.value));
    }
    if !record.tags().is_empty() {
        writeln!(text)?;
    }
    if !record.comment.is_empty() {
        writeln!(text, "{{{}}}", record.comment.replace('}', ""))?;
    }
    let offset = usize::from(record.begins_with_black());
    for (index, recorded) in record.moves.iter().enumerate() {
        let half = index + offset;
        match (half % 2, index) {
            (0, _) => write!(text, "{}.", half / 2 + 1)?,
            (_, 0) => write!(text, "{}...", half / 2 + 1)?,
            _ => {}
        }
        write!(text, " {}", recorded.written)?;
        write_comment(&recorded.comment, text)?;
        if half % 2 == 1 || index + 1 == record.moves.len() {
            writeln!(text)?;
        }
    }
    let runs_on = record.moves.is_empty() || next.is_some_and(|next| next.tags().is_empty());
    match record.closing {
        Some(result) => writeln!(text, "{result}"),
        None if runs_on => writeln!(text, "*"),
        None => Ok(()),
    }
}
