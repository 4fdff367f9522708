//! Options and report of a build.

use crate::format::layer_rules::LayerSet;
use crate::format::manifest::Provenance;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How to build.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The largest layer.
    pub seeds: u32,
    /// The set of layers up to it that are built.
    pub layers: LayerSet,
    /// How many threads work.
    pub threads: usize,
    /// The memory that may be used, in bytes. Finished layers that it does not hold are kept on
    /// disk while the build runs.
    pub memory: u64,
    /// When to stop, save and return.
    pub stop_after: Option<Duration>,
    /// Layers of at least so many positions are journaled: a stopped build keeps their finished
    /// sub-layers. Smaller ones are made anew, in a fraction of a second.
    pub journal_from: u64,
    /// The program, for the manifest.
    pub tool: String,
    /// The program's source commit, for the manifest.
    pub commit: Option<String>,
    /// The command line, for the manifest.
    pub command: String,
}

impl BuildOptions {
    /// Options for all layers up to the largest: two threads, no limit of memory, layers from 16
    /// million positions on journaled.
    #[must_use]
    pub fn new(seeds: u32) -> Self {
        Self {
            seeds,
            layers: LayerSet::All,
            threads: 2,
            memory: u64::MAX,
            stop_after: None,
            journal_from: 1 << 24,
            tool: concat!("mancala ", env!("CARGO_PKG_VERSION")).to_owned(),
            commit: None,
            command: String::new(),
        }
    }
}

impl BuildOptions {
    /// Whether the time of a run that began then is over.
    pub(crate) fn is_over(&self, begin: Instant) -> bool {
        self.stop_after
            .is_some_and(|limit| begin.elapsed() >= limit)
    }

    /// The manifest's entry for a layer that took so long.
    pub(crate) fn provenance(&self, elapsed: Duration) -> Provenance {
        Provenance {
            tool: self.tool.clone(),
            commit: self.commit.clone(),
            command: self.command.clone(),
            threads: self.threads,
            elapsed_ms: u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX),
            finished_unix_s: SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |time| time.as_secs()),
        }
    }
}

/// The report of a build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuildReport {
    /// The folder.
    pub folder: PathBuf,
    /// How many layers are there now, in Kalah those of `0..layers` seeds.
    pub layers: u32,
    /// Positions of all layers that are there now, finished ones too.
    pub positions: u64,
    /// The bytes of their files.
    pub bytes: u64,
    /// Positions that were computed by this run.
    pub computed: u64,
    /// The time that it took.
    pub elapsed: Duration,
    /// Whether all layers that were asked for are there. If not, the run was stopped, and the same
    /// call goes on with it.
    pub complete: bool,
}
