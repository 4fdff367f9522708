//! Proving values: a shallow pre-search gives a guess, then a driver proves the value.

use super::drivers::{Driver, prove};
use super::ladder::climb;
use super::parallel_search::ParallelSearch;
use super::shallow_search::pre_search;
use super::shared_bounds::SharedBounds;
use crate::error::SolveError;
use crate::proof::kalah::search::{Abort, AlphaBeta, NodeCount, SearchContext, Solvable};
use crate::proof::kalah::transposition::ProofTable;
use mancala_endgame::Tablebase;

/// The nodes of the ladder before a long proof: it soon has bounds to show.
const EARLY_NODES: u64 = 1 << 22;
/// The nodes that the driver's questions may take. Most proofs end before; the rest is the
/// ladder's.
const DRIVER_NODES: u64 = 1 << 26;

/// Proves the values of positions, one after the other.
pub(crate) struct ValueProver<'a, S: Solvable, T: Tablebase<S::Position>> {
    search: ParallelSearch<'a, S, T>,
    driver: Driver,
    pre_search_table: &'a ProofTable<'a>,
}

impl<'a, S: Solvable, T: Tablebase<S::Position>> ValueProver<'a, S, T> {
    pub(crate) const fn new(
        context: SearchContext<'a, S, T>,
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

    /// The nodes so far, those of the pre-search included.
    pub(crate) const fn count(&self) -> NodeCount {
        self.search.count()
    }

    /// The error, if a search was not only stopped.
    pub(crate) const fn take_failure(&mut self) -> Option<SolveError> {
        self.search.take_failure()
    }

    /// The search, for questions beyond the value of one position.
    pub(crate) const fn search(&mut self) -> &mut ParallelSearch<'a, S, T> {
        &mut self.search
    }

    /// Proves the value of a position. `proved` has what is known of it, and every bound that is
    /// proved on the way is added there.
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
                    climb(&mut self.search, position, proved, found.guess, EARLY_NODES)?;
                }
                found.guess
            }
        };
        let (search, driver) = (&mut self.search, self.driver);
        let bounds = prove(search, driver, position, proved, guess, DRIVER_NODES)?;
        match bounds.value() {
            Some(value) => Ok(value),
            None => Ok(climb(search, position, proved, guess, u64::MAX)?.lower),
        }
    }
}
