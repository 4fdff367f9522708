//! The lines of the Kalah Game Protocol: `id@ref name argument ...`.

use std::fmt;

/// The longest line that is read; the protocol allows no longer ones.
pub(super) const MAX_LINE: usize = 16_384;

/// A command of the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Command {
    /// The number by which answers refer to the command.
    pub(super) id: Option<u64>,
    /// The number of the command that this one answers.
    pub(super) reference: Option<u64>,
    pub(super) name: String,
    pub(super) arguments: Vec<String>,
}

impl Command {
    /// Reads a line, with or without its end. `None` for a line that is no command.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let mut words = words(line)?.into_iter().peekable();
        let is_id =
            |word: &str| word.starts_with(|first: char| first.is_ascii_digit() || first == '@');
        let (mut id, mut reference) = (None, None);
        if let Some(word) = words.next_if(|word| is_id(word)) {
            let (own, other) = match word.split_once('@') {
                Some((own, other)) => (own, Some(other)),
                None => (word.as_str(), None),
            };
            if !own.is_empty() {
                id = Some(own.parse().ok()?);
            }
            reference = match other {
                Some(other) => Some(other.parse().ok()?),
                None => None,
            };
        }
        let name = words.next()?;
        let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        (is_name && !name.is_empty()).then(|| Self {
            id,
            reference,
            name,
            arguments: words.collect(),
        })
    }
}

/// The words of a line. Quotes keep blanks together, and a backslash keeps what follows it; a board
/// is one word even with blanks in it. `None` if quotes or brackets are not closed.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut characters = line.trim().chars().peekable();
    while let Some(&first) = characters.peek() {
        if first.is_whitespace() {
            characters.next();
            continue;
        }
        let mut word = String::new();
        if first == '"' {
            characters.next();
            loop {
                match characters.next()? {
                    '"' => break,
                    '\\' => word.push(characters.next()?),
                    other => word.push(other),
                }
            }
        } else if first == '<' {
            loop {
                let next = characters.next()?;
                word.push(next);
                if next == '>' {
                    break;
                }
            }
        } else {
            while let Some(next) = characters.next_if(|next| !next.is_whitespace()) {
                word.push(next);
            }
        }
        words.push(word);
    }
    Some(words)
}

/// Text in the quotes of the protocol, control characters as blanks.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            _ if character.is_control() => quoted.push(' '),
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

/// An answer to the server: a command that refers to one of its own, if that has a number.
pub(super) fn answer(to: Option<u64>, text: impl fmt::Display) -> String {
    match to {
        Some(id) => format!("@{id} {text}"),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_with_and_without_numbers() {
        let command = |id, reference, name: &str, arguments: &[&str]| {
            Some(Command {
                id,
                reference,
                name: name.to_owned(),
                arguments: arguments
                    .iter()
                    .map(|&argument| argument.to_owned())
                    .collect(),
            })
        };
        for (line, expected) in [
            (
                "kgp 1 0 1\r\n",
                command(None, None, "kgp", &["1", "0", "1"]),
            ),
            (
                "4 state <3,0,0,3,3,3,3,3,3>",
                command(Some(4), None, "state", &["<3,0,0,3,3,3,3,3,3>"]),
            ),
            ("6@4 stop\r\n", command(Some(6), Some(4), "stop", &[])),
            ("@7 ok", command(None, Some(7), "ok", &[])),
            (
                "12 error \"a \\\"quoted\\\" one\"",
                command(Some(12), None, "error", &["a \"quoted\" one"]),
            ),
            (
                "8 state <3, 0, 0>",
                command(Some(8), None, "state", &["<3, 0, 0>"]),
            ),
            ("", None),
            ("   ", None),
            ("4", None),
            ("4@ stop", None),
            ("99999999999999999999 ping", None),
            ("say \"unclosed", None),
            ("state <3,0", None),
            ("?!", None),
        ] {
            assert_eq!(Command::parse(line), expected, "{line}");
        }
    }

    #[test]
    fn quoted_text_reads_back() {
        for text in ["", "plain", "with \"quotes\" and \\", "two\nlines"] {
            let line = format!("set info:name {}", quoted(text));
            let read = Command::parse(&line).expect("a command");
            assert_eq!(read.arguments[1], text.replace('\n', " "));
        }
    }
}
