//! Threads that search.

use crate::error::SolveError;
use std::panic::resume_unwind;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The stack of a thread that searches. A search is as deep as a game is long, and the longest conceivable games
/// of 8 pits have some 70,000 sowings: at most 255 of them bring seeds to a store, and between two of these there
/// are no more than 140 in either row, because a sowing that stays in its row pushes seeds nearer to the store, and
/// only from pits with too few seeds to reach it. Memory is taken only for what is used of it.
const STACK_BYTES: usize = 128 << 20;

/// Starts a thread with a stack for the longest game. It is the `number`th.
pub(crate) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    number: usize,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>, SolveError> {
    let builder = Builder::new().stack_size(STACK_BYTES);
    builder
        .spawn_scoped(scope, work)
        .map_err(|error| SolveError::Threads {
            threads: number,
            reason: error.to_string(),
        })
}

/// What a thread returns; if it panicked, the panic goes on here.
pub(crate) fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}
