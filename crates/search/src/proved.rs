//! What is proved of a value so far, for all threads to see.

use crate::bounds::Bounds;
use std::sync::{Mutex, PoisonError};

/// Bounds that only ever get closer.
pub(crate) struct Proved(Mutex<Bounds>);

impl Proved {
    pub(crate) const fn new(bounds: Bounds) -> Self {
        Self(Mutex::new(bounds))
    }

    pub(crate) fn get(&self) -> Bounds {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what has been proved, and gives all that is.
    pub(crate) fn narrow(&self, bounds: Bounds) -> Bounds {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *known = known.intersect(bounds);
        *known
    }
}
