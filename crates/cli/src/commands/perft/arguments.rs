//! The arguments of `mancala perft`.

use crate::args::{Memory, StopAfter, Threads};
use clap::Args;

const EXAMPLES: &str = "\
Examples:
  mancala perft kalah:6,4 --depth 10
  mancala perft toguz --depth 8 --threads 1
  mancala perft kalah:6,4,capture=empty --depth 8 --divide
  mancala perft kalah:4,3 --complete
  mancala perft kalah:4 --position '0,1,2,0/1,0,3,0 0,0 n' --depth 6 --json";

/// Count the move sequences of each length by playing them
///
/// A ply is one sowing; the sowing after an extra turn is a ply of its own. A finished game has no
/// continuation. `finished` counts the sequences after which the game is over.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6,4 or toguz
    pub(super) game: String,
    /// The position to begin at [default: the start of the game]
    #[arg(long, value_name = "POSITION")]
    pub(super) position: Option<String>,
    /// The longest sequences to count, in plies
    #[arg(
        long,
        short,
        value_name = "D",
        required_unless_present = "complete",
        value_parser = clap::value_parser!(u32).range(1..=64)
    )]
    pub(super) depth: Option<u32>,
    /// Kalah: count the complete games, to the end of each, by their results
    #[arg(long, conflicts_with_all = ["depth", "divide", "bulk", "threads"])]
    pub(super) complete: bool,
    /// Also say how the sequences of the full length divide among the first moves
    #[arg(long)]
    pub(super) divide: bool,
    /// Count the last ply by the number of legal moves, without playing them (one thread; no
    /// `finished`)
    #[arg(long)]
    pub(super) bulk: bool,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    pub(super) memory: Memory,
    #[command(flatten)]
    pub(super) stop_after: StopAfter,
}
