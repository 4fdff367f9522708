//! The tablebase of an analysis, with the first error that it gave.

use mancala_endgame::{EndgamePosition, Error, Tablebase};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A tablebase that many threads probe in the middle of a search. A value that cannot be read
/// counts as unknown there, and the error is kept: it ends the search soon and becomes its result.
pub(crate) struct ProbedTablebase<P: EndgamePosition> {
    tablebase: Option<Arc<dyn Tablebase<P>>>,
    most_seeds: u32,
    error: OnceLock<Error>,
}

impl<P: EndgamePosition> ProbedTablebase<P> {
    pub(crate) const fn none() -> Self {
        Self {
            tablebase: None,
            most_seeds: 0,
            error: OnceLock::new(),
        }
    }

    pub(crate) fn new(tablebase: Arc<dyn Tablebase<P>>) -> Self {
        Self {
            most_seeds: tablebase.most_seeds(),
            tablebase: Some(tablebase),
            error: OnceLock::new(),
        }
    }

    /// The most seeds on the board of a position that is known; 0 if none is.
    #[inline(always)]
    pub(crate) const fn most_seeds(&self) -> u32 {
        self.most_seeds
    }

    /// The value of an unfinished position, if it is known and can be read.
    #[inline(always)]
    pub(crate) fn probe(&self, position: &P) -> Option<P::Value> {
        match self.tablebase.as_ref()?.probe(position) {
            Ok(value) => value,
            Err(error) => {
                // Only the first one is kept.
                let _ = self.error.set(error);
                None
            }
        }
    }

    /// Whether a value could not be read.
    pub(crate) fn has_error(&self) -> bool {
        self.error.get().is_some()
    }

    /// The first error since it was last taken.
    pub(crate) fn take_error(&mut self) -> Option<Error> {
        self.error.take()
    }
}

impl<P: EndgamePosition> fmt::Debug for ProbedTablebase<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProbedTablebase")
            .field("most_seeds", &self.most_seeds)
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}
