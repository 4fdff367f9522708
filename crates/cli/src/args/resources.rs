//! The options `--threads` and `--memory`.

use crate::failure::Failure;
use crate::memory;
use crate::text::size::Size;
use clap::Args;
use mancala_endgame::ThreadsError;
use mancala_search::MAX_THREADS;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The most threads for each processor. More help nobody, and take seconds to start and to end.
const MOST_PER_PROCESSOR: usize = 8;

/// The number of threads.
#[derive(Args)]
pub(crate) struct Threads {
    /// Threads to use, eight for each processor at most [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: Option<u16>,
}

impl Threads {
    pub(crate) fn count(&self) -> usize {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        match self.threads {
            Some(threads) => usize::from(threads).min(MOST_PER_PROCESSOR * processors),
            None => processors,
        }
    }

    /// A pool of these threads; none for a single thread.
    pub(crate) fn pool(&self) -> Result<Option<ThreadPool>, Failure> {
        let threads = self.count();
        if threads == 1 {
            return Ok(None);
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| ThreadsError {
            threads,
            reason: error.to_string(),
        })?;
        Ok(Some(pool))
    }
}

/// The memory to use at most.
#[derive(Args)]
pub(crate) struct Memory {
    /// Memory to use at most, as 20G or 512M [default: three quarters of what is available]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
}

impl Memory {
    /// The bytes, if the option is given.
    pub(crate) fn given(&self) -> Option<u64> {
        self.memory.map(|size| size.0)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.memory
            .map_or_else(memory::default_budget, |size| size.0)
    }
}
