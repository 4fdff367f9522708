//! The board that commands are about.

use super::command::shown;
use mancala_position::{GameHistory, GameSpec, GameState, StateError};

/// The game that is played on, or why there is none.
pub(super) struct CurrentGame {
    spec: GameSpec,
    history: Result<GameHistory, String>,
}

fn start(spec: &GameSpec) -> Result<GameHistory, String> {
    match GameState::start(spec) {
        Ok(state) => Ok(GameHistory::new(state)),
        Err(error @ StateError::NoStart { .. }) => Err(format!("{error}: set a position")),
        Err(error) => Err(error.to_string()),
    }
}

fn play(history: &mut GameHistory, words: &[String]) -> Result<(), String> {
    for word in words {
        history
            .push_turn(word)
            .map_err(|error| format!("move `{}`: {error}", shown(word)))?;
    }
    Ok(())
}

impl CurrentGame {
    /// The start of a game.
    pub(super) fn new(spec: &GameSpec) -> Self {
        Self {
            spec: *spec,
            history: start(spec),
        }
    }

    /// Sets the start or the position that is written, and plays the moves. If anything does not
    /// fit there is no position afterwards, so that a search is never of another one than was
    /// meant.
    pub(super) fn set(&mut self, text: Option<&str>, moves: &[String]) -> Result<(), String> {
        let history = match text {
            None => start(&self.spec),
            Some(text) => GameState::from_text(&self.spec, text)
                .map(GameHistory::new)
                .map_err(|error| format!("position: {error}")),
        };
        self.history = history.and_then(|mut history| {
            play(&mut history, moves)?;
            Ok(history)
        });
        match &self.history {
            Ok(_) => Ok(()),
            Err(reason) => Err(reason.clone()),
        }
    }

    /// The game.
    pub(super) fn history(&self) -> Result<&GameHistory, &str> {
        self.history.as_ref().map_err(String::as_str)
    }
}
