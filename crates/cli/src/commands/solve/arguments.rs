//! The arguments of `mancala solve`.

use crate::args::Proving;
use crate::batch::Batch;
use crate::text::duration;
use clap::Args;
use mancala_search::Driver;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  mancala solve kalah:6,4
  mancala solve kalah:6,4,capture=empty --driver pvs,mtdf,bisect
  mancala solve kalah:6 --position '4,4,0,5,5,5/4,4,4,4,4,4 1,0 s'
  mancala solve kalah:4,3 --no-db --threads 1 --json | jq .value_seeds
  mancala solve kalah:6,5 --value-only --checkpoint proof-6-5 --stop-after 1h
  mancala solve kalah:6 --jsonl --value-only < positions.txt | jq .value_seeds
  mancala solve toguz --position '0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0 78,72 -,5 w' --result-only
  mancala solve bestemshe --value-only --stop-after 5m

Without --no-db the proof stands on the endgame database of the rules. If it is not there yet it is built first, of a
size that suits the problem and the memory, and checked. With --threads 1, and --seeds or --no-db, the nodes are the
same on every run and machine.

A long proof with --checkpoint DIR is saved there now and then, and at Ctrl-C, SIGTERM and the end of --stop-after, which
also print what is proved until then. The same command goes on from there, with another --memory, --threads or --seeds if
you like.

With --jsonl the database is that of the first position, or the one that is there, and --stop-after is the time for each
position; one that is not solved by then is answered with bounds.

For toguz, qozdatu and bestemshe it is proved what each side can be sure to collect. The proof stands on the same of all
boards with few balls, which is computed in memory first: --seeds says to how many balls.";

/// Prove the value of a start or a position, of each first turn, and find a line of best play
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6,4 or kalah:6,4,capture=empty, or toguz, qozdatu or bestemshe
    pub(super) game: String,
    /// The position to solve [default: the start of the game]
    #[arg(long, value_name = "POSITION", conflicts_with = "jsonl")]
    pub(super) position: Option<String>,
    #[command(flatten)]
    pub(super) batch: Batch,
    /// Prove the value only, not those of the first turns
    #[arg(long, conflicts_with = "pie")]
    pub(super) value_only: bool,
    /// Toguz family: prove who wins with the kazans that there are, and the shortest win
    #[arg(long, conflicts_with = "value_only")]
    pub(super) result_only: bool,
    /// Toguz family: ask no question for more plies than this
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=254))]
    pub(super) depth: Option<u32>,
    /// Toguz family: stop after about so many nodes
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<u64>,
    /// How to close in on the value: pvs, mtdf, bisect, or several with commas between, which must
    /// agree
    #[arg(
        long,
        value_name = "DRIVER",
        value_delimiter = ',',
        default_value = "mtdf"
    )]
    pub(super) driver: Vec<Driver>,
    /// Say what the pie rule makes of it: after the first turn the second player may swap sides
    #[arg(long)]
    pub(super) pie: bool,
    #[command(flatten)]
    pub(super) proving: Proving,
    /// Save the proof in this folder, and go on from what is saved there
    #[arg(long, value_name = "DIR", conflicts_with = "jsonl")]
    pub(super) checkpoint: Option<PathBuf>,
    /// The time between two checkpoints
    #[arg(
        long,
        value_name = "DURATION",
        default_value = "5m",
        value_parser = duration::parse,
        requires = "checkpoint"
    )]
    pub(super) checkpoint_every: Duration,
}
