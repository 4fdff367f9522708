//! Threads of its own for each task, as many as were asked for.

use crate::error::{Error, ThreadsError};

/// Runs a task whose parallel parts use so many threads.
///
/// # Errors
///
/// [`Error::Threads`] if the system does not give them, and those of the task.
pub(crate) fn with_threads<R: Send>(
    threads: usize,
    task: impl FnOnce() -> Result<R, Error> + Send,
) -> Result<R, Error> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .map_err(|error| {
            Error::Threads(ThreadsError {
                threads,
                reason: error.to_string(),
            })
        })?;
    pool.install(task)
}
