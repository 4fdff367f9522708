//! Memory of grids that are no longer wanted, for the next ones: the system clears every page that it gives, which takes
//! as long as sweeping it.

use super::grid::Grid;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Memory that waits for its next use.
#[derive(Default)]
pub(crate) struct Spares(Mutex<Vec<Vec<i8>>>);

impl Spares {
    /// Memory of any size, empty if none waits.
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
