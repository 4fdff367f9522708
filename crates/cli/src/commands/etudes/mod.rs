//! `mancala etudes`: what is claimed of composed positions, and what is so.

mod page;
mod source;

use super::Status;
use super::solve::toguz::answer::written;
use super::solve::toguz::known::KnownEntry;
use super::solve::toguz::{Limits, solve_state};
use crate::args::Means;
use crate::duration::{Span, millis};
use crate::failure::{Failure, Kind};
use crate::numbers::{grouped, table};
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::signals;
use crate::style::Style;
use clap::Args;
use mancala_position::Side;
use mancala_position::toguz::{ToguzGame, ToguzRules};
use mancala_search::{ToguzGoal, ToguzResult};
use serde::Serialize;
use source::Etude;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mancala etudes
  mancala etudes --number 7 --json
  mancala etudes --stop-after 10m --markdown";

/// Settle etudes of Toguz Kumalak: who wins, the shortest win, and whether the printed claim is right
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The etudes, with tabs between number, claim and position
    #[arg(default_value = "solver-data/reference/toguz-etudes.tsv")]
    file: PathBuf,
    /// This one only
    #[arg(long, value_name = "N")]
    number: Option<u32>,
    /// Spend no more time than this on each
    #[arg(long, value_name = "DURATION", default_value = "1m")]
    stop_after: Span,
    #[command(flatten)]
    means: Means,
    /// Write the page of the documentation
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

/// What has become of an etude.
#[derive(Serialize)]
struct Settled {
    number: u32,
    claim: String,
    position: String,
    /// For White.
    result: Option<&'static str>,
    /// Whether the claim is right.
    agrees: Option<bool>,
    /// Of the shortest win.
    plies: Option<u32>,
    line: Vec<String>,
    /// Balls that White needs to win and Black to win, of those on the board.
    needs: [u32; 2],
    /// The least and the most that White and Black can be sure of, as far as it was asked.
    sure: [[u32; 2]; 2],
    balls: u32,
    /// To so many plies all questions are answered.
    depth: u32,
    nodes: u64,
    elapsed_ms: u64,
    database: Option<KnownEntry>,
}

#[derive(Serialize)]
struct Answer {
    etudes: Vec<Settled>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let mut etudes = source::read(&arguments.file, &rules)?;
    if let Some(number) = arguments.number {
        etudes.retain(|etude| etude.number == number);
        if etudes.is_empty() {
            return Err(Failure::new(
                Kind::Usage,
                format_args!("{} has no etude {number}", arguments.file.display()),
            ));
        }
    }
    signals::watch().map_err(|error| Failure::new(Kind::Io, error))?;
    let mut settled = Vec::new();
    for etude in &etudes {
        settled.push(settle(etude, &rules, arguments, output)?);
        if let Some(stop) = signals::caught() {
            output.report(&Answer { etudes: settled })?;
            return Ok(Status::Stopped(stop));
        }
    }
    if arguments.markdown {
        output.text(&page::page(&settled))?;
    } else {
        output.report(&Answer { etudes: settled })?;
    }
    Ok(Status::Done)
}

fn settle(
    etude: &Etude,
    rules: &ToguzRules,
    arguments: &Arguments,
    output: &Output,
) -> Result<Settled, Failure> {
    let progress = Progress::new(output, "positions", Some(arguments.stop_after.0));
    let limits = Limits::new(&arguments.means);
    let state = &etude.state;
    let (found, known) = solve_state(rules, state, ToguzGoal::Result, &limits, None, &progress)?;
    drop(progress);
    let position = state.white_view();
    let majority = rules.balls() / 2 + 1;
    let mut sure =
        [found.bounds.mover, found.bounds.opponent].map(|bounds| [bounds.lower, bounds.upper]);
    let mut result = found.result;
    if state.to_move == Side::Second {
        sure.reverse();
        result = result.map(|result| match result {
            ToguzResult::Won => ToguzResult::Lost,
            ToguzResult::Drawn => ToguzResult::Drawn,
            ToguzResult::Lost => ToguzResult::Won,
        });
    }
    let shortest = found.shortest.as_ref();
    Ok(Settled {
        number: etude.number,
        claim: etude.claim.clone(),
        position: state.to_text(rules),
        result: result.map(ToguzResult::word),
        agrees: result.map(|result| Some(result) == etude.claimed()),
        plies: shortest.map(|shortest| shortest.plies),
        line: shortest.map_or_else(Vec::new, |shortest| written(rules, state, &shortest.line)),
        needs: [position.own_kazan(), position.opponent_kazan()]
            .map(|kazan| majority.saturating_sub(kazan)),
        sure,
        balls: position.balls(),
        depth: found.plies,
        nodes: found.nodes,
        elapsed_ms: millis(found.elapsed),
        database: known.entry(),
    })
}

impl Settled {
    /// What is known of the result, in a word or two.
    fn verdict(&self) -> String {
        match self.result {
            Some("won") => "White wins".to_owned(),
            Some("lost") => "Black wins".to_owned(),
            Some(_) => "draw".to_owned(),
            None => format!("open: no win in {} plies", self.depth),
        }
    }

    /// How long the shortest win is, or why there is none.
    fn shown(&self) -> String {
        match (self.result, self.plies) {
            (Some("drawn"), _) => {
                let [white, black] = self.needs;
                format!(
                    "of {} balls White can get {} at most and needs {white}, Black {} and needs {black}",
                    self.balls, self.sure[0][1], self.sure[1][1]
                )
            }
            (Some(_), Some(plies)) => format!("{plies} plies"),
            _ => String::new(),
        }
    }
}

impl Report for Answer {
    fn text(&self, _: Style) -> String {
        let head = ["number", "claim", "result", "shortest win", "nodes", "line"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        rows.extend(self.etudes.iter().map(|etude| {
            vec![
                etude.number.to_string(),
                etude.claim.clone(),
                etude.verdict(),
                etude.shown(),
                grouped(etude.nodes),
                etude.line.join(" "),
            ]
        }));
        table(&rows, &[1, 2, 3, 5])
    }
}
