//! Reading a text from left to right, with the place of every word at hand.

use crate::error::{ParseError, Place};

/// A piece of the text and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) place: Place,
}

impl Word<'_> {
    /// The error that something else was expected here.
    pub(crate) fn refuse(&self, expected: impl Into<String>) -> ParseError {
        self.place.refuse(expected, self.text)
    }

    /// The word as a number in digits alone.
    pub(crate) fn number(&self) -> Option<u32> {
        self.text
            .bytes()
            .all(|byte| byte.is_ascii_digit())
            .then(|| self.text.parse().ok())
            .flatten()
    }
}

/// A number that was read, with the word it came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number<'a> {
    pub(crate) value: u32,
    pub(crate) word: Word<'a>,
}

/// The rest of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor<'a> {
    rest: &'a str,
    place: Place,
}

const fn separates(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | '/' | '<' | '>')
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Self::at(text, Place::START)
    }

    /// A text that is a part of a larger one, where it begins at the place.
    pub(crate) const fn at(text: &'a str, place: Place) -> Self {
        Self { rest: text, place }
    }

    pub(crate) const fn place(&self) -> Place {
        self.place
    }

    pub(crate) const fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn advance(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        for character in passed.chars() {
            if character == '\n' {
                self.place.line += 1;
                self.place.column = 1;
            } else {
                self.place.column += 1;
            }
        }
        self.rest = rest;
    }

    /// Takes characters as long as they fit.
    pub(crate) fn take_while(&mut self, mut fits: impl FnMut(char) -> bool) -> Word<'a> {
        let length = self.rest.find(|c| !fits(c)).unwrap_or(self.rest.len());
        let word = Word {
            text: &self.rest[..length],
            place: self.place,
        };
        self.advance(length);
        word
    }

    pub(crate) fn skip_spaces(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// The word that stands here, without taking it: up to a space, comma, slash or angle bracket;
    /// or that character itself.
    pub(crate) fn word(&self) -> Word<'a> {
        let word = self.clone().take_while(|c| !separates(c));
        if word.text.is_empty() {
            let length = self.peek().map_or(0, char::len_utf8);
            return Word {
                text: &self.rest[..length],
                place: self.place,
            };
        }
        word
    }

    /// The error that something else was expected here.
    pub(crate) fn refuse(&self, expected: impl Into<String>) -> ParseError {
        self.word().refuse(expected)
    }

    /// Takes a word that is not a separator.
    pub(crate) fn take_word(&mut self, expected: &str) -> Result<Word<'a>, ParseError> {
        let word = self.take_while(|c| !separates(c));
        if word.text.is_empty() {
            return Err(self.refuse(expected));
        }
        Ok(word)
    }

    /// Takes a number of at most `most`.
    pub(crate) fn take_number(
        &mut self,
        expected: &str,
        most: u32,
    ) -> Result<Number<'a>, ParseError> {
        let word = self.take_word(expected)?;
        match word.number() {
            Some(value) if value <= most => Ok(Number { value, word }),
            Some(_) => Err(word.refuse(format!("{expected}, at most {most}"))),
            None => Err(word.refuse(expected)),
        }
    }

    /// Takes one character.
    pub(crate) fn take(&mut self, character: char, expected: &str) -> Result<(), ParseError> {
        if self.peek() != Some(character) {
            return Err(self.refuse(expected));
        }
        self.advance(character.len_utf8());
        Ok(())
    }

    /// Takes one character with the spaces around it.
    pub(crate) fn take_spaced(
        &mut self,
        character: char,
        expected: &str,
    ) -> Result<(), ParseError> {
        let mut behind = *self;
        behind.skip_spaces();
        if behind.peek() == Some(character) {
            *self = behind;
        }
        self.take(character, expected)?;
        self.skip_spaces();
        Ok(())
    }

    /// Takes the space between two fields.
    pub(crate) fn take_gap(&mut self, expected: &str) -> Result<(), ParseError> {
        if self.take_while(char::is_whitespace).text.is_empty() {
            return Err(self.refuse(format!("a space, then {expected}")));
        }
        Ok(())
    }

    /// Nothing but spaces may be left.
    pub(crate) fn finish(mut self) -> Result<(), ParseError> {
        self.skip_spaces();
        if self.is_at_end() {
            Ok(())
        } else {
            Err(self.refuse("the end"))
        }
    }
}

/// Takes a row of `count` numbers with commas, and perhaps spaces, between them. `what` names one
/// of them: `South's pit`.
pub(crate) fn take_row<'a>(
    cursor: &mut Cursor<'a>,
    what: &str,
    count: u32,
) -> Result<Vec<Number<'a>>, ParseError> {
    let mut row = Vec::with_capacity(count as usize);
    for number in 1..=count {
        if number > 1 {
            cursor.take_spaced(',', &format!("`,` and {what} {number} of {count}"))?;
        }
        row.push(cursor.take_number(&format!("{what} {number} of {count}"), u32::MAX)?);
    }
    Ok(row)
}

/// Takes two numbers with a comma between them, as stores are written.
pub(crate) fn take_pair<'a>(
    cursor: &mut Cursor<'a>,
    what: [&str; 2],
    most: u32,
) -> Result<[Number<'a>; 2], ParseError> {
    let first = cursor.take_number(what[0], most)?;
    cursor.take_spaced(',', &format!("`,` and {}", what[1]))?;
    Ok([first, cursor.take_number(what[1], most)?])
}

/// The number with which the running sum passes `most`.
pub(crate) fn passing<'a, 'b>(
    numbers: impl IntoIterator<Item = &'b Number<'a>>,
    most: u32,
) -> Option<Word<'a>>
where
    'a: 'b,
{
    let mut sum = 0u64;
    numbers.into_iter().find_map(|number| {
        sum += u64::from(number.value);
        (sum > u64::from(most)).then_some(number.word)
    })
}
