//! The way to proved values: a draft, then the proof, by one thread or by several that share the table.

use super::bound_narrowing::narrow_bounds;
use super::drivers::{Driver, prove};
use super::parallel_search::ParallelSearch;
use super::shallow_search::pre_search;
use super::shared_bounds::SharedBounds;
use crate::error::SolveError;
use crate::proof::kalah::search::{Abort, AlphaBeta, NodeCount, SearchContext, Solvable};
use crate::proof::kalah::transposition::ProofTable;
use mancala_endgame::Tablebase;

/// The nodes of a question before a long proof: what they can show of its value they show at once.
const SOON: u64 = 1 << 18;

/// Proves values one after the other.
pub(crate) struct ValueProver<'a, S: Solvable, O: Tablebase<S::Position>> {
    search: ParallelSearch<'a, S, O>,
    driver: Driver,
    /// The table of the drafts.
    pre_search_table: &'a ProofTable<'a>,
}

impl<'a, S: Solvable, O: Tablebase<S::Position>> ValueProver<'a, S, O> {
    pub(crate) const fn new(
        context: SearchContext<'a, S, O>,
        driver: Driver,
        threads: usize,
        pre_search_table: &'a ProofTable<'a>,
    ) -> Self {
        Self {
            search: ParallelSearch::new(context, threads, |context| {
                AlphaBeta::with_effort_probes(context)
            }),
            driver,
            pre_search_table,
        }
    }

    /// What was done so far, drafts included.
    pub(crate) const fn count(&self) -> NodeCount {
        self.search.count()
    }

    /// What went wrong, if a search was not only stopped.
    pub(crate) const fn take_failure(&mut self) -> Option<SolveError> {
        self.search.take_failure()
    }

    /// Puts questions that go beyond the value of one position.
    pub(crate) const fn search(&mut self) -> &mut ParallelSearch<'a, S, O> {
        &mut self.search
    }

    /// The value of a position of which `proved` is known; what is proved on the way is added to it.
    pub(crate) fn prove(
        &mut self,
        position: S::Position,
        proved: &SharedBounds,
    ) -> Result<i32, Abort> {
        if let Some(value) = proved.get().value() {
            return Ok(value);
        }
        let guess = match proved.guess() {
            Some(guess) => guess,
            None => {
                let found = pre_search(&mut self.search, self.pre_search_table, position)?;
                self.search.context.hints = found.hints;
                proved.keep_guess(found.guess);
                if found.is_unfinished {
                    narrow_bounds(&mut self.search, position, proved, found.guess, SOON)?;
                }
                found.guess
            }
        };
        prove(&mut self.search, self.driver, position, proved, guess)
    }
}
