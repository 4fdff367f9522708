//! `mancala pack`: compresses the layers of a database into archives.

use crate::database::Archives;
use crate::failure::Failure;
use crate::output::{Output, Report};
use crate::status::Status;
use crate::text::duration::{millis, shown};
use crate::text::layout::table;
use crate::text::numbers::{grouped, speed};
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

/// Bits a position, rounded to three decimals.
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
        let row = |name: String, positions: u64, bytes: u64, archive_bytes: u64, bits: f64| {
            vec![
                name,
                grouped(positions),
                Size(bytes).to_string(),
                Size(archive_bytes).to_string(),
                format!("{bits:.3}"),
            ]
        };
        let layers = self.layers.iter().map(|layer| {
            row(
                layer.seeds.to_string(),
                layer.positions,
                layer.bytes,
                layer.archive_bytes,
                layer.bits_per_position,
            )
        });
        let all = row(
            "all".to_owned(),
            self.positions,
            self.bytes,
            self.archive_bytes,
            self.bits_per_position,
        );
        let head = ["seeds", "positions", "plain", "archive", "bits a position"];
        let layers = table(&head, layers.chain([all]), &[]);
        let work = if self.packed == 0 {
            "all of it was archived already".to_owned()
        } else {
            format!(
                "{} positions packed in {}, {}",
                grouped(self.packed),
                shown(self.time),
                speed(self.packed, self.time, "positions")
            )
        };
        format!(
            "{} in {}\n{layers}{work}\n",
            style.bold(&self.game),
            self.path,
        )
    }
}
