//! Why a game and a position of it give no state.

use super::spec::GameSpec;
use crate::error::{ParseError, PositionError, RuleError};

/// Why a game and a position of it give no [`GameState`](crate::GameState).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The game's name is no name of a game.
    #[error(transparent)]
    Game(#[from] RuleError),
    /// A Kalah without the seeds of its start, and no position either.
    #[error("{game} names no start: it does not say how many seeds are in a pit")]
    NoStart {
        /// The game.
        game: GameSpec,
    },
    /// The start cannot be held.
    #[error(transparent)]
    Start(#[from] PositionError),
    /// The position cannot be read.
    #[error("cannot read the position: {0}")]
    Text(#[from] ParseError),
}
