//! `mancala etudes`: solves composed positions and compares the results with their published
//! claims.

mod page;
mod solution;
mod source;

use crate::args::ProofResources;
use crate::failure::{Failure, Kind};
use crate::input::ProjectFile;
use crate::output::{Output, Report};
use crate::proof::Limits;
use crate::signals;
use crate::status::Status;
use crate::text::duration;
use crate::text::layout::table;
use crate::text::numbers::grouped;
use crate::text::style::Style;
use clap::Args;
use mancala_position::toguz::{ToguzGame, ToguzRules};
use serde::Serialize;
use solution::{SolvedEtude, solve};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  mancala etudes
  mancala etudes --number 7 --json
  mancala etudes --stop-after 10m --markdown";

/// The published etudes.
const ETUDES: ProjectFile = ProjectFile {
    path: "solver-data/reference/toguz-etudes.tsv",
    packaged: include_str!("../../../data/toguz-etudes.tsv"),
};

/// Settle etudes of Toguz Kumalak: who wins, the shortest win, and whether the printed claim is
/// right
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The etudes, with tabs between number, claim and position
    /// [default: solver-data/reference/toguz-etudes.tsv, which the program has too]
    file: Option<PathBuf>,
    /// This one only
    #[arg(long, value_name = "N")]
    number: Option<u32>,
    /// Spend no more time than this on each
    #[arg(long, value_name = "DURATION", default_value = "1m", value_parser = duration::parse)]
    stop_after: Duration,
    #[command(flatten)]
    resources: ProofResources,
    /// Write the page of the documentation
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

#[derive(Serialize)]
struct Answer {
    etudes: Vec<SolvedEtude>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let (name, text) = ETUDES.read(arguments.file.as_deref())?;
    let mut etudes = source::parse(&name, &text, &rules)?;
    if let Some(number) = arguments.number {
        etudes.retain(|etude| etude.number == number);
        if etudes.is_empty() {
            return Err(Failure::new(
                Kind::Usage,
                format_args!("{name} has no etude {number}"),
            ));
        }
    }
    signals::watch()?;
    let limits = Limits::new(&arguments.resources);
    let mut solved = Vec::new();
    for etude in &etudes {
        solved.push(solve(etude, &rules, &limits, arguments.stop_after, output)?);
        if let Some(stop) = signals::caught() {
            output.report(&Answer { etudes: solved })?;
            return Ok(Status::Stopped(stop));
        }
    }
    if arguments.markdown {
        output.text(&page::page(&solved))?;
    } else {
        output.report(&Answer { etudes: solved })?;
    }
    Ok(Status::Done)
}

impl Report for Answer {
    fn text(&self, _: Style) -> String {
        let rows = self.etudes.iter().map(|etude| {
            vec![
                etude.number.to_string(),
                etude.claim.clone(),
                etude.verdict(),
                etude.shown(),
                grouped(etude.nodes),
                etude.line.join(" "),
            ]
        });
        let head = ["number", "claim", "result", "shortest win", "nodes", "line"];
        table(&head, rows, &[1, 2, 3, 5])
    }
}
