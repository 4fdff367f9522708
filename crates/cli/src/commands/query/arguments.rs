//! The arguments of `mancala query`.

use crate::args::Db;
use crate::text::duration;
use clap::Args;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  mancala query kalah:6 '0,1,0,2,0,1/2,0,0,1,0,0 20,21 s'
  mancala query kalah:6,capture=empty '0,0,0,0,1,1/1,0,0,0,0,0 0,0 n' --json | jq .best
  mancala query kalah:6 '<6,20,21,0,1,0,2,0,1,2,0,0,1,0,0>'

  mancala query toguz '0,0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,1,1 79,79 -,- w'

A position is South's pits, North's pits (each player's from his own left), the stores and who is to move. Values are
in seeds, for the side to move, among the seeds still on the board. A position with more seeds than the database has is
searched down to it, for at most a minute unless --stop-after says otherwise.

In the Toguz family a position is White's holes, Black's holes, the kazans, the tuzdiks and who is to move. Its value is a
pair: the balls of those on the board that the side to move can be sure to collect, and those that the other side can.";

/// Look up the value of a position and of each of its moves
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6, kalah:6,capture=empty or toguz
    pub(super) game: String,
    /// The position, as '0,1,0,2,0,1/2,0,0,1,0,0 20,21 s'
    pub(super) position: String,
    #[command(flatten)]
    pub(super) db: Db,
    /// How long search above the database may take [default: 60s]
    #[arg(long, value_name = "DURATION", value_parser = duration::parse)]
    pub(super) stop_after: Option<Duration>,
}

/// The time for search above the database without `--stop-after`.
pub(super) const LIMIT: Duration = Duration::from_secs(60);
