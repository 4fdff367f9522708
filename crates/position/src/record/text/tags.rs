//! Tags and comments as text.

use crate::error::ParseError;
use crate::notation::{Cursor, Word};
use crate::record::tags::names_tag;
/// Takes `[Name "value"]` and gives both; `\"` and `\\` stand for a quote and a backslash in the
/// value.
pub(super) fn take_tag<'a>(cursor: &mut Cursor<'a>) -> Result<[Word<'a>; 2], ParseError> {
    cursor.take('[', "`[`")?;
    let name = cursor.take_while(names_tag);
    if name.text.is_empty() {
        return Err(cursor.refuse("the name of a tag"));
    }
    cursor.take_gap("the value of the tag in quotes")?;
    cursor.take('"', "`\"` and the value of the tag")?;
    let mut escaped = false;
    let value = cursor.take_while(|c| {
        let ends = c == '\n' || (c == '"' && !escaped);
        escaped = c == '\\' && !escaped;
        !ends
    });
    cursor.take('"', "`\"` behind the value of the tag")?;
    cursor.skip_spaces();
    cursor.take(']', "`]`")?;
    Ok([name, value])
}

/// The value of a tag without the backslashes.
pub(super) fn unescape(value: &str) -> String {
    let mut escaped = false;
    let keep = |c: &char| {
        escaped = *c == '\\' && !escaped;
        !escaped
    };
    value.chars().filter(keep).collect()
}

pub(super) fn take_comment<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str, ParseError> {
    cursor.take('{', "`{`")?;
    let comment = cursor.take_while(|c| c != '}');
    cursor.take('}', "`}` behind the comment")?;
    Ok(comment.text.trim())
}

/// Skips spaces and what is a comment to the end of the line.
pub(super) fn skip_spaces_and_lines(cursor: &mut Cursor<'_>) {
    loop {
        cursor.skip_spaces();
        match cursor.peek() {
            Some('%') if cursor.place().column == 1 => {}
            Some(';') => {}
            _ => return,
        }
        cursor.take_while(|c| c != '\n');
    }
}

/// A tag in a line of its own.
pub(super) fn write_tag(name: &str, value: &str) -> String {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    let value = value.replace(['\n', '\r'], " ");
    format!("[{name} \"{value}\"]\n")
}
