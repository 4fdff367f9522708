//! The interface of a player in a match.

use super::budget::Budget;
use crate::analysis::AnalysisError;
use mancala_endgame::ThreadsError;
use mancala_position::GameHistory;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A move that a player has chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The pit, by index from 0.
    pub pit: u32,
    /// The nodes that he searched for it, as far as he tells.
    pub nodes: u64,
}

/// Whoever can play: the engine, a test opponent, a program at the other end of a pipe.
pub trait Player: Send {
    /// The name in results and records.
    fn name(&self) -> String;

    /// A new game begins, the one of this number in a match. What was learnt in earlier ones is
    /// forgotten, so that the game does not depend on them; who learns nothing need do nothing.
    ///
    /// # Errors
    ///
    /// [`PlayerError`] if he cannot play on.
    fn new_game(&mut self, _number: u64) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Chooses a move in an unfinished game. The moves so far are there because positions can
    /// recur. A choice may be illegal: whoever runs the game has to look.
    ///
    /// # Errors
    ///
    /// [`PlayerError`] if there is no choice, [`PlayerError::Stopped`] because `stop` was set.
    fn choose(
        &mut self,
        history: &GameHistory,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError>;
}

/// Why a player cannot play.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// His program cannot be started.
    #[error("cannot start `{command}`: {source}")]
    Start {
        /// The program and its arguments.
        command: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// His program has ended.
    #[error("{name} has ended by itself{status}, when `{asked}` was asked of it")]
    Died {
        /// His name.
        name: String,
        /// How it ended, with a space in front; empty if that is not known.
        status: String,
        /// The command that it had last.
        asked: String,
    },
    /// His program does not answer.
    #[error("{name} has not answered `{asked}` for {} s", waited.as_secs())]
    Silent {
        /// His name.
        name: String,
        /// The command that it had last.
        asked: String,
        /// How long was waited.
        waited: Duration,
    },
    /// He was asked for a move where there is none.
    #[error("{name} was asked for a move in `{position}`, where there is none")]
    NoMove {
        /// His name.
        name: String,
        /// The position.
        position: String,
    },
    /// The analysis of the engine failed.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// The threads of the match could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// He was told to stop.
    #[error("stopped")]
    Stopped,
}

impl PlayerError {
    /// Whether the player's program has ended or does not answer.
    pub(in crate::matches) const fn is_crash(&self) -> bool {
        matches!(self, Self::Died { .. } | Self::Silent { .. })
    }
}
