//! The errors of an analysis.

use crate::table_memory::TableMemoryError;
use mancala_endgame::{RulesDiffer, ThreadsError};

/// An analysis that cannot begin, or that has no sound result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The system refused the memory of the transposition table.
    #[error(transparent)]
    TableMemory(#[from] TableMemoryError),
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
    /// The tablebase has the values of other rules.
    #[error(transparent)]
    RulesDiffer(#[from] RulesDiffer),
    /// A value of the tablebase could not be read: a file is damaged, for example.
    #[error(transparent)]
    Tablebase(#[from] mancala_endgame::Error),
    /// A state that an engine is to analyze is one of another game, or of other rules.
    #[error("the engine is one for `{expected}`, and the position is one of `{found}`")]
    OtherGame {
        /// The game of the engine.
        expected: String,
        /// The game of the state.
        found: String,
    },
}
