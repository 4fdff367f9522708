//! A proof to make: the position, and the arguments.

use crate::commands::solve::arguments::Arguments;
use crate::output::Output;
use crate::proof::kalah_prover;
use mancala_position::GameSpec;
use mancala_position::kalah::{KalahRules, KalahState};
use mancala_search::{Checkpoints, KalahProver};

/// The question of a proof and its means.
pub(super) struct Task<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) output: &'a Output,
    pub(super) game: &'a GameSpec,
    pub(super) rules: &'a KalahRules,
    pub(super) state: &'a KalahState,
    pub(super) pie: bool,
}

impl Task<'_> {
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
