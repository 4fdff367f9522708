//! `mancala stats`: what the values of a database are.

mod answer;
mod chart;
mod csv;

use super::Status;
use crate::args::Db;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::subject;
use answer::Answer;
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mancala stats kalah:6
  mancala stats kalah:6,capture=empty --json | jq '.layers[] | {seeds, draw}'
  mancala stats kalah:6 --histogram --csv > values.csv
  mancala stats kalah:6 --seeds 20 --sub-layers
  mancala stats kalah:6 --svg values.svg

Counted are the positions in which the mover has a seed in his row and, under end=at-once, the opponent too; the
value is the mover's seeds less the opponent's among those on the board, with best play.";

/// Show how many positions of each layer are won, drawn and lost, and their values
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6 or kalah:6,capture=empty
    game: String,
    #[command(flatten)]
    db: Db,
    /// Only the layer of so many seeds
    #[arg(long, short, value_name = "N")]
    seeds: Option<u32>,
    /// Also count by the seeds in the mover's row
    #[arg(long)]
    sub_layers: bool,
    /// Also show how often each value occurs
    #[arg(long)]
    histogram: bool,
    /// Answer with CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Also draw the shares of wins, draws and losses, and of all values, by layer
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let rules = subject::kalah_rules(&arguments.game, "stats")?;
    let database = arguments.db.open(&rules)?;
    if let Some(seeds) = arguments.seeds
        && seeds > database.most_seeds()
    {
        return Err(Failure::new(
            Kind::DatabaseMissing,
            format_args!(
                "no layer of {seeds} seeds in {}, which has those to {}",
                database.path().display(),
                database.most_seeds()
            ),
        ));
    }
    let answer = Answer::new(&database, arguments);
    if let Some(path) = &arguments.svg {
        chart::draw(&database, path)?;
    }
    if arguments.csv {
        output.text(&csv::text(&answer))?;
    } else {
        output.report(&answer)?;
    }
    Ok(Status::Done)
}
