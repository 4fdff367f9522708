//! `mancala build`: the endgame database of a rule set, layer after layer.

use super::Status;
use crate::args::{Db, LayerCounts, Memory, Seeds, StopAfter, Threads};
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
use mancala_endgame::{BuildOptions, BuildReport, Counts, MAX_LAYER_SEEDS, build, build_toguz};
use mancala_position::GameSpec;
use mancala_position::kalah::KalahRules;
use mancala_position::toguz::ToguzRules;
use serde::Serialize;
use std::path::Path;

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
    let game = subject::game(&arguments.game)?;
    signals::watch().map_err(|error| Failure::new(Kind::Io, error))?;
    let progress = Progress::new(output, "positions", arguments.stop_after.time());
    let (name, report) = match game {
        GameSpec::Kalah { rules, .. } => {
            arguments.counts.refuse()?;
            let report = build_watched(
                &arguments.db.folder(&rules),
                &rules,
                arguments.seeds.seeds,
                arguments.threads.count(),
                arguments.memory.bytes(),
                &progress,
            )?;
            (rules.to_string(), report)
        }
        GameSpec::Toguz { rules } => {
            let report = build_family(arguments, &rules, &progress)?;
            (rules.to_string(), report)
        }
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

/// Builds a database of the Toguz family.
fn build_family(
    arguments: &Arguments,
    rules: &ToguzRules,
    progress: &Progress,
) -> Result<BuildReport, Failure> {
    let seeds = arguments.seeds.seeds;
    check_balls(rules, seeds)?;
    let counts = arguments.counts.of(rules)?;
    let mut command = format!("mancala build {rules} --seeds {seeds}");
    if counts == Counts::Even {
        command.push_str(" --counts even");
    }
    let options = options(
        seeds,
        command,
        arguments.threads.count(),
        arguments.memory.bytes(),
    );
    let folder = arguments.db.toguz_folder(rules);
    let report = build_toguz(&folder, rules, &options, counts, progress)?;
    let wanted = (0..=seeds).filter(|&balls| counts.has(balls)).count();
    complete(report, wanted as u64, progress)
}

/// A layer has no more balls than the game, and the format holds no more than 63.
pub(crate) fn check_balls(rules: &ToguzRules, balls: u32) -> Result<(), Failure> {
    let most = rules.balls().min(MAX_LAYER_SEEDS);
    if balls <= most {
        return Ok(());
    }
    let message = format_args!(
        "--seeds {balls}: {rules} has {} balls, and the format holds layers of up to {MAX_LAYER_SEEDS}",
        rules.balls()
    );
    Err(Failure::new(Kind::Usage, message).hint(format_args!("--seeds {most} is the most")))
}

fn options(seeds: u32, command: String, threads: usize, memory: u64) -> BuildOptions {
    BuildOptions {
        threads,
        memory,
        commit: option_env!("MANCALA_COMMIT").map(str::to_owned),
        command,
        ..BuildOptions::new(seeds)
    }
}

/// A run that was stopped is a failure, with all saved.
fn complete(report: BuildReport, wanted: u64, progress: &Progress) -> Result<BuildReport, Failure> {
    if report.complete {
        return Ok(report);
    }
    let saved = format!(
        "{} of {} are saved in {}",
        report.layers,
        plural(wanted, "layer", "layers"),
        report.folder.display()
    );
    Err(progress
        .stopped(&saved)
        .hint("the same command goes on from there"))
}

/// Builds a database or what is missing of it; a run that was stopped is a failure, with all saved.
pub(crate) fn build_watched(
    folder: &Path,
    rules: &KalahRules,
    seeds: u32,
    threads: usize,
    memory: u64,
    progress: &Progress,
) -> Result<BuildReport, Failure> {
    let command = format!("mancala build {rules} --seeds {seeds}");
    let options = options(seeds, command, threads, memory);
    let report = build(folder, rules, &options, progress)?;
    complete(report, u64::from(seeds) + 1, progress)
}

impl Report for Answer {
    fn text(&self, _: Style) -> String {
        let report = &self.report;
        let work = if report.computed == 0 {
            "all of it was there already".to_owned()
        } else {
            let a_second = report.computed as f64 / report.elapsed.as_secs_f64().max(1e-9);
            format!(
                "{} built in {}, {}",
                grouped(report.computed),
                shown(report.elapsed),
                rate(a_second, "positions")
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
