//! A game as it was recorded.

use super::tags::{Tag, Tags};
use super::written_move::{MoveMisfit, WrittenMove};
use crate::error::{ParseError, Place};
use crate::notation::{ToguzMove, ToguzMoveMisfit};
use crate::result::GameResult;
use crate::toguz::ToguzState;
use crate::variant::error::StateError;
use crate::variant::history::GameHistory;
use crate::variant::spec::GameSpec;
use crate::variant::state::GameState;

/// A move of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedMove {
    /// The move as it is written.
    pub written: WrittenMove,
    /// The move's place in the text.
    pub place: Place,
    /// The number in front of it, where there is one: `12` in `12. 76`.
    pub number: Option<u32>,
    /// The comment behind it; empty if there is none.
    pub comment: String,
}

/// A game of either family as it was recorded: nothing in it has been compared with the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    tags: Tags,
    /// The comment in front of the first move; empty if there is none.
    pub comment: String,
    /// The moves, in order.
    pub moves: Vec<RecordedMove>,
    /// The result behind the moves, where one stands there.
    pub closing: Option<GameResult>,
    /// The place where the record begins.
    pub place: Place,
}

impl GameRecord {
    /// A record without tags and moves that begins at the place.
    #[must_use]
    pub fn new(place: Place) -> Self {
        Self {
            tags: Tags::default(),
            comment: String::new(),
            moves: Vec::new(),
            closing: None,
            place,
        }
    }

    /// The tags, with what they say of the game.
    #[must_use]
    pub const fn tags(&self) -> &Tags {
        &self.tags
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        Some(&self.tags.get(name)?.value)
    }

    /// Sets a tag, in place of an earlier one of the name.
    ///
    /// # Errors
    ///
    /// As for [`Tags::set`].
    pub fn set_tag(&mut self, name: &str, value: &str, place: Place) -> Result<(), ParseError> {
        self.tags.set(name, value, place)
    }

    /// The game that the record names, or else the default.
    #[must_use]
    pub fn game(&self, default: &GameSpec) -> GameSpec {
        *self.tags.game().unwrap_or(default)
    }

    /// Refuses a record that names a game of the other family than this one.
    ///
    /// # Errors
    ///
    /// [`ParseError`] at the tag `Game`.
    pub fn check_family(&self, game: &GameSpec) -> Result<(), ParseError> {
        match (self.tags.get("Game"), self.game(game), game) {
            (Some(tag), GameSpec::Toguz { .. }, GameSpec::Kalah { .. }) => {
                Err(tag.place.refuse("a game of Kalah", &tag.value))
            }
            (Some(tag), GameSpec::Kalah { .. }, GameSpec::Toguz { .. }) => {
                Err(tag.place.refuse("a game of the Toguz family", &tag.value))
            }
            _ => Ok(()),
        }
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

    /// The state in which the game starts: that of the tags `Position` or `FEN`, else the start of
    /// the game that the record names, or else of the default.
    ///
    /// # Errors
    ///
    /// [`ParseError`] if the tag is no position of the game, or if there is no such tag and the
    /// game names no start that is held.
    pub fn start(&self, default: &GameSpec) -> Result<GameState, ParseError> {
        let game = self.game(default);
        if let Some(position) = self.tags.known("Position") {
            return GameState::from_text(&game, &position.value)
                .map_err(|error| error.within(position.place));
        }
        if let (Some(fen), GameSpec::Toguz { rules }) = (self.tags.known("FEN"), game) {
            return match ToguzState::from_fen(&rules, &fen.value) {
                Ok((state, _)) => Ok(GameState::Toguz { rules, state }),
                Err(error) => Err(error.within(fen.place)),
            };
        }
        GameState::start(&game).map_err(|error| self.refuse_start(&error))
    }

    fn refuse_start(&self, error: &StateError) -> ParseError {
        let expected = match error {
            StateError::NoStart { .. } => {
                "the seeds in each pit, as in [Game \"kalah:6,4\"], or the tag Position".to_owned()
            }
            error => format!("a start that is held ({error})"),
        };
        match self.tags.get("Game") {
            Some(Tag { value, place, .. }) => place.refuse(expected, value),
            None => self.place.refuse(expected, ""),
        }
    }

    /// Plays a move of the record if it is legal and all that is written of it fits. In a record
    /// that marks no tuzdik at all, none has to be marked.
    pub(super) fn play_move(
        &self,
        recorded: &RecordedMove,
        history: &mut GameHistory,
    ) -> Result<(), MoveMisfit> {
        match recorded.written.play(history) {
            Err(MoveMisfit::Toguz(ToguzMoveMisfit::TuzdikUnmarked { .. }))
                if !self.marks_tuzdiks() =>
            {
                history.push_legal(recorded.written.pit());
                Ok(())
            }
            played => played,
        }
    }

    fn marks_tuzdiks(&self) -> bool {
        let is_marked =
            |written| matches!(written, WrittenMove::Toguz(ToguzMove { tuzdik: true, .. }));
        self.moves
            .iter()
            .any(|recorded| is_marked(recorded.written))
    }

    /// Whether there is nothing but a comment.
    pub(super) fn is_comment(&self) -> bool {
        self.tags.is_empty()
            && self.moves.is_empty()
            && self.closing.is_none()
            && !self.comment.is_empty()
    }

    /// Whether the second player has the first move, as far as the tags say so.
    pub(super) fn begins_with_second(&self) -> bool {
        match (self.tag("Position"), self.tag("FEN")) {
            (Some(position), _) => position.split_whitespace().last() == Some("b"),
            (None, Some(fen)) => fen.split_whitespace().nth(3) == Some("N"),
            (None, None) => false,
        }
    }
}
