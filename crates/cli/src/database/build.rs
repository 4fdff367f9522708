//! Building a database with progress, and with the command that repeats it in the manifest.

use crate::args::NamedRules;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::text::numbers::plural;
use mancala_endgame::{BuildOptions, BuildReport, LayerSet, build};
use std::path::Path;

/// The failure of a build that was stopped, of so many layers in all.
pub(crate) fn stopped_build(report: &BuildReport, layers: u64, progress: &Progress) -> Failure {
    progress.stopped_and_resumable(&format!(
        "{} of {} are saved in {}",
        report.layers,
        plural(layers, "layer", "layers"),
        report.folder.display()
    ))
}

/// Builds a database, or its missing layers. The command and commit in the manifest are set here.
///
/// # Errors
///
/// Those of the build; an interrupted one is a failure that says what is saved.
pub(crate) fn build_database<R: NamedRules>(
    folder: &Path,
    rules: &R,
    options: BuildOptions,
    progress: &Progress,
) -> Result<BuildReport, Failure> {
    let BuildOptions { seeds, layers, .. } = options;
    let mut command = format!("mancala build {rules} --seeds {seeds}");
    if layers == LayerSet::Even {
        command.push_str(" --counts even");
    }
    let options = BuildOptions {
        commit: option_env!("MANCALA_COMMIT").map(str::to_owned),
        command,
        ..options
    };
    let report = build(folder, rules, &options, progress)?;
    if report.complete {
        return Ok(report);
    }
    let wanted = (0..=seeds).filter(|&seeds| layers.contains(seeds)).count();
    Err(stopped_build(&report, wanted as u64, progress))
}
