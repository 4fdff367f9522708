//! `mancala build`: builds the endgame database of a rule set, layer by layer.

use crate::args::game;
use crate::args::{BuildableRules, Db, LayerCounts, Memory, Seeds, StopAfter, Threads};
use crate::database::build_database;
use crate::failure::Failure;
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::signals;
use crate::status::Status;
use crate::text::duration::{millis, shown};
use crate::text::numbers::{grouped, plural, speed};
use crate::text::size::Size;
use crate::text::style::Style;
use clap::Args;
use mancala_endgame::{BuildOptions, BuildReport};
use mancala_position::GameSpec;
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  mancala build kalah:6 --seeds 16
  mancala build kalah:6,capture=empty --seeds 20 --memory 8G
  mancala build kalah:6 --seeds 24 --stop-after 10m      and the same again to go on
  mancala build toguz --seeds 8
  mancala build bestemshe --seeds 50 --counts even       all that a game of Bestemshe can reach

A build that is stopped, by Ctrl-C, SIGTERM, --stop-after or a power cut, goes on with the same command. Layers that
are there already are not built again. The files depend on the rules alone, not on the threads.";

/// Build the endgame database of a game: every position with up to so many seeds on the board
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6, kalah:6,capture=empty or toguz
    game: String,
    #[command(flatten)]
    seeds: Seeds,
    #[command(flatten)]
    counts: LayerCounts,
    #[command(flatten)]
    db: Db,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    stop_after: StopAfter,
}

#[derive(Serialize)]
struct Answer {
    game: String,
    path: String,
    layers: u32,
    positions: u64,
    bytes: u64,
    computed: u64,
    elapsed_ms: u64,
    #[serde(skip)]
    report: BuildReport,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let game = game::parse(&arguments.game)?;
    signals::watch()?;
    let progress = Progress::new(output, "positions", arguments.stop_after.time());
    let (name, report) = match game {
        GameSpec::Kalah { rules, .. } => build(&rules, arguments, &progress)?,
        GameSpec::Toguz { rules } => build(&rules, arguments, &progress)?,
    };
    drop(progress);
    output.report(&Answer {
        game: name,
        path: report.folder.display().to_string(),
        layers: report.layers,
        positions: report.positions,
        bytes: report.bytes,
        computed: report.computed,
        elapsed_ms: millis(report.elapsed),
        report,
    })?;
    Ok(Status::Done)
}

/// Builds the database of the rules. The text is their name.
fn build<R: BuildableRules>(
    rules: &R,
    arguments: &Arguments,
    progress: &Progress,
) -> Result<(String, BuildReport), Failure> {
    let seeds = arguments.seeds.seeds;
    rules.check_seeds(seeds)?;
    let options = BuildOptions {
        layers: arguments.counts.of(rules)?,
        threads: arguments.threads.count(),
        memory: arguments.memory.bytes(),
        ..BuildOptions::new(seeds)
    };
    let folder = arguments.db.folder(rules);
    let report = build_database(&folder, rules, options, progress)?;
    Ok((rules.to_string(), report))
}

impl Report for Answer {
    fn text(&self, _: Style) -> String {
        let report = &self.report;
        let work = if report.computed == 0 {
            "all of it was there already".to_owned()
        } else {
            format!(
                "{} built in {}, {}",
                grouped(report.computed),
                shown(report.elapsed),
                speed(report.computed, report.elapsed, "positions")
            )
        };
        format!(
            "{game}, {layers} in {path}\n\
             positions  {positions} ({work})\n\
             disk       {disk}\n",
            game = self.game,
            layers = plural(u64::from(self.layers), "layer", "layers"),
            path = self.path,
            positions = grouped(self.positions),
            disk = Size(self.bytes),
        )
    }
}
