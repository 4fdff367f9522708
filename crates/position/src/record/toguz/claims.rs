//! What the tags of a record claim of its game.

use crate::error::ParseError;
use crate::notation::{Cursor, Word};
use crate::result::GameResult;
use crate::toguz::{ToguzGame, ToguzRules};
use crate::variant::spec::GameSpec;
use std::fmt;

/// How a game is said to have ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordedEnd {
    /// The player to move had no ball.
    Stuck,
    /// A kazan had passed half of all balls.
    Majority,
    /// The game was broken off: resigned, left, or agreed drawn.
    Unfinished,
}

impl fmt::Display for RecordedEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stuck => "stuck",
            Self::Majority => "majority",
            Self::Unfinished => "unfinished",
        })
    }
}

/// What the tags of a record claim of its game; each is `None` where they say nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Claims {
    /// `Game`: the rules it was played by.
    pub rules: Option<ToguzRules>,
    /// `Result`.
    pub result: Option<GameResult>,
    /// `Count`: the kazans after the last move, White's first, with the rest included where the player to
    /// move has no ball.
    pub kazans: Option<[u32; 2]>,
    /// `Plies`: how many moves there are.
    pub plies: Option<u32>,
    /// `End`.
    pub end: Option<RecordedEnd>,
}

fn read_rules(value: Word<'_>) -> Result<ToguzRules, ParseError> {
    let refuse = |reason: &str| {
        value.refuse(format!(
            "a game of the Toguz family, as in `toguz,atsyz=extra-move` ({reason})"
        ))
    };
    match value.text.parse() {
        Ok(GameSpec::Toguz { rules }) => Ok(rules),
        Ok(GameSpec::Kalah { .. }) => Err(refuse("Kalah has no such records")),
        Err(error) => Err(refuse(&error.to_string())),
    }
}

fn read_kazans(value: Word<'_>) -> Result<[u32; 2], ParseError> {
    let number = |text: &str| {
        Word {
            text: text.trim(),
            ..value
        }
        .number()
    };
    let kazans = value.text.split_once('-');
    kazans
        .and_then(|(white, black)| Some([number(white)?, number(black)?]))
        .ok_or_else(|| value.refuse("both kazans, as in `84-54`"))
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

impl Claims {
    /// Takes in what a tag says.
    pub(super) fn set(&mut self, name: &str, value: Word<'_>) -> Result<(), ParseError> {
        let known = !matches!(value.text, "" | "?");
        match name {
            "Game" => self.rules = known.then(|| read_rules(value)).transpose()?,
            "Result" => {
                self.result = value.text.parse().ok();
                if known && self.result.is_none() && value.text != "*" {
                    return Err(value.refuse("a result: `1-0`, `0-1`, `1/2-1/2` or `*`"));
                }
            }
            "Count" => self.kazans = known.then(|| read_kazans(value)).transpose()?,
            "Plies" => {
                let read = || {
                    let mut cursor = Cursor::at(value.text, value.place);
                    let plies = cursor.take_number("the number of plies", u32::MAX)?;
                    cursor.finish()?;
                    Ok(plies.value)
                };
                self.plies = known.then(read).transpose()?;
            }
            "End" => self.end = known.then(|| read_end(value)).transpose()?,
            _ => {}
        }
        Ok(())
    }
}
