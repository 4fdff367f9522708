//! The arguments of `mancala analyze`.

use crate::args::{Db, Threads};
use crate::batch::Batch;
use crate::text::duration;
use crate::text::size::parse_table_bytes;
use clap::Args;
use mancala_search::analysis::Limits;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  mancala analyze toguz --time 10s
  mancala analyze toguz --position '0,1,0,3,4,5,6,7,8/1,2,3,4,5,0,7,8,9 42,47 -,3 w' --multipv 3
  mancala analyze kalah:6,4 --depth 16 --json | jq .best
  mancala analyze toguz --nodes 1000000 --threads 1 --jsonl < positions.txt
  mancala analyze toguz --record game.tgk --nodes 2000000 > annotated.tgk

The score is what the side to move is expected to collect more than the opponent of the seeds still on the board; in
text, and as margin_seeds, what it is expected to lead by at the end. A search ends at the first limit that it
reaches; without one it takes 5 seconds. With --threads 1, and --depth or --nodes, it is the same on every run and
machine.

In positions that are known exactly no seed is lost: those of the database of the rules, if there is one; in the Toguz family
else all positions with few balls, which are computed at the start.";

/// Find the best moves by deep search, with the lines of play and the chances
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as toguz, bestemshe, qozdatu or kalah:6,4
    pub(super) game: String,
    /// The position [default: the start of the game]
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["jsonl", "record"])]
    pub(super) position: Option<String>,
    /// The depth to search, in plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=127))]
    pub(super) depth: Option<u32>,
    /// The time to search, as 10s or 500ms
    #[arg(long, value_name = "T", value_parser = duration::parse)]
    pub(super) time: Option<Duration>,
    /// The nodes to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: Option<u64>,
    /// How many moves to find lines for, the best first
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    pub(super) multipv: u8,
    #[command(flatten)]
    pub(super) threads: Threads,
    /// The size of the table, as 64M or 1G; 64K or more [default: 256M, or less for few --nodes]
    #[arg(long, value_name = "SIZE", value_parser = parse_table_bytes)]
    hash: Option<u64>,
    /// Toguz family: compute all positions with up to so many balls first, in place of a database
    /// [default: 6 in Toguz Kumalak, 8 in Qozdatu, 14 in Bestemshe]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=16))]
    pub(super) endgames: Option<u32>,
    #[command(flatten)]
    pub(super) db: Db,
    /// Search without a database, even if there is one
    #[arg(long, conflicts_with = "db")]
    pub(super) no_db: bool,
    #[command(flatten)]
    pub(super) batch: Batch,
    /// Annotate the games of a file of records, and write them as TGK with comments; - is stdin
    #[arg(long, value_name = "FILE", conflicts_with = "jsonl")]
    pub(super) record: Option<String>,
}

/// The time of a search that has no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// The size of the table without a limit of nodes.
const TABLE_BYTES: u64 = 256 << 20;
/// The bytes of table for a node: enough that few entries are lost.
const TABLE_BYTES_A_NODE: u64 = 64;

impl Arguments {
    /// The size of the table: clearing one much larger than the work takes longer than the work.
    pub(super) fn table_bytes(&self) -> u64 {
        self.hash.unwrap_or_else(|| match self.nodes {
            Some(nodes) => nodes
                .saturating_mul(TABLE_BYTES_A_NODE)
                .clamp(1 << 20, TABLE_BYTES),
            None => TABLE_BYTES,
        })
    }

    /// The limits of a search.
    pub(super) fn limits(&self) -> Limits {
        let unlimited = self.depth.is_none() && self.nodes.is_none() && self.time.is_none();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: if unlimited {
                Some(DEFAULT_TIME)
            } else {
                self.time
            },
            soft_time: None,
        }
    }
}
