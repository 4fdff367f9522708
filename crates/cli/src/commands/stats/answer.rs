//! The statistics of a Kalah database as JSON and as tables.

use super::arguments::Arguments;
use crate::output::Report;
use crate::text::layout::table;
use crate::text::numbers::{grouped, grouped_signed, plural, signed};
use crate::text::style::Style;
use mancala_endgame::{Database, KalahStatistics, LayerEntry};
use mancala_position::kalah::KalahRules;
use serde::Serialize;

/// The entry of a Kalah layer in the manifest.
pub(super) type KalahEntry = LayerEntry<KalahStatistics>;

#[derive(Serialize)]
pub(super) struct Answer {
    game: String,
    path: String,
    pub(super) layers: Vec<Layer>,
}

#[derive(Serialize)]
pub(super) struct Layer {
    pub(super) seeds: u32,
    #[serde(flatten)]
    pub(super) counts: ValueCounts,
    pub(super) bytes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    archive_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sub_layers: Option<Vec<SubLayer>>,
}

/// A sub-layer with positions in which the game is not over.
#[derive(Serialize)]
pub(super) struct SubLayer {
    pub(super) own_seeds: u32,
    #[serde(flatten)]
    pub(super) counts: ValueCounts,
}

#[derive(Serialize)]
pub(super) struct ValueCounts {
    pub(super) positions: u64,
    pub(super) win: u64,
    pub(super) draw: u64,
    pub(super) loss: u64,
    pub(super) sum: i64,
    pub(super) sum_of_squares: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) histogram: Option<Vec<Bar>>,
}

/// The number of positions with a given value.
#[derive(Serialize)]
pub(super) struct Bar {
    pub(super) value_seeds: i32,
    pub(super) positions: u64,
}

impl Answer {
    pub(super) fn new(database: &Database<KalahRules>, arguments: &Arguments) -> Self {
        let layers = database.manifest().layers.iter();
        let asked = |entry: &&KalahEntry| arguments.seeds.is_none_or(|seeds| seeds == entry.seeds);
        Self {
            game: database.rules().to_string(),
            path: database.path().display().to_string(),
            layers: layers
                .filter(asked)
                .map(|entry| Layer::new(entry, arguments))
                .collect(),
        }
    }
}

impl Layer {
    fn new(entry: &KalahEntry, arguments: &Arguments) -> Self {
        let histogram = arguments.histogram;
        let sub_layers = || {
            let histograms = (0..).zip(&entry.statistics.sub_layers);
            histograms
                .filter(|(_, bars)| !bars.is_empty())
                .map(|(own_seeds, bars)| SubLayer {
                    own_seeds,
                    counts: ValueCounts::new(&KalahStatistics::of(bars.clone()), histogram),
                })
                .collect()
        };
        Self {
            seeds: entry.seeds,
            counts: ValueCounts::new(&entry.statistics, histogram),
            bytes: entry.bytes,
            archive_bytes: entry.archive.as_ref().map(|archive| archive.bytes),
            sub_layers: arguments.sub_layers.then(sub_layers),
        }
    }
}

impl ValueCounts {
    fn new(statistics: &KalahStatistics, histogram: bool) -> Self {
        let bars = statistics
            .histogram
            .iter()
            .map(|&(value_seeds, positions)| Bar {
                value_seeds,
                positions,
            });
        Self {
            positions: statistics.positions,
            win: statistics.win,
            draw: statistics.draw,
            loss: statistics.loss,
            sum: statistics.sum,
            sum_of_squares: statistics.sum_of_squares,
            histogram: histogram.then(|| bars.collect()),
        }
    }

    /// The mean and the standard deviation of the values as text; empty without positions.
    fn moments(&self) -> (String, String) {
        if self.positions == 0 {
            return (String::new(), String::new());
        }
        let count = self.positions as f64;
        let mean = self.sum as f64 / count;
        let variance = (self.sum_of_squares as f64 / count - mean * mean).max(0.0);
        (format!("{mean:+.3}"), format!("{:.3}", variance.sqrt()))
    }

    /// A row of a table.
    fn row(&self, number: u32) -> Vec<String> {
        let (mean, deviation) = self.moments();
        let counts = [self.positions, self.win, self.draw, self.loss].map(grouped);
        let mut row = vec![number.to_string()];
        row.extend(counts);
        row.extend([mean, deviation]);
        row
    }
}

/// A table of counts; `what` is the head of the first column.
fn counts_table<'a>(what: &str, counts: impl Iterator<Item = (u32, &'a ValueCounts)>) -> String {
    let head = [
        what,
        "positions",
        "win",
        "draw",
        "loss",
        "mean",
        "deviation",
    ];
    table(
        &head,
        counts.map(|(number, counts)| counts.row(number)),
        &[],
    )
}

/// A histogram under its title; empty if it was not asked for.
fn histogram(title: &str, counts: &ValueCounts) -> String {
    let Some(bars) = &counts.histogram else {
        return String::new();
    };
    let row = |bar: &Bar| vec![signed(bar.value_seeds), grouped(bar.positions)];
    let sum = grouped_signed(counts.sum);
    let bars = table(&[], bars.iter().map(row), &[]);
    format!("\n{title}, sum {sum}\n{bars}")
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let layers = self.layers.iter().map(|layer| (layer.seeds, &layer.counts));
        let mut text = format!(
            "{} in {}\n{}",
            style.bold(&self.game),
            self.path,
            counts_table("seeds", layers)
        );
        for layer in &self.layers {
            let title = plural(u64::from(layer.seeds), "seed", "seeds");
            text.push_str(&histogram(&title, &layer.counts));
            let Some(sub_layers) = &layer.sub_layers else {
                continue;
            };
            let counts = sub_layers.iter().map(|sub| (sub.own_seeds, &sub.counts));
            let counts = counts_table("own", counts);
            text.push_str(&format!("\n{title}, by those in the mover's row\n{counts}"));
            for sub in sub_layers {
                let title = format!("{title}, {} in the mover's row", sub.own_seeds);
                text.push_str(&histogram(&title, &sub.counts));
            }
        }
        text
    }
}
