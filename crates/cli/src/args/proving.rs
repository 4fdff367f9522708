//! The options of a proof: its database, threads, memory and time.

use super::database::Db;
use super::resources::{Memory, Threads};
use super::stop_after::StopAfter;
use clap::Args;

/// The resources of a proof.
#[derive(Args)]
pub(crate) struct ProofResources {
    /// The seeds to which all boards are known first, on which the proof stands [default: by
    /// problem and memory]
    #[arg(long, value_name = "N")]
    pub(crate) seeds: Option<u32>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) memory: Memory,
}

/// The database and the resources of a proof.
#[derive(Args)]
pub(crate) struct Proving {
    #[command(flatten)]
    pub(crate) db: Db,
    /// Search alone, without a database
    #[arg(long, conflicts_with_all = ["db", "seeds"])]
    pub(crate) no_db: bool,
    #[command(flatten)]
    pub(crate) resources: ProofResources,
    #[command(flatten)]
    pub(crate) stop_after: StopAfter,
}
