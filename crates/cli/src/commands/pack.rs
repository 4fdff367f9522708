//! `mancala pack`: archives of the layers of a database.

use crate::database::Archives;
use crate::failure::Failure;
use crate::output::{Output, Report};
use crate::status::Status;
use crate::text::duration::{millis, shown};
use crate::text::layout::table;
use crate::text::numbers::{grouped, rate};
use crate::text::size::Size;
use crate::text::style::Style;
use clap::Args;
use mancala_endgame::{ArchivedLayer, pack};
use serde::Serialize;
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
/// Each layer gets an archive beside its file, unless it has one. All that is packed is unpacked
/// and compared before it is written.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    archives: Archives,
    /// Remove the plain files of what is archived
    #[arg(long)]
    remove: bool,
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
