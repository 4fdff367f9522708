//! The tags of a record, and what they say of its game.

use crate::error::{ParseError, Place};
use crate::notation::{Cursor, Word};
use crate::result::GameResult;
use crate::toguz::ToguzGame;
use crate::variant::spec::GameSpec;
use std::fmt;

/// A tag of a record, `[Name "value"]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tag {
    /// The tag's name.
    pub name: String,
    /// The tag's value.
    pub value: String,
    /// The place of the value.
    pub place: Place,
}

/// How a game is said to have ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordedEnd {
    /// A player had nothing to move, or in Kalah a row was empty: `stuck`.
    Stuck,
    /// A kazan had passed half of all balls: `majority`.
    Majority,
    /// The game was broken off (resigned, left, or agreed drawn): `unfinished`.
    Unfinished,
}

impl fmt::Display for RecordedEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Stuck => "stuck",
            Self::Majority => "majority",
            Self::Unfinished => "unfinished",
        })
    }
}

/// The tags of a record in the order in which they were set, and the values of those that say
/// something of the game.
///
/// These are `Game` (the rules), `Position` or `FEN` (where the game starts), `Result` (`1-0`),
/// `Count` (the stores at the end, `84-54`), `Plies` and `End` (`stuck`, `majority` or its number,
/// `unfinished`). An empty value and `?` say nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    list: Vec<Tag>,
    game: Option<GameSpec>,
    result: Option<GameResult>,
    stores: Option<[u32; 2]>,
    plies: Option<u32>,
    end: Option<RecordedEnd>,
}

impl Tags {
    /// `Game`: the game and the rules that it was played by.
    #[must_use]
    pub const fn game(&self) -> Option<&GameSpec> {
        self.game.as_ref()
    }

    /// `Result`.
    #[must_use]
    pub const fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// `Count`: the stores or kazans after the last move, the first player's first, with what is
    /// left on the board shared out where the game is finished.
    #[must_use]
    pub const fn stores(&self) -> Option<[u32; 2]> {
        self.stores
    }

    /// `Plies`: how many moves there are.
    #[must_use]
    pub const fn plies(&self) -> Option<u32> {
        self.plies
    }

    /// `End`: how the game ended.
    #[must_use]
    pub const fn end(&self) -> Option<RecordedEnd> {
        self.end
    }

    /// The tags, in the order in which they were set.
    pub fn iter(&self) -> std::slice::Iter<'_, Tag> {
        self.list.iter()
    }

    /// Whether there is no tag.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The tag with the name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Tag> {
        self.list.iter().find(|tag| tag.name == name)
    }

    /// The tag with the name if it says something.
    pub(super) fn known(&self, name: &str) -> Option<&Tag> {
        self.get(name).filter(|tag| says_something(&tag.value))
    }

    /// Sets a tag, in place of an earlier one of the name.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the tag says something of the game and its value cannot be read, or if the
    /// name is not made of letters, digits and `_` alone.
    pub fn set(&mut self, name: &str, value: &str, place: Place) -> Result<(), ParseError> {
        if !is_tag_name(name) {
            return Err(place.refuse("the name of a tag: letters, digits and `_`", name));
        }
        self.read(name, Word { text: value, place })?;
        let tag = Tag {
            name: name.to_owned(),
            value: value.to_owned(),
            place,
        };
        match self.list.iter_mut().find(|tag| tag.name == name) {
            Some(earlier) => *earlier = tag,
            None => self.list.push(tag),
        }
        Ok(())
    }

    /// Reads what a tag says of the game.
    fn read(&mut self, name: &str, value: Word<'_>) -> Result<(), ParseError> {
        let known = says_something(value.text);
        match name {
            "Game" => self.game = known.then(|| read_game(value)).transpose()?,
            "Result" => {
                self.result = value.text.parse().ok();
                if known && self.result.is_none() && value.text != "*" {
                    return Err(value.refuse("a result: `1-0`, `0-1`, `1/2-1/2` or `*`"));
                }
            }
            "Count" => self.stores = known.then(|| read_stores(value)).transpose()?,
            "Plies" => self.plies = known.then(|| read_plies(value)).transpose()?,
            "End" => self.end = known.then(|| read_end(value)).transpose()?,
            _ => {}
        }
        Ok(())
    }
}

impl<'a> IntoIterator for &'a Tags {
    type Item = &'a Tag;
    type IntoIter = std::slice::Iter<'a, Tag>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

pub(super) const fn names_tag(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

pub(super) fn is_tag_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(names_tag)
}

fn says_something(value: &str) -> bool {
    !matches!(value, "" | "?")
}

fn read_game(value: Word<'_>) -> Result<GameSpec, ParseError> {
    value
        .text
        .parse()
        .map_err(|error| value.refuse(format!("a game, as in `toguz` or `kalah:6,4` ({error})")))
}

fn read_stores(value: Word<'_>) -> Result<[u32; 2], ParseError> {
    let number = |text: &str| {
        Word {
            text: text.trim(),
            ..value
        }
        .number()
    };
    let stores = value.text.split_once('-');
    stores
        .and_then(|(first, second)| Some([number(first)?, number(second)?]))
        .ok_or_else(|| value.refuse("both stores or kazans, as in `84-54`"))
}

fn read_plies(value: Word<'_>) -> Result<u32, ParseError> {
    let mut cursor = Cursor::at(value.text, value.place);
    let plies = cursor.take_number("the number of plies", u32::MAX)?;
    cursor.finish()?;
    Ok(plies.value)
}

fn read_end(value: Word<'_>) -> Result<RecordedEnd, ParseError> {
    let is_majority = |text: &str| {
        ToguzGame::ALL
            .iter()
            .any(|game| (game.balls() / 2 + 1).to_string() == text)
    };
    match value.text {
        "stuck" => Ok(RecordedEnd::Stuck),
        "unfinished" => Ok(RecordedEnd::Unfinished),
        text if text == "majority" || is_majority(text) => Ok(RecordedEnd::Majority),
        _ => Err(value.refuse("`stuck`, `majority` (or `82`), or `unfinished`")),
    }
}
