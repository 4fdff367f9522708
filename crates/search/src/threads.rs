//! Threads that search: their number, and a stack for the longest game.

use mancala_endgame::ThreadsError;
use std::panic::resume_unwind;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The most threads of one search.
pub const MAX_THREADS: usize = 1024;

/// The stack of a thread that searches. A search is as deep as a game is long, and the longest
/// conceivable games of 8 pits have some 70,000 sowings: at most 255 of them bring seeds to a
/// store, and between two of these there are no more than 140 in either row, because a sowing that
/// stays in its row pushes seeds nearer to the store, and only from pits with too few seeds to
/// reach it. Only the pages that are used take memory.
const STACK_BYTES: usize = 128 << 20;

/// The number of threads to start where `threads` are asked for: one at least.
///
/// # Errors
///
/// [`ThreadsError`] if there are more than [`MAX_THREADS`].
pub(crate) fn checked(threads: usize) -> Result<usize, ThreadsError> {
    if threads > MAX_THREADS {
        let reason = format!("the most are {MAX_THREADS}");
        return Err(ThreadsError { threads, reason });
    }
    Ok(threads.max(1))
}

/// Starts a thread, the `number`th, with a stack for the longest game.
///
/// # Errors
///
/// [`ThreadsError`] if the system refuses.
pub(crate) fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    number: usize,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Result<ScopedJoinHandle<'scope, T>, ThreadsError> {
    let builder = Builder::new().stack_size(STACK_BYTES);
    builder
        .spawn_scoped(scope, work)
        .map_err(|error| ThreadsError {
            threads: number,
            reason: error.to_string(),
        })
}

/// The result of a thread. The panic of a thread goes on here.
pub(crate) fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}
