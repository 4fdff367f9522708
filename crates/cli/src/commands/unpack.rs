//! `mancala unpack`: layers out of their archives.

use super::Status;
use super::pack::explain;
use crate::args::{Db, StopAfter, Threads};
use crate::duration::{millis, shown};
use crate::failure::{Failure, Kind};
use crate::numbers::{grouped, plural, rate};
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::signals;
use crate::size::Size;
use crate::style::Style;
use crate::subject;
use clap::Args;
use mancala_endgame::{PackOptions, unpack};
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
    /// The game, as kalah:6 or kalah:6,capture=empty
    game: String,
    #[command(flatten)]
    db: Db,
    /// Remove the archives
    #[arg(long)]
    remove: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    stop_after: StopAfter,
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
    let rules = subject::kalah_rules(&arguments.game, "unpack")?;
    signals::watch().map_err(|error| Failure::new(Kind::Io, error))?;
    let progress = Progress::new(output, "positions", arguments.stop_after.time());
    let options = PackOptions {
        threads: arguments.threads.count(),
        remove: arguments.remove,
    };
    let folder = arguments.db.folder(&rules);
    let report = unpack(&folder, &rules, &options, &progress)
        .map_err(|error| explain(error.into(), &progress))
        .map_err(|failure| arguments.db.with_hint(failure, &rules))?;
    drop(progress);
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
            let a_second = self.unpacked as f64 / self.time.as_secs_f64().max(1e-9);
            format!(
                "{} positions unpacked in {}, {}",
                grouped(self.unpacked),
                shown(self.time),
                rate(a_second, "positions")
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
