//! `mancala stats`: what the values of a database are.

mod answer;
mod chart;
mod csv;
mod toguz;

use super::Status;
use crate::args::Db;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::subject;
use answer::Answer;
use clap::Args;
use mancala_position::GameSpec;
use mancala_position::kalah::KalahRules;
use std::path::{Path, PathBuf};
use std::str::FromStr;

const EXAMPLES: &str = "\
Examples:
  mancala stats kalah:6
  mancala stats kalah:6,capture=empty --json | jq '.layers[] | {seeds, draw}'
  mancala stats kalah:6 --histogram --csv > values.csv
  mancala stats kalah:6 --seeds 20 --sub-layers
  mancala stats kalah:6 --svg values.svg
  mancala stats toguz --seeds 6
  mancala stats bestemshe --kazans 18,16

Counted are the positions in which the mover has a seed in his row and, under end=at-once, the opponent too; the
value is the mover's seeds less the opponent's among those on the board, with best play.

In the Toguz family all boards are counted, by the tuzdiks that stand (the mover's, the opponent's), with the sums of what
the mover and the opponent can be sure to collect; open boards are those where the two do not add up to all balls.";

/// Show how many positions of each layer are won, drawn and lost, and their values
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6, kalah:6,capture=empty or toguz
    game: String,
    #[command(flatten)]
    db: Db,
    /// Only the layer of so many seeds
    #[arg(long, short, value_name = "N")]
    seeds: Option<u32>,
    /// Toguz family: the layer that these kazans leave, the mover's and the opponent's, and how its boards end with them
    #[arg(long, value_name = "MOVER,OPPONENT", conflicts_with = "seeds")]
    kazans: Option<Kazans>,
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
    match subject::game(&arguments.game)? {
        GameSpec::Kalah { rules, .. } => kalah(&rules, arguments, output)?,
        GameSpec::Toguz { rules } => toguz::run(&rules, arguments, output)?,
    }
    Ok(Status::Done)
}

fn kalah(rules: &KalahRules, arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    if arguments.kazans.is_some() {
        return Err(Failure::new(
            Kind::Usage,
            "--kazans serves the Toguz family: values of Kalah do not depend on the stores",
        ));
    }
    let database = arguments.db.open(rules)?;
    if let Some(seeds) = arguments.seeds
        && seeds > database.most_seeds()
    {
        return Err(no_layer(seeds, database.path(), database.most_seeds()));
    }
    let answer = Answer::new(&database, arguments);
    if let Some(path) = &arguments.svg {
        chart::draw(&database, path)?;
    }
    if arguments.csv {
        output.text(&csv::text(&answer))
    } else {
        output.report(&answer)
    }
}

fn no_layer(seeds: u32, folder: &Path, most: u32) -> Failure {
    Failure::new(
        Kind::DatabaseMissing,
        format_args!(
            "no layer of {seeds} seeds in {}, which has those to {most}",
            folder.display()
        ),
    )
}

/// The balls in both kazans.
#[derive(Clone, Copy)]
struct Kazans([u32; 2]);

impl FromStr for Kazans {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let kazans = text.split_once(',').and_then(|(mover, opponent)| {
            Some([mover.trim().parse().ok()?, opponent.trim().parse().ok()?])
        });
        kazans
            .map(Self)
            .ok_or_else(|| "expected two numbers, as 24,22".to_owned())
    }
}
