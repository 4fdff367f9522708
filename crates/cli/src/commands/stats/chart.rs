//! The chart of a Kalah database: shares of wins, draws and losses by layer, and below them a heat
//! map of the values.

use super::answer::KalahEntry;
use crate::failure::{Failure, Kind};
use crate::output::AtomicFile;
use mancala_endgame::Database;
use mancala_position::kalah::KalahRules;
use plotters::chart::ChartBuilder;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Rectangle, Text};
use plotters::prelude::SVGBackend;
use plotters::style::{BLACK, Color, IntoFont, RGBColor, WHITE};
use std::path::Path;

const WIDTH: u32 = 900;
const HEIGHT: u32 = 900;

const WIN: RGBColor = RGBColor(0x2b, 0x7b, 0xba);
const DRAW: RGBColor = RGBColor(0xcc, 0xcc, 0xcc);
const LOSS: RGBColor = RGBColor(0xd9, 0x6a, 0x3b);

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Drawn = Result<(), Box<dyn std::error::Error + Send + Sync>>;

/// Draws the layers that have positions in which the game is not over, and writes the chart to an
/// SVG file.
pub(super) fn draw(database: &Database<KalahRules>, path: &Path) -> Result<(), Failure> {
    let layers = database.manifest().layers.iter();
    let layers: Vec<&KalahEntry> = layers
        .filter(|entry| entry.statistics.positions > 0)
        .collect();
    if layers.is_empty() {
        return Err(Failure::new(
            Kind::DatabaseMissing,
            "the database has no position that is not finished, so there is nothing to draw",
        ));
    }
    let mut text = String::new();
    picture(&mut text, &database.rules().to_string(), &layers)
        .map_err(|error| Failure::new(Kind::Io, format_args!("cannot draw: {error}")))?;
    AtomicFile::write_whole(path, text.as_bytes())?;
    Ok(())
}

fn picture(text: &mut String, game: &str, layers: &[&KalahEntry]) -> Drawn {
    let root = SVGBackend::with_string(text, (WIDTH, HEIGHT)).into_drawing_area();
    root.fill(&WHITE)?;
    let (upper, lower) = root.split_vertically(HEIGHT / 3);
    results(&upper, game, layers)?;
    values(&lower, layers)?;
    root.present()?;
    Ok(())
}

/// The horizontal axis: from the first to the last layer, and half a layer more on both sides.
fn seeds(layers: &[&KalahEntry]) -> std::ops::Range<f64> {
    let first = layers.first().map_or(0, |entry| entry.seeds);
    let last = layers.last().map_or(0, |entry| entry.seeds);
    f64::from(first) - 0.5..f64::from(last) + 0.5
}

/// Stacked columns of wins, draws and losses.
fn results(area: &Area, game: &str, layers: &[&KalahEntry]) -> Drawn {
    let title = format!("{game}: results for the side to move, by seeds on the board");
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(seeds(layers), 0.0..100.0)?;
    chart
        .configure_mesh()
        .disable_mesh()
        .x_labels(layers.len().min(20))
        .x_label_formatter(&|seeds| format!("{seeds:.0}"))
        .x_desc("seeds on the board")
        .y_desc("share, %")
        .y_label_formatter(&|share| format!("{share:.0}"))
        .draw()?;
    for entry in layers {
        let statistics = &entry.statistics;
        let mut below = 0.0;
        let parts = [
            (statistics.win, WIN),
            (statistics.draw, DRAW),
            (statistics.loss, LOSS),
        ];
        for (count, color) in parts {
            let above = below + 100.0 * share(count, statistics.positions);
            let x = f64::from(entry.seeds);
            let corners = [(x - 0.46, below), (x + 0.46, above)];
            let rectangle = Rectangle::new(corners, color.filled());
            chart.draw_series([rectangle])?;
            below = above;
        }
    }
    legend(area)
}

/// The legend of the columns, at the top right.
fn legend(area: &Area) -> Drawn {
    let mut x = WIDTH.cast_signed() - 220;
    for (word, color) in [("won", WIN), ("drawn", DRAW), ("lost", LOSS)] {
        area.draw(&Rectangle::new([(x, 16), (x + 12, 28)], color.filled()))?;
        area.draw(&Text::new(
            word,
            (x + 16, 17),
            ("sans-serif", 13).into_font(),
        ))?;
        x += 68;
    }
    Ok(())
}

/// A heat map of the values by layer: darker cells are more frequent values.
fn values(area: &Area, layers: &[&KalahEntry]) -> Drawn {
    let most = layers.last().map_or(0, |entry| entry.seeds);
    let reach = f64::from(most) + 1.0;
    let mut chart = ChartBuilder::on(area)
        .caption(
            "share of each value among the positions of a layer (dark: a quarter and more)",
            ("sans-serif", 16),
        )
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(56)
        .build_cartesian_2d(seeds(layers), -reach..reach)?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_labels(layers.len().min(20))
        .x_label_formatter(&|seeds| format!("{seeds:.0}"))
        .y_labels(17)
        .y_label_formatter(&|value| format!("{value:+.0}"))
        .x_desc("seeds on the board")
        .y_desc("value for the side to move, seeds")
        .draw()?;
    for entry in layers {
        let statistics = &entry.statistics;
        let half = if has_one_parity(entry) { 1.0 } else { 0.5 };
        let x = f64::from(entry.seeds);
        for &(value, count) in &statistics.histogram {
            let value = f64::from(value);
            let corners = [(x - 0.5, value - half), (x + 0.5, value + half)];
            let color = shade(share(count, statistics.positions));
            let rectangle = Rectangle::new(corners, color.filled());
            chart.draw_series([rectangle])?;
        }
    }
    let zero = [(seeds(layers).start, 0.0), (seeds(layers).end, 0.0)];
    chart.draw_series([plotters::element::PathElement::new(
        zero.to_vec(),
        BLACK.mix(0.5).stroke_width(1),
    )])?;
    Ok(())
}

/// Whether all values have the parity of the seeds, so that only every other value occurs.
fn has_one_parity(entry: &KalahEntry) -> bool {
    let seeds = entry.seeds.cast_signed();
    let mut values = entry.statistics.histogram.iter();
    values.all(|(value, _)| (value - seeds) % 2 == 0)
}

fn share(count: u64, all: u64) -> f64 {
    count as f64 / all as f64
}

/// The colour of a share: from white for none to dark blue for a quarter and more, by the square
/// root of the share, so that rare values are visible.
fn shade(share: f64) -> RGBColor {
    let depth = (4.0 * share).sqrt().min(1.0);
    let mix = |dark: f64| {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 255"
        )]
        let level = (255.0 + (dark - 255.0) * depth).round() as u8;
        level
    };
    RGBColor(mix(8.0), mix(48.0), mix(107.0))
}
