//! `mancala analyze`: the best moves of a position by deep search, of many positions, or of every position of a game.

mod annotate;
mod answer;
mod batch;
mod live;
mod thinker;

use super::Status;
use crate::args::{Db, Threads};
use crate::duration::Span;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::signals;
use crate::size::TableSize;
use crate::subject;
use answer::Answer;
use clap::Args;
use live::Live;
use mancala_position::GameSpec;
use mancala_search::analysis::Limits;
use std::time::Duration;
use thinker::think;

const EXAMPLES: &str = "\
Examples:
  mancala analyze toguz --time 10s
  mancala analyze toguz --position '0,1,2,3,4,5,6,7,8/1,2,3,4,5,0,7,8,9 40,47 -,3 w' --multipv 3
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
    game: String,
    /// The position [default: the start of the game]
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["jsonl", "record"])]
    position: Option<String>,
    /// The depth to search, in plies
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
    /// The time to search, as 10s or 500ms
    #[arg(long, value_name = "T")]
    time: Option<Span>,
    /// The nodes to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// How many moves to find lines for, the best first
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    multipv: u8,
    #[command(flatten)]
    threads: Threads,
    /// The size of the table, as 64M or 1G; 64K or more
    #[arg(long, value_name = "SIZE", default_value = "256M")]
    hash: TableSize,
    /// Toguz family: compute all positions with up to so many balls first, in place of a database [default: 6 in Toguz
    /// Kumalak, 8 in Qozdatu, 14 in Bestemshe]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=16))]
    endgames: Option<u32>,
    #[command(flatten)]
    db: Db,
    /// Search without a database, even if there is one
    #[arg(long, conflicts_with = "db")]
    no_db: bool,
    /// Read positions, one a line, and answer each with a line of JSON
    #[arg(long, conflicts_with = "record")]
    jsonl: bool,
    /// The file of the positions of --jsonl; - is stdin
    #[arg(long, value_name = "FILE", default_value = "-", requires = "jsonl")]
    positions: String,
    /// Annotate the games of a file of records, and write them as TGK with comments; - is stdin
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
}

/// The time of a search that has no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

impl Arguments {
    fn limits(&self) -> Limits {
        let time = self.time.map(|span| span.0);
        let unlimited = self.depth.is_none() && self.nodes.is_none() && time.is_none();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: if unlimited { Some(DEFAULT_TIME) } else { time },
            soft_time: None,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    signals::watch().map_err(|error| {
        Failure::new(Kind::Io, format_args!("cannot watch for signals: {error}"))
    })?;
    let game = subject::game(&arguments.game)?;
    if let Some(file) = &arguments.record {
        let GameSpec::Toguz { rules } = game else {
            return Err(Failure::new(
                Kind::Rules,
                "game records are read of the Toguz family only",
            ));
        };
        return annotate::run(arguments, file, &rules, output);
    }
    if arguments.jsonl {
        return batch::run(arguments, &game, output);
    }
    let state = subject::state(&game, arguments.position.as_deref())?;
    let mut engine = thinker::engine(arguments, &game, output)?;
    let mut live = Live::new(output);
    let insight = think(&mut engine, arguments, &[state], &mut |insight| {
        live.show(&state, insight);
    });
    live.clear();
    output.report(&Answer::new(&game, &state, &insight))?;
    Ok(thinker::status())
}
