//! The option `--stop-after`.

use crate::text::duration;
use clap::Args;
use std::time::Duration;

/// The time after which a command saves its work and stops.
#[derive(Args)]
pub(crate) struct StopAfter {
    /// Save and stop after this time, as 90s, 10m or 2h; the same command goes on from there
    #[arg(long, value_name = "DURATION", value_parser = duration::parse)]
    stop_after: Option<Duration>,
}

impl StopAfter {
    pub(crate) const fn time(&self) -> Option<Duration> {
        self.stop_after
    }
}
