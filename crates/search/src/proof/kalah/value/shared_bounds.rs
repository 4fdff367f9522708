//! What is proved of a value so far, for all threads to see.

use crate::bounds::Bounds;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Bounds that only ever get closer.
pub(crate) struct SharedBounds {
    bounds: Mutex<Bounds>,
    /// What drafts take the value to be: no proof, only where to begin with one.
    guess: OnceLock<i32>,
}

impl SharedBounds {
    pub(crate) const fn new(bounds: Bounds) -> Self {
        Self {
            bounds: Mutex::new(bounds),
            guess: OnceLock::new(),
        }
    }

    pub(crate) fn get(&self) -> Bounds {
        *self.bounds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what has been proved, and gives all that is.
    pub(crate) fn narrow(&self, bounds: Bounds) -> Bounds {
        let mut known = self.bounds.lock().unwrap_or_else(PoisonError::into_inner);
        *known = known.intersect(bounds);
        *known
    }

    /// The guess, if there is one.
    pub(crate) fn guess(&self) -> Option<i32> {
        self.guess.get().copied()
    }

    /// Keeps a guess; the first one counts.
    pub(crate) fn keep_guess(&self, guess: i32) {
        self.guess.get_or_init(|| guess);
    }
}
