//! The board that commands are about.

use super::command::shown;
use mancala_position::record::Course;
use mancala_position::{GameSpec, GameState, StateError};

/// The game that is played on, or why there is none.
pub(super) struct CurrentGame {
    spec: GameSpec,
    course: Result<Course, String>,
}

fn start(spec: &GameSpec) -> Result<Course, String> {
    match GameState::start(spec) {
        Ok(state) => Ok(Course::new(state)),
        Err(error @ StateError::NoStart { .. }) => Err(format!("{error}: set a position")),
        Err(error) => Err(error.to_string()),
    }
}

fn play(course: &mut Course, words: &[String]) -> Result<(), String> {
    for word in words {
        let turn = course
            .now()
            .read_turn(word)
            .map_err(|error| format!("move `{}`: {error}", shown(word)))?;
        for pit in turn {
            course.push(pit);
        }
    }
    Ok(())
}

impl CurrentGame {
    /// The start of a game.
    pub(super) fn new(spec: &GameSpec) -> Self {
        Self {
            spec: *spec,
            course: start(spec),
        }
    }

    /// Sets the start or the position that is written, and plays the moves. If anything does not fit there is no position
    /// afterwards, so that a search is never of another one than was meant.
    pub(super) fn set(&mut self, text: Option<&str>, moves: &[String]) -> Result<(), String> {
        let course = match text {
            None => start(&self.spec),
            Some(text) => GameState::from_text(&self.spec, text)
                .map(Course::new)
                .map_err(|error| format!("position: {error}")),
        };
        self.course = course.and_then(|mut course| {
            play(&mut course, moves)?;
            Ok(course)
        });
        match &self.course {
            Ok(_) => Ok(()),
            Err(reason) => Err(reason.clone()),
        }
    }

    /// The game.
    pub(super) fn course(&self) -> Result<&Course, &str> {
        self.course.as_ref().map_err(String::as_str)
    }
}
