//! The tablebase below an analysis, which goes on without it where it cannot be read.

use mancala_endgame::{EndgamePosition, Error, Tablebase};
use std::sync::{Arc, OnceLock};

/// A tablebase, or none, with the first error that it gave.
pub(crate) struct Endgames<P: EndgamePosition> {
    tablebase: Option<Arc<dyn Tablebase<P>>>,
    most_seeds: u32,
    error: OnceLock<Error>,
}

impl<P: EndgamePosition> Endgames<P> {
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

    /// The value of an unfinished position, if it is known. A value that cannot be read counts as
    /// unknown, and the error is kept.
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

    /// The first error since it was last asked for.
    pub(crate) fn take_error(&mut self) -> Option<Error> {
        self.error.take()
    }
}
