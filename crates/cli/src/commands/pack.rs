//! `mancala pack`: archives of the layers of a database.

use super::Status;
use crate::args::{Db, StopAfter, Threads};
use crate::duration::{millis, shown};
use crate::failure::{Failure, Kind};
use crate::numbers::{grouped, rate, table};
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::signals;
use crate::size::Size;
use crate::style::Style;
use crate::subject;
use clap::Args;
use mancala_endgame::{ArchivedLayer, Error, Monitor, PackOptions, pack};
use mancala_position::kalah::KalahRules;
use serde::Serialize;
use std::path::Path;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  mancala pack kalah:6
  mancala pack kalah:6,capture=empty --remove     and leave only the archives
  mancala pack kalah:6 --json | jq .bits_per_position

An archive takes about a third of its layer. `mancala unpack` gives back the same bytes. Where a layer is only archived,
`query`, `export`, `stats` and `verify` read the archive, and `solve` unpacks it into memory first.";

/// Make compressed archives of a database
///
/// Each layer gets an archive beside its file, unless it has one. All that is packed is unpacked and compared before it
/// is written.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    archives: Archives,
    /// Remove the plain files of what is archived
    #[arg(long)]
    remove: bool,
}

/// The archives of a database, and how to work on them: packing and unpacking.
#[derive(Args)]
pub(super) struct Archives {
    /// The game, as kalah:6 or kalah:6,capture=empty
    game: String,
    #[command(flatten)]
    db: Db,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    stop_after: StopAfter,
}

impl Archives {
    /// Packs or unpacks, with progress, until it is done or stopped. Returns the game too.
    pub(super) fn work<R>(
        &self,
        command: &str,
        remove: bool,
        output: &Output,
        work: impl FnOnce(&Path, &KalahRules, &PackOptions, &dyn Monitor) -> Result<R, Error>,
    ) -> Result<(KalahRules, R), Failure> {
        let rules = subject::kalah_rules(&self.game, command)?;
        signals::watch().map_err(|error| Failure::new(Kind::Io, error))?;
        let progress = Progress::new(output, "positions", self.stop_after.time());
        let options = PackOptions {
            threads: self.threads.count(),
            remove,
        };
        let report = work(&self.db.folder(&rules), &rules, &options, &progress)
            .map_err(|error| explain(error.into(), &progress))
            .map_err(|failure| self.db.with_hint(failure, &rules))?;
        Ok((rules, report))
    }
}

#[derive(Serialize)]
struct Answer {
    game: String,
    path: String,
    positions: u64,
    bytes: u64,
    archive_bytes: u64,
    bits_per_position: f64,
    layers: Vec<Layer>,
    packed: u64,
    elapsed_ms: u64,
    #[serde(skip)]
    time: Duration,
}

#[derive(Serialize)]
struct Layer {
    seeds: u32,
    positions: u64,
    bytes: u64,
    archive_bytes: u64,
    bits_per_position: f64,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let (rules, report) = arguments
        .archives
        .work("pack", arguments.remove, output, pack)?;
    let sum = |of: fn(&ArchivedLayer) -> u64| report.layers.iter().map(of).sum::<u64>();
    let (positions, archive_bytes) = (sum(|layer| layer.values), sum(|layer| layer.archive_bytes));
    output.report(&Answer {
        game: rules.to_string(),
        path: report.folder.display().to_string(),
        positions,
        bytes: sum(|layer| layer.plain_bytes),
        archive_bytes,
        bits_per_position: bits(archive_bytes, positions),
        layers: report.layers.iter().map(Layer::new).collect(),
        packed: report.packed,
        elapsed_ms: millis(report.elapsed),
        time: report.elapsed,
    })?;
    Ok(Status::Done)
}

/// The failure of packing or unpacking; that of an interruption says what is left of it.
fn explain(failure: Failure, progress: &Progress) -> Failure {
    match failure.kind {
        Kind::Interrupted(_) => progress
            .stopped("what was finished is kept")
            .hint("the same command goes on from there"),
        _ => failure,
    }
}

/// Bits for each of so many positions, to three places.
fn bits(bytes: u64, positions: u64) -> f64 {
    let bits = bytes as f64 * 8.0 / positions.max(1) as f64;
    (bits * 1e3).round() / 1e3
}

impl Layer {
    fn new(layer: &ArchivedLayer) -> Self {
        Self {
            seeds: layer.seeds,
            positions: layer.values,
            bytes: layer.plain_bytes,
            archive_bytes: layer.archive_bytes,
            bits_per_position: bits(layer.archive_bytes, layer.values),
        }
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let mut rows = vec![vec![
            "seeds".to_owned(),
            "positions".to_owned(),
            "plain".to_owned(),
            "archive".to_owned(),
            "bits a position".to_owned(),
        ]];
        for layer in &self.layers {
            rows.push(vec![
                layer.seeds.to_string(),
                grouped(layer.positions),
                Size(layer.bytes).to_string(),
                Size(layer.archive_bytes).to_string(),
                format!("{:.3}", layer.bits_per_position),
            ]);
        }
        rows.push(vec![
            "all".to_owned(),
            grouped(self.positions),
            Size(self.bytes).to_string(),
            Size(self.archive_bytes).to_string(),
            format!("{:.3}", self.bits_per_position),
        ]);
        let work = if self.packed == 0 {
            "all of it was archived already".to_owned()
        } else {
            let a_second = self.packed as f64 / self.time.as_secs_f64().max(1e-9);
            format!(
                "{} positions packed in {}, {}",
                grouped(self.packed),
                shown(self.time),
                rate(a_second, "positions")
            )
        };
        format!(
            "{} in {}\n{}{work}\n",
            style.bold(&self.game),
            self.path,
            table(&rows, &[])
        )
    }
}
