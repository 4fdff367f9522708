//! The way to proved values: a draft, then the proof, by one thread or by several that share the table.

use super::bound_narrowing::close_in;
use super::drivers::{Driver, prove};
use super::parallel_search::Asker;
use super::proved::Proved;
use super::shallow_search::draft;
use crate::error::SolveError;
use crate::knowledge::Oracle;
use crate::proof::kalah::search::{Count, Halt, Kernel, Setting, Solvable};
use crate::proof::kalah::transposition::Table;

/// The nodes of a question before a long proof: what they can show of its value they show at once.
const SOON: u64 = 1 << 18;

/// Proves values one after the other.
pub(crate) struct Prover<'a, S: Solvable, O: Oracle<S::Position>> {
    asker: Asker<'a, S, O>,
    driver: Driver,
    /// The table of the drafts.
    drafts: &'a Table<'a>,
}

impl<'a, S: Solvable, O: Oracle<S::Position>> Prover<'a, S, O> {
    pub(crate) const fn new(
        setting: Setting<'a, S, O>,
        driver: Driver,
        threads: usize,
        drafts: &'a Table<'a>,
    ) -> Self {
        Self {
            asker: Asker::new(setting, threads, |setting| Kernel::with_scouts(setting)),
            driver,
            drafts,
        }
    }

    /// What was done so far, drafts included.
    pub(crate) const fn count(&self) -> Count {
        self.asker.count()
    }

    /// What went wrong, if a search was not only stopped.
    pub(crate) const fn take_failure(&mut self) -> Option<SolveError> {
        self.asker.take_failure()
    }

    /// Puts questions that go beyond the value of one position.
    pub(crate) const fn asker(&mut self) -> &mut Asker<'a, S, O> {
        &mut self.asker
    }

    /// The value of a position of which `proved` is known; what is proved on the way is added to it.
    pub(crate) fn prove(&mut self, position: S::Position, proved: &Proved) -> Result<i32, Halt> {
        if let Some(value) = proved.get().value() {
            return Ok(value);
        }
        let guess = match proved.guess() {
            Some(guess) => guess,
            None => {
                let draft = draft(&mut self.asker, self.drafts, position)?;
                self.asker.setting.hints = draft.hints;
                proved.keep_guess(draft.guess);
                if draft.is_unfinished {
                    close_in(&mut self.asker, position, proved, draft.guess, SOON)?;
                }
                draft.guess
            }
        };
        prove(&mut self.asker, self.driver, position, proved, guess)
    }
}
