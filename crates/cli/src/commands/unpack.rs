//! `mancala unpack`: decompresses the archives of a database into plain layer files.

use crate::database::Archives;
use crate::failure::Failure;
use crate::output::{Output, Report};
use crate::status::Status;
use crate::text::duration::{millis, shown};
use crate::text::numbers::{grouped, plural, speed};
use crate::text::size::Size;
use crate::text::style::Style;
use clap::Args;
use mancala_endgame::unpack;
use serde::Serialize;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  mancala unpack kalah:6
  mancala unpack kalah:6,capture=empty --remove     and remove the archives

The files have the same bytes as those that were packed: their hashes are compared with the manifest.";

/// Unpack the archives of a database
///
/// Each layer that is only archived gets its plain file again.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    archives: Archives,
    /// Remove the archives
    #[arg(long)]
    remove: bool,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    path: String,
    layers: u32,
    bytes: u64,
    unpacked: u64,
    elapsed_ms: u64,
    #[serde(skip)]
    time: Duration,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let (rules, report) = arguments
        .archives
        .work("unpack", arguments.remove, output, unpack)?;
    output.report(&Answer {
        game: rules.to_string(),
        path: report.folder.display().to_string(),
        layers: report.layers,
        bytes: report.bytes,
        unpacked: report.unpacked,
        elapsed_ms: millis(report.elapsed),
        time: report.elapsed,
    })?;
    Ok(Status::Done)
}

impl Report for Answer {
    fn text(&self, _: Style) -> String {
        let work = if self.unpacked == 0 {
            "none had to be unpacked".to_owned()
        } else {
            format!(
                "{} positions unpacked in {}, {}",
                grouped(self.unpacked),
                shown(self.time),
                speed(self.unpacked, self.time, "positions")
            )
        };
        format!(
            "{}, {} in {}: {}, {work}\n",
            self.game,
            plural(u64::from(self.layers), "layer", "layers"),
            self.path,
            Size(self.bytes)
        )
    }
}
