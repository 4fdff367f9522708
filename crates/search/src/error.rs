//! The errors of proofs.

use crate::bounds::Bounds;
use crate::table_memory::TableMemoryError;
use mancala_endgame::{RulesDiffer, ThreadsError};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// A first turn and its proved bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnBounds {
    /// The pits that are sown one after the other, by index from 0.
    pub pits: Vec<u32>,
    /// The bounds of the turn's value for the player who makes it.
    pub bounds: Bounds,
}

/// A fault of a checkpoint.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointFault {
    /// The system reports an error.
    #[error("cannot {action} it: {source}")]
    Io {
        /// The operation.
        action: &'static str,
        /// The error of the system.
        source: io::Error,
    },
    /// The file is not as it was written: its length or a checksum is wrong, or it is another kind
    /// of file.
    #[error("it is damaged ({what})")]
    Damaged {
        /// The part that is wrong.
        what: &'static str,
    },
    /// It belongs to another proof.
    #[error("it belongs to another proof: its {what} is `{found}`, not `{expected}`")]
    Foreign {
        /// The field that differs: version, rules or position.
        what: &'static str,
        /// The field in the checkpoint.
        found: String,
        /// The field of this proof.
        expected: String,
    },
}

/// An error of a proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The system refused the memory of a transposition table.
    #[error(transparent)]
    TableMemory(#[from] TableMemoryError),
    /// The tablebase could not be read: it is damaged, for example.
    #[error(transparent)]
    Tablebase(#[from] mancala_endgame::Error),
    /// The tablebase has the values of other rules.
    #[error(transparent)]
    RulesDiffer(#[from] RulesDiffer),
    /// The monitor stopped the proof before its end.
    #[error("stopped; the value is proved to lie between {} and {}", .bounds.lower, .bounds.upper)]
    Interrupted {
        /// The proved bounds of the value.
        bounds: Bounds,
        /// The proved bounds of the first turns, if they were begun.
        turns: Vec<TurnBounds>,
        /// The positions that were searched.
        nodes: u64,
        /// The time that it took.
        elapsed: Duration,
        /// Whether it had resumed from a checkpoint, whose nodes and time are included.
        resumed: bool,
    },
    /// A checkpoint cannot be written or read.
    #[error("checkpoint {}: {fault}", .path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// The fault.
        #[source]
        fault: CheckpointFault,
    },
    /// The threads could not be started.
    #[error(transparent)]
    Threads(#[from] ThreadsError),
}
