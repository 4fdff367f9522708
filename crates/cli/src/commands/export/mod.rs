//! `mancala export`: writes the positions of a layer with their values as CSV.

mod lines;
mod range;
mod sink;

use crate::args::game;
use crate::args::{Db, Threads};
use crate::database::missing_layer;
use crate::failure::{Failure, Kind};
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::signals;
use crate::status::Status;
use crate::text::duration::{millis, shown};
use crate::text::numbers::{plural, speed};
use crate::text::size::Size;
use crate::text::style::Style;
use clap::Args;
use lines::{Form, Lines};
use mancala_endgame::{CHUNK_VALUES, Database, Monitor};
use mancala_position::kalah::{End, KalahRules};
use mancala_position::rank::RowRanker;
use range::Range;
use rayon::prelude::*;
use serde::Serialize;
use sink::Sink;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  mancala export kalah:6 --seeds 8 > layer.csv
  mancala export kalah:6 --seeds 20 --own 3 --value -2..2 --limit 1000
  mancala export kalah:6,capture=empty --seeds 12 --pits --output layer.csv
  mancala export kalah:6 --seeds 24 --value 10.. | zstd > won.csv.zst

A line is a position, seen by its mover, the seeds in his row and the value in seeds, his less the opponent's among those
on the board. Lines are in the order of the database, the same on every run. Finished positions are left out, as in
`mancala stats`.";

/// Write the positions of a layer with their values as CSV
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6 or kalah:6,capture=empty
    game: String,
    /// The layer: positions with so many seeds on the board
    #[arg(long, short, value_name = "N")]
    seeds: u32,
    /// Only positions with so many seeds in the mover's row, as 3 or 2..5
    #[arg(long, value_name = "S")]
    own: Option<Range>,
    /// Only positions of these values, as 0, -2..2, 5.. or ..-1
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    value: Option<Range>,
    /// At most so many positions
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// A column for each pit, o1 to oM for the mover and p1 to pM for the opponent, instead of one
    /// for the position
    #[arg(long)]
    pits: bool,
    /// Write to a file, which gets its name when it is whole [default: stdout]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    db: Db,
    #[command(flatten)]
    threads: Threads,
}

/// The answer about a file that was written.
#[derive(Serialize)]
struct Answer {
    game: String,
    path: String,
    seeds: u32,
    output: String,
    positions: u64,
    bytes: u64,
    elapsed_ms: u64,
    #[serde(skip)]
    time: Duration,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let rules = game::kalah_rules(&arguments.game, "export")?;
    if output.is_json() && arguments.output.is_none() {
        return Err(Failure::new(
            Kind::Usage,
            "the lines of an export are CSV, which does not go to stdout with --json",
        )
        .hint("name a file for them with --output"));
    }
    let database = arguments.db.open(&rules)?;
    if arguments.seeds > database.most_seeds() {
        let seeds = arguments.seeds;
        return Err(missing_layer(&database, seeds).hint(format_args!(
            "`mancala build {rules} --seeds {seeds}` makes it"
        )));
    }
    signals::watch()?;
    let begin = Instant::now();
    let progress = Progress::new(output, "positions", None);
    let mut sink = Sink::new(output, arguments.output.as_deref())?;
    let pool = arguments.threads.pool()?;
    let export = Export {
        database: &database,
        arguments,
        progress: &progress,
        chunks_at_once: 2 * arguments.threads.count(),
    };
    let positions = match &pool {
        Some(pool) => pool.install(|| export.write(&mut sink)),
        None => export.write(&mut sink),
    }?;
    let bytes = sink.finish()?;
    drop(progress);
    if let Some((path, bytes)) = arguments.output.as_ref().zip(bytes) {
        output.report(&Answer {
            game: rules.to_string(),
            path: database.path().display().to_string(),
            seeds: arguments.seeds,
            output: path.display().to_string(),
            positions,
            bytes,
            elapsed_ms: millis(begin.elapsed()),
            time: begin.elapsed(),
        })?;
    }
    Ok(Status::Done)
}

struct Export<'a> {
    database: &'a Database<KalahRules>,
    arguments: &'a Arguments,
    progress: &'a Progress,
    /// The number of chunks in memory at a time.
    chunks_at_once: usize,
}

impl Export<'_> {
    /// Writes the head and all lines. Returns the number of lines without the head.
    fn write(&self, sink: &mut Sink) -> Result<u64, Failure> {
        let Arguments {
            seeds,
            own,
            value,
            limit,
            pits,
            ..
        } = *self.arguments;
        let rules = self.database.rules();
        let form = if pits { Form::Pits } else { Form::Line };
        sink.write(form.head(rules.pits()).as_bytes())?;
        let ranker = RowRanker::new(rules.pits());
        let wanted = own.unwrap_or(Range::ALL);
        let sub_layers = live(rules, seeds).filter(|own| wanted.contains(own.cast_signed()));
        let sub_layers: Vec<u32> = sub_layers.collect();
        let size = |own: &u32| ranker.count(*own) * ranker.count(seeds - own);
        self.progress
            .start("exporting", sub_layers.iter().map(size).sum());
        let mut left = limit.unwrap_or(u64::MAX);
        for own in sub_layers {
            let value = value.unwrap_or(Range::ALL);
            let lines = Lines::new(form, &ranker, own, seeds - own, value);
            let chunks: Vec<u64> = (0..self.database.chunks(seeds, own)).collect();
            for chunks in chunks.chunks(self.chunks_at_once) {
                let texts = chunks
                    .par_iter()
                    .map(|&chunk| self.chunk(&lines, own, chunk, left))
                    .collect::<Result<Vec<_>, Failure>>()?;
                for (text, count) in texts {
                    if count <= left {
                        sink.write(&text)?;
                        left -= count;
                    } else {
                        sink.write(first_lines(&text, left))?;
                        left = 0;
                    }
                }
                if left == 0 || sink.is_closed() {
                    return Ok(limit.unwrap_or(u64::MAX) - left);
                }
            }
        }
        Ok(limit.unwrap_or(u64::MAX) - left)
    }

    fn chunk(
        &self,
        lines: &Lines,
        own: u32,
        chunk: u64,
        limit: u64,
    ) -> Result<(Vec<u8>, u64), Failure> {
        if self.progress.should_stop() {
            return Err(self.progress.stopped("the export has not ended"));
        }
        let mut values = Vec::new();
        self.database
            .read_chunk(self.arguments.seeds, own, chunk, &mut values)?;
        let written = lines.write(chunk * CHUNK_VALUES, &values, limit);
        self.progress.advance(values.len() as u64);
        Ok(written)
    }
}

/// The sub-layers with positions in which the game is not over, by the seeds in the mover's row.
fn live(rules: &KalahRules, seeds: u32) -> impl Iterator<Item = u32> + use<> {
    let with_opponent = rules.end == End::AtOnce;
    (1..=seeds).filter(move |&own| !(with_opponent && own == seeds))
}

/// The first `count` lines of a text that has more.
fn first_lines(text: &[u8], count: u64) -> &[u8] {
    let ends = text.iter().zip(1..).filter(|(byte, _)| **byte == b'\n');
    let end = (1..).zip(ends).find(|(number, _)| *number == count);
    &text[..end.map_or(0, |(_, (_, end))| end)]
}

impl Report for Answer {
    fn text(&self, _: Style) -> String {
        format!(
            "{}, {}: {} in {} ({}), written in {}, {}\n",
            self.game,
            plural(u64::from(self.seeds), "seed", "seeds"),
            plural(self.positions, "position", "positions"),
            self.output,
            Size(self.bytes),
            shown(self.time),
            speed(self.positions, self.time, "positions")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_after_whole_lines() {
        let text = b"a\nbb\n\nc\n";
        for (count, length) in [(0, 0), (1, 2), (2, 5), (3, 6), (4, 8)] {
            assert_eq!(first_lines(text, count), &text[..length]);
        }
    }
}
