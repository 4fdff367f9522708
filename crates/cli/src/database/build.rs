//! Building a database with progress.

use crate::failure::Failure;
use crate::progress::Progress;
use crate::text::numbers::plural;
use mancala_endgame::{BuildOptions, BuildReport, build};
use mancala_position::kalah::KalahRules;
use std::path::Path;

/// The options of a build, for the manifest with the command that repeats it.
pub(crate) fn options(seeds: u32, command: String, threads: usize, memory: u64) -> BuildOptions {
    BuildOptions {
        threads,
        memory,
        commit: option_env!("MANCALA_COMMIT").map(str::to_owned),
        command,
        ..BuildOptions::new(seeds)
    }
}

/// A run that was stopped is a failure, with all saved.
pub(crate) fn complete(
    report: BuildReport,
    wanted: u64,
    progress: &Progress,
) -> Result<BuildReport, Failure> {
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
