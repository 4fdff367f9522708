//! The arguments of `mancala query`.

use crate::args::Db;
use crate::batch::Batch;
use crate::text::duration;
use clap::Args;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  mancala query kalah:6 '0,1,0,2,0,1/2,0,0,1,0,0 20,21 s'
  mancala query kalah:6,capture=empty '0,0,0,0,1,1/1,0,0,0,0,0 0,0 n' --json | jq .best
  mancala query kalah:6 '<6,20,21,0,1,0,2,0,1,2,0,0,1,0,0>'

  mancala query kalah:6 --jsonl < positions.txt | jq .value_seeds
  mancala query toguz '0,0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,1,1 79,79 -,- w'

A position is South's pits, North's pits (each player's from his own left), the stores and who is to move. Values are
in seeds, for the side to move, among the seeds still on the board. A position with more seeds than the database has is
searched down to it, for at most a minute unless --stop-after says otherwise; without a database all is searched.

With --jsonl a position that cannot be read, or is not solved in its time, gives a line with `error` in its place.

In the Toguz family a position is White's holes, Black's holes, the kazans, the tuzdiks and who is to move. Its value is a
pair: the balls of those on the board that the side to move can be sure to collect, and those that the other side can.";

/// Look up the value of a position and of each of its moves
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6, kalah:6,capture=empty or toguz
    pub(super) game: String,
    /// The position, as '0,1,0,2,0,1/2,0,0,1,0,0 20,21 s'
    #[arg(required_unless_present = "jsonl", conflicts_with = "jsonl")]
    position: Option<String>,
    #[command(flatten)]
    pub(super) batch: Batch,
    #[command(flatten)]
    pub(super) db: Db,
    /// How long search above the database may take, for each position [default: 60s]
    #[arg(long, value_name = "DURATION", value_parser = duration::parse)]
    pub(super) stop_after: Option<Duration>,
}

/// The time for search above the database without `--stop-after`.
const LIMIT: Duration = Duration::from_secs(60);

impl Arguments {
    /// The one position, without `--jsonl`.
    pub(super) fn position(&self) -> Option<&str> {
        self.position.as_deref().filter(|_| !self.batch.jsonl)
    }

    /// The time for the search of one position.
    pub(super) fn limit(&self) -> Duration {
        self.stop_after.unwrap_or(LIMIT)
    }
}
