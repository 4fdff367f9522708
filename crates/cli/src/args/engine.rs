//! The options of the commands that run the engine: threads, table, endgames.

use crate::text::size::parse_table_bytes;
use clap::Args;
use mancala_search::MAX_THREADS;
use mancala_search::engine::{COMPUTED_BALLS, MAX_COMPUTED_BALLS, Sources};
use std::path::PathBuf;

/// Threads and table of the engine.
#[derive(Args)]
pub(crate) struct EngineResources {
    /// Threads to search with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS as i64))]
    threads: u16,
    /// The size of the table, as 256M; 64K or more
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = parse_table_bytes)]
    hash: u64,
}

impl EngineResources {
    /// How many threads to search with.
    pub(crate) fn threads(&self) -> usize {
        usize::from(self.threads)
    }

    /// The bytes of the transposition table.
    pub(crate) const fn table_bytes(&self) -> u64 {
        self.hash
    }
}

/// The endgames whose exact values the engine has.
#[derive(Args)]
pub(crate) struct EngineEndgames {
    /// The folder of databases, or of one database
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
    /// Toguz family without a database: know all boards with up to so many balls exactly
    #[arg(long, value_name = "N", default_value_t = COMPUTED_BALLS, value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_COMPUTED_BALLS)))]
    endgames: u32,
}

impl EngineEndgames {
    /// The source of the values.
    pub(crate) fn sources(&self) -> Sources<'_> {
        Sources {
            database: self.db.as_deref(),
            balls: self.endgames,
        }
    }
}
