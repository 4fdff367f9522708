//! The events of a proof that an observer may want to tell.

use mancala_endgame::{Monitor, Silent};
use std::path::Path;
use std::time::Duration;

/// A step that a prover begins or has completed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ProofEvent<'a> {
    /// The missing layers of the database are built.
    BuildingDatabase {
        /// The folder of the database.
        folder: &'a Path,
        /// The largest layer.
        seeds: u32,
    },
    /// The database was verified, and nothing is wrong.
    DatabaseVerified {
        /// The level of the verification.
        level: u32,
        /// The time that it took.
        elapsed: Duration,
    },
    /// Archived layers are decompressed into memory.
    UnpackingArchives {
        /// The bytes of the layers in memory.
        bytes: u64,
    },
    /// The database is read into memory.
    LoadingDatabase {
        /// The bytes of its layers.
        bytes: u64,
    },
    /// The proof resumes from a checkpoint.
    ResumingProof {
        /// The file.
        checkpoint: &'a Path,
    },
}

/// A monitor that is told of the steps of a proof too.
pub trait ProofObserver: Monitor {
    /// A step begins or is completed.
    fn event(&self, _event: &ProofEvent<'_>) {}
}

impl ProofObserver for Silent {}
