//! A proof to make: the position, and the arguments.

use crate::commands::solve::arguments::Arguments;
use crate::output::Output;
use crate::proof::kalah_prover;
use mancala_position::GameSpec;
use mancala_position::kalah::{KalahRules, KalahState};
use mancala_search::{Checkpoints, KalahProver, ProofDatabase};

/// A question about positions of one game, and the means to answer it.
pub(super) struct Question<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) output: &'a Output,
    pub(super) game: &'a GameSpec,
    pub(super) rules: &'a KalahRules,
    pub(super) pie: bool,
}

/// A position to prove, with the database that is ready.
pub(super) struct Task<'a> {
    pub(super) question: &'a Question<'a>,
    pub(super) state: &'a KalahState,
    pub(super) database: Option<&'a ProofDatabase>,
}

impl Question<'_> {
    /// The threads of the search.
    pub(super) fn threads(&self) -> usize {
        self.arguments.proving.resources.threads.count()
    }

    /// The prover that the arguments describe.
    pub(super) fn prover(&self) -> KalahProver {
        let prover =
            kalah_prover(self.rules, &self.arguments.proving).value_only(self.arguments.value_only);
        match self.checkpoints() {
            Some(checkpoints) => prover.checkpoints(checkpoints),
            None => prover,
        }
    }

    /// The place where the proof is saved.
    pub(super) fn checkpoints(&self) -> Option<Checkpoints> {
        let folder = self.arguments.checkpoint.as_ref()?;
        Some(Checkpoints {
            interval: self.arguments.checkpoint_every,
            ..Checkpoints::new(folder)
        })
    }
}
