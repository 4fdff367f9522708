//! When a command saves what it has and stops.

use crate::text::duration::Span;
use clap::Args;
use std::time::Duration;

/// When to stop.
#[derive(Args)]
pub(crate) struct StopAfter {
    /// Save and stop after this time, as 90s, 10m or 2h; the same command goes on from there
    #[arg(long, value_name = "DURATION")]
    stop_after: Option<Span>,
}

impl StopAfter {
    pub(crate) fn time(&self) -> Option<Duration> {
        self.stop_after.map(|span| span.0)
    }
}
