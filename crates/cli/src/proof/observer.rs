//! The progress of a proof with remarks on its steps, and the failures of provers.

use crate::database::stopped_build;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::progress::Progress;
use crate::text::duration::shown;
use crate::text::numbers::plural;
use crate::text::size::Size;
use mancala_endgame::Monitor;
use mancala_search::{ProofEvent, ProofObserver, ProverError};
use std::fmt::Display;

/// Shows the progress of a proof, and writes a remark on each of its steps.
pub(crate) struct ProofProgress<'a> {
    pub(crate) output: &'a Output,
    pub(crate) progress: &'a Progress,
}

impl Monitor for ProofProgress<'_> {
    fn start(&self, stage: &str, total: u64) {
        self.progress.start(stage, total);
    }

    fn advance(&self, units: u64) {
        self.progress.advance(units);
    }

    fn remark(&self, text: &str) {
        self.progress.remark(text);
    }

    fn should_stop(&self) -> bool {
        self.progress.should_stop()
    }
}

impl ProofObserver for ProofProgress<'_> {
    fn event(&self, event: &ProofEvent<'_>) {
        let note = |text: &dyn Display| self.progress.note(self.output, text);
        match event {
            ProofEvent::BuildingDatabase { folder, seeds } => note(&format_args!(
                "building the database to {} in {}",
                plural(u64::from(*seeds), "seed", "seeds"),
                folder.display()
            )),
            ProofEvent::DatabaseVerified { level, elapsed } => note(&format_args!(
                "checked the database at level {level} in {}",
                shown(*elapsed)
            )),
            ProofEvent::UnpackingArchives { bytes } => note(&format_args!(
                "unpacking archived layers into memory, {}",
                Size(*bytes)
            )),
            ProofEvent::LoadingDatabase { bytes } => note(&format_args!(
                "loading the database into memory, {}",
                Size(*bytes)
            )),
            ProofEvent::ResumingProof { checkpoint } => {
                note(&format_args!("going on from {}", checkpoint.display()));
            }
            _ => {}
        }
    }
}

/// The failure of a prover; that of an interruption says what interrupted it.
pub(crate) fn explain(error: ProverError, rules: &dyn Display, progress: &Progress) -> Failure {
    match error {
        ProverError::BuildStopped { report, layers } => stopped_build(&report, layers, progress),
        ProverError::VerificationStopped => progress.stopped("the verification has not ended"),
        ProverError::GuaranteesStopped => progress.stopped("nothing is proved yet"),
        ProverError::DatabaseWrong { folder, .. } => Failure::new(
            Kind::DatabaseDamaged,
            format_args!("something is wrong in {}", folder.display()),
        )
        .hint(format_args!("`mancala verify {rules} --level 3` says what")),
        ProverError::ArchiveMemory {
            seeds,
            needed,
            available,
        } => Failure::new(
            Kind::Memory,
            format_args!(
                "the archived layers to {seeds} seeds take {} of memory when they are unpacked, and {} may be used",
                Size(needed),
                Size(available)
            ),
        )
        .hint(format_args!(
            "`mancala unpack {rules}` unpacks them to disk, --memory SIZE allows more"
        )),
        ProverError::GuaranteeMemory {
            boards,
            balls,
            needed,
            available,
        } => Failure::new(
            Kind::Memory,
            format_args!(
                "the guarantees of {} to {balls} balls take {} of memory, and {} may be used",
                plural(boards, "board", "boards"),
                Size(needed),
                Size(available)
            ),
        )
        .hint("a smaller --seeds needs less, --memory SIZE allows more"),
        ProverError::Solve(error) => error.into(),
        ProverError::Database(error) => error.into(),
        other => Failure::new(Kind::Io, other),
    }
}
