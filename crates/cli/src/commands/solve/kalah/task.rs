//! A proof to make: the position, and what the arguments say of it.

use super::size::{self, Means, Problem};
use crate::args::Proving;
use crate::commands::solve::arguments::Arguments;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::proof::{Ground, Work};
use mancala_endgame::Database;
use mancala_position::GameSpec;
use mancala_position::kalah::{KalahRules, KalahState};
use mancala_search::Checkpoints;

/// What is to be proved, and with what.
pub(super) struct Task<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) output: &'a Output,
    pub(super) game: &'a GameSpec,
    pub(super) rules: &'a KalahRules,
    pub(super) state: &'a KalahState,
    pub(super) pie: bool,
}

impl Task<'_> {
    pub(super) const fn problem(&self) -> Problem<'_> {
        Problem {
            rules: self.rules,
            seeds: self.state.position().seeds(),
            value_only: self.arguments.value_only,
        }
    }

    /// The database to stand on.
    pub(super) fn ground(&self, progress: &Progress) -> Result<Ground, Failure> {
        let Proving {
            db,
            resources: given,
            ..
        } = &self.arguments.proving;
        let existing = db.find(self.rules)?;
        let threads = given.threads.count();
        let means = Means {
            memory: given.memory.bytes(),
            threads,
            existing: existing.as_ref().map(Database::most_seeds),
        };
        let seeds = given
            .seeds
            .unwrap_or_else(|| size::choose(&self.problem(), &means));
        let work = Work {
            output: self.output,
            progress,
            threads,
            memory: means.memory,
        };
        let ground = Ground::prepare(db, self.rules, seeds, existing, &work)?;
        if size::is_worth_loading(&self.problem(), seeds, ground.bytes(), &means) {
            ground.in_memory(&work)
        } else {
            Ok(ground)
        }
    }

    /// Where the proof is saved.
    pub(super) fn checkpoints(&self) -> Option<Checkpoints> {
        let folder = self.arguments.checkpoint.as_ref()?;
        Some(Checkpoints {
            interval: self.arguments.checkpoint_every,
            ..Checkpoints::new(folder)
        })
    }
}
