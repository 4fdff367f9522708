//! Proved bounds of a value, shared by threads.

use crate::bounds::Bounds;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Bounds that only ever become narrower.
pub(crate) struct SharedBounds {
    bounds: Mutex<Bounds>,
    /// The value by the shallow pre-search: not proved, only where the proof begins.
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

    /// Adds proved bounds, and returns all that is proved.
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
