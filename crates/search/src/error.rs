//! Why there is no answer.

use crate::bounds::Bounds;
use mancala_endgame::RulesDiffer;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// A first turn and what is proved of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnBounds {
    /// The pits that are sown one after the other, by index from 0.
    pub pits: Vec<u32>,
    /// What the turn is worth for the player who makes it lies between these.
    pub bounds: Bounds,
}

/// What can be wrong with a checkpoint.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointFault {
    /// The system refuses.
    #[error("cannot {action} it: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// What the system says.
        source: io::Error,
    },
    /// It is not what was written: its length or a checksum is wrong, or it is another kind of
    /// file.
    #[error("it is damaged ({what})")]
    Damaged {
        /// The part that is wrong.
        what: &'static str,
    },
    /// It belongs to another proof.
    #[error("it belongs to another proof: its {what} is `{found}`, not `{expected}`")]
    Foreign {
        /// What differs: version, rules or position.
        what: &'static str,
        /// What it says.
        found: String,
        /// What this proof is.
        expected: String,
    },
}

/// What can go wrong in a proof.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The transposition table's memory could not be had.
    #[error("no memory for a transposition table of {bytes} bytes: {reason}")]
    TableMemory {
        /// The bytes asked for.
        bytes: u64,
        /// What the system says.
        reason: String,
    },
    /// A value of the tablebase could not be read: it is damaged, for example.
    #[error(transparent)]
    Tablebase(#[from] mancala_endgame::Error),
    /// The tablebase has the values of other rules.
    #[error(transparent)]
    RulesDiffer(#[from] RulesDiffer),
    /// The monitor stopped the proof before its end.
    #[error("stopped; the value is proved to lie between {} and {}", .bounds.lower, .bounds.upper)]
    Interrupted {
        /// What was proved of the value until then.
        bounds: Bounds,
        /// What was proved of the first turns, if they were begun.
        turns: Vec<TurnBounds>,
        /// The positions that were searched.
        nodes: u64,
        /// The time that it took.
        elapsed: Duration,
        /// Whether it had gone on from a checkpoint, whose nodes and time are included.
        resumed: bool,
    },
    /// A checkpoint cannot be written or used.
    #[error("checkpoint {}: {fault}", .path.display())]
    Checkpoint {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        fault: CheckpointFault,
    },
    /// The threads for the work could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were wanted.
        threads: usize,
        /// Why not.
        reason: String,
    },
}
