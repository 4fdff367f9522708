//! Building a database with progress.

use crate::args::NamedRules;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::text::numbers::plural;
use mancala_endgame::{BuildOptions, BuildReport, LayerSet, build};
use std::path::Path;

/// The failure of a build that was stopped, of so many layers in all.
pub(crate) fn stopped_build(report: &BuildReport, layers: u64, progress: &Progress) -> Failure {
    let saved = format!(
        "{} of {} are saved in {}",
        report.layers,
        plural(layers, "layer", "layers"),
        report.folder.display()
    );
    progress
        .stopped(&saved)
        .hint("the same command goes on from there")
}

/// What a build may take.
pub(crate) struct BuildMeans {
    pub(crate) threads: usize,
    pub(crate) memory: u64,
}

/// Builds a database or what is missing of it; a run that was stopped is a failure, with all saved.
pub(crate) fn build_watched<R: NamedRules>(
    folder: &Path,
    rules: &R,
    (seeds, layers): (u32, LayerSet),
    means: &BuildMeans,
    progress: &Progress,
) -> Result<BuildReport, Failure> {
    let mut command = format!("mancala build {rules} --seeds {seeds}");
    if layers == LayerSet::Even {
        command.push_str(" --counts even");
    }
    let options = BuildOptions {
        layers,
        threads: means.threads,
        memory: means.memory,
        commit: option_env!("MANCALA_COMMIT").map(str::to_owned),
        command,
        ..BuildOptions::new(seeds)
    };
    let report = build(folder, rules, &options, progress)?;
    if report.complete {
        return Ok(report);
    }
    let wanted = (0..=seeds).filter(|&seeds| layers.contains(seeds)).count();
    Err(stopped_build(&report, wanted as u64, progress))
}
