//! A game of the Toguz family as it was recorded.

use super::claims::Claims;
use crate::error::ParseError;
use crate::error::Place;
use crate::notation::tags::{Tag, is_tag_name};
use crate::notation::{Word, WrittenMove};
use crate::result::GameResult;
use crate::toguz::{ToguzRules, ToguzState};

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// The move as it is written.
    pub written: WrittenMove,
    /// Where it stands.
    pub place: Place,
    /// The number in front of it, where there is one: `12` in `12. 76`.
    pub number: Option<u32>,
    /// The comment behind it; empty if there is none.
    pub comment: String,
}

/// A game as it was recorded: nothing in it has been compared with the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    tags: Vec<Tag>,
    claims: Claims,
    /// The comment in front of the first move; empty if there is none.
    pub comment: String,
    /// The moves, in order.
    pub moves: Vec<RecordedMove>,
    /// The result behind the moves, where one stands there.
    pub closing: Option<GameResult>,
    /// Where the record begins.
    pub place: Place,
}

impl GameRecord {
    /// A record without tags and moves that begins at the place.
    #[must_use]
    pub fn new(place: Place) -> Self {
        Self {
            tags: Vec::new(),
            claims: Claims::default(),
            comment: String::new(),
            moves: Vec::new(),
            closing: None,
            place,
        }
    }

    /// The tags, in the order in which they were set.
    #[must_use]
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.name == name)?;
        Some(&tag.value)
    }

    /// What the tags claim of the game.
    #[must_use]
    pub const fn claims(&self) -> &Claims {
        &self.claims
    }

    /// Sets a tag, in place of an earlier one of the name. Known to replaying are `Game` (the rules), `Position` or
    /// `FEN` (where the game starts), `Result` (`1-0`), `Count` (the final kazans, `84-54`), `Plies` and `End`
    /// (`stuck`, `majority` or its number, `unfinished`); of these, an empty value and `?` claim nothing.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the value of such a tag cannot be read, or the name is not made of letters, digits and
    /// `_` alone.
    pub fn set_tag(&mut self, name: &str, value: &str, place: Place) -> Result<(), ParseError> {
        if !is_tag_name(name) {
            return Err(place.refuse("the name of a tag: letters, digits and `_`", name));
        }
        self.claims.set(name, Word { text: value, place })?;
        let tag = Tag {
            name: name.to_owned(),
            value: value.to_owned(),
            place,
        };
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(earlier) => *earlier = tag,
            None => self.tags.push(tag),
        }
        Ok(())
    }

    /// Adds a move without a place of its own, as a game that is being played does.
    pub fn push(&mut self, written: WrittenMove) {
        self.moves.push(RecordedMove {
            written,
            place: self.place,
            number: None,
            comment: String::new(),
        });
    }

    /// The position in which the game starts: that of the tags `Position` or `FEN`, else the start of the game.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the tag is no position under the rules.
    pub fn start(&self, rules: &ToguzRules) -> Result<ToguzState, ParseError> {
        let tag = |name| self.tags.iter().find(|tag: &&Tag| tag.name == name);
        let (state, place) = if let Some(tag) = tag("Position") {
            (ToguzState::from_text(rules, &tag.value), tag.place)
        } else if let Some(tag) = tag("FEN") {
            let read = ToguzState::from_fen(rules, &tag.value);
            (read.map(|(state, _)| state), tag.place)
        } else {
            return Ok(ToguzState::start(rules));
        };
        state.map_err(|error| error.within(place))
    }

    /// Whether Black has the first move, as far as the tags say so.
    pub(super) fn begins_with_black(&self) -> bool {
        match (self.tag("Position"), self.tag("FEN")) {
            (Some(position), _) => position.split_whitespace().last() == Some("b"),
            (None, Some(fen)) => fen.split_whitespace().nth(3) == Some("N"),
            (None, None) => false,
        }
    }
}
