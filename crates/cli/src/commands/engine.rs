//! `mancala engine`: serves the text protocol on stdin and stdout.

use crate::args::{EngineEndgames, EngineResources, game};
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::status::Status;
use clap::Args;
use mancala_search::protocol::{Settings, serve};
use std::io::{self, BufReader};
use std::path::Path;

const EXAMPLES: &str = "\
Examples:
  mancala engine
  mancala engine kalah:6,4 --threads 2 --hash 256M
  printf 'position startpos moves 76 98\\ngo movetime 1000\\n' | mancala engine toguz
  printf 'position 0,1,0,2,0,1/2,0,0,1,0,0 20,21 s\\ngo depth 12\\n' | mancala engine kalah:6

Commands are read a line each, after the manner of UCI: uci, isready, ucinewgame, position, go, stop, setoption, d, quit.
They are described in the book (docs/protocol.md). The options of this command are those of the protocol as they stand at
the beginning.";

/// Serve programs that play or analyse, by a text protocol on stdin and stdout
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, which `setoption name Game` changes
    #[arg(default_value = "toguz")]
    game: String,
    #[command(flatten)]
    resources: EngineResources,
    /// How many lines to show
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=16))]
    multipv: u8,
    #[command(flatten)]
    endgames: EngineEndgames,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    if output.is_json() {
        return Err(Failure::new(
            Kind::Usage,
            "`mancala engine` answers by its protocol, not with JSON",
        )
        .hint("`mancala analyze --json` searches one position"));
    }
    let source = arguments.endgames.tablebase_source();
    let settings = Settings {
        threads: arguments.resources.threads(),
        table_bytes: arguments.resources.table_bytes(),
        multipv: usize::from(arguments.multipv),
        database: source.database.map(Path::to_owned),
        endgames: source.balls,
        ..Settings::new(game::parse(&arguments.game)?)
    };
    let name = concat!("mancala ", env!("MANCALA_VERSION"));
    match serve(BufReader::new(io::stdin()), io::stdout(), name, settings) {
        Ok(()) => Ok(Status::Done),
        // The reader has closed the pipe; that is no error.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Status::Done),
        Err(error) => Err(Failure::new(
            Kind::Io,
            format_args!("cannot write to stdout: {error}"),
        )),
    }
}
