//! The errors of provers.

use crate::error::SolveError;
use mancala_endgame::{BuildReport, Error, Mismatch};
use std::path::PathBuf;

/// An error of a prover.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProverError {
    /// The proof failed, or the monitor stopped it.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The database could not be opened, built, verified or loaded.
    #[error(transparent)]
    Database(#[from] Error),
    /// The monitor stopped the build of the database. Finished layers are kept, and the same call
    /// resumes the build.
    #[error("the build in {} was stopped after {} of {layers} layers", .report.folder.display(), .report.layers)]
    BuildStopped {
        /// The report of the build.
        report: BuildReport,
        /// The layers that were wanted.
        layers: u64,
    },
    /// The monitor stopped the verification of the database.
    #[error("the verification of the database was stopped")]
    VerificationStopped,
    /// The verification of the database found something wrong.
    #[error("something is wrong in the database in {}", .folder.display())]
    DatabaseWrong {
        /// The folder.
        folder: PathBuf,
        /// The first of the things that are wrong.
        mismatch: Mismatch<i32>,
    },
    /// The archived layers of the database do not fit in the memory when they are decompressed.
    #[error(
        "the archived layers to {seeds} seeds take {needed} bytes of memory when they are unpacked, and \
         {available} may be used"
    )]
    ArchiveMemory {
        /// The largest layer.
        seeds: u32,
        /// The bytes of the layers.
        needed: u64,
        /// The bytes that may be used.
        available: u64,
    },
    /// The guarantees of all boards to so many balls do not fit in the memory.
    #[error(
        "the guarantees of {boards} boards to {balls} balls take {needed} bytes of memory, and \
         {available} may be used"
    )]
    GuaranteeMemory {
        /// The boards.
        boards: u64,
        /// The most balls of a board.
        balls: u32,
        /// The bytes of their guarantees.
        needed: u64,
        /// The bytes that may be used.
        available: u64,
    },
    /// The monitor stopped the computation of the guarantees, before the proof.
    #[error("the computation of the guarantees was stopped")]
    GuaranteesStopped,
}
