//! `mancala stats`: what the values of a database are.

use super::Status;
use crate::args::Db;
use crate::failure::Failure;
use crate::numbers::{grouped, grouped_signed, table};
use crate::output::{Output, Report};
use crate::style::Style;
use crate::subject;
use clap::Args;
use mancala_endgame::{Database, LayerEntry};
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  mancala stats kalah:6
  mancala stats kalah:6,capture=empty --json | jq '.layers[] | {seeds, draw}'
  mancala stats kalah:6 --histogram

Counted are the positions in which the mover has a seed in his row and, under end=at-once, the opponent too; the
value is the mover's seeds less the opponent's among those on the board, with best play.";

/// Show how many positions of each layer are won, drawn and lost, and their values
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6 or kalah:6,capture=empty
    game: String,
    #[command(flatten)]
    db: Db,
    /// Also show how often each value occurs
    #[arg(long)]
    histogram: bool,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    path: String,
    layers: Vec<Layer>,
}

#[derive(Serialize)]
struct Layer {
    seeds: u32,
    positions: u64,
    win: u64,
    draw: u64,
    loss: u64,
    sum: i64,
    sum_of_squares: u64,
    bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<Vec<Bar>>,
}

/// How many positions have a value.
#[derive(Serialize)]
struct Bar {
    value_seeds: i32,
    positions: u64,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let rules = subject::kalah_rules(&arguments.game, "stats")?;
    let database = arguments.db.open(&rules)?;
    output.report(&Answer::new(&database, arguments.histogram))?;
    Ok(Status::Done)
}

impl Answer {
    fn new(database: &Database, histogram: bool) -> Self {
        let layer = |entry: &LayerEntry| {
            let statistics = &entry.statistics;
            Layer {
                seeds: entry.seeds,
                positions: statistics.positions,
                win: statistics.win,
                draw: statistics.draw,
                loss: statistics.loss,
                sum: statistics.sum,
                sum_of_squares: statistics.sum_of_squares,
                bytes: entry.bytes,
                histogram: histogram.then(|| {
                    let bars = statistics.histogram.iter();
                    bars.map(|&(value_seeds, positions)| Bar {
                        value_seeds,
                        positions,
                    })
                    .collect()
                }),
            }
        };
        Self {
            game: database.rules().to_string(),
            path: database.path().display().to_string(),
            layers: database.manifest().layers.iter().map(layer).collect(),
        }
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let head = [
            "seeds",
            "positions",
            "win",
            "draw",
            "loss",
            "mean",
            "deviation",
        ];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for layer in &self.layers {
            let (mean, deviation) = layer.moments();
            rows.push(vec![
                layer.seeds.to_string(),
                grouped(layer.positions),
                grouped(layer.win),
                grouped(layer.draw),
                grouped(layer.loss),
                mean,
                deviation,
            ]);
        }
        let mut text = format!(
            "{} in {}\n{}",
            style.bold(&self.game),
            self.path,
            table(&rows, &[])
        );
        for layer in &self.layers {
            let Some(histogram) = &layer.histogram else {
                continue;
            };
            text.push_str(&format!(
                "\n{} seeds, sum {}\n",
                layer.seeds,
                grouped_signed(layer.sum)
            ));
            let rows: Vec<_> = histogram
                .iter()
                .map(|bar| {
                    vec![
                        crate::numbers::signed(bar.value_seeds),
                        grouped(bar.positions),
                    ]
                })
                .collect();
            text.push_str(&table(&rows, &[]));
        }
        text
    }
}

impl Layer {
    /// The mean of the values and their standard deviation, as text; empty where there is no position.
    fn moments(&self) -> (String, String) {
        if self.positions == 0 {
            return (String::new(), String::new());
        }
        let count = self.positions as f64;
        let mean = self.sum as f64 / count;
        let variance = (self.sum_of_squares as f64 / count - mean * mean).max(0.0);
        (format!("{mean:+.3}"), format!("{:.3}", variance.sqrt()))
    }
}
