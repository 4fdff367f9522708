//! The memory of grids that are done with, for the next ones: the system clears every page that it
//! gives, which takes as long as sweeping it.

use super::grid::Grid;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Buffers that wait for their next use.
#[derive(Default)]
pub(crate) struct GridPool(Mutex<Vec<Vec<i8>>>);

impl GridPool {
    /// A buffer of any size, empty if none waits.
    pub(super) fn take(&self) -> Vec<i8> {
        self.lock().pop().unwrap_or_default()
    }

    /// Keeps the memory of a grid.
    pub(super) fn give(&self, grid: Grid) {
        if let Some(memory) = grid.into_memory() {
            self.lock().push(memory);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Vec<i8>>> {
        // A list that a panic has left is one of whole buffers.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
