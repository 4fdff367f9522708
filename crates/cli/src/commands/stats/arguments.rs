//! The arguments of `mancala stats`.

use crate::args::Db;
use clap::Args;
use std::path::PathBuf;
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
    pub(super) game: String,
    #[command(flatten)]
    pub(super) db: Db,
    /// Only the layer of so many seeds
    #[arg(long, short, value_name = "N")]
    pub(super) seeds: Option<u32>,
    /// Toguz family: the layer that these kazans leave, the mover's and the opponent's, and how its
    /// boards end with them
    #[arg(long, value_name = "MOVER,OPPONENT", conflicts_with = "seeds")]
    pub(super) kazans: Option<Kazans>,
    /// Also count by the seeds in the mover's row
    #[arg(long)]
    pub(super) sub_layers: bool,
    /// Also show how often each value occurs
    #[arg(long)]
    pub(super) histogram: bool,
    /// Answer with CSV
    #[arg(long, conflicts_with = "json")]
    pub(super) csv: bool,
    /// Also draw the shares of wins, draws and losses, and of all values, by layer
    #[arg(long, value_name = "FILE", conflicts_with = "seeds")]
    pub(super) svg: Option<PathBuf>,
}

/// The balls in the kazans of the mover and the opponent.
#[derive(Clone, Copy)]
pub(super) struct Kazans(pub(super) [u32; 2]);

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
