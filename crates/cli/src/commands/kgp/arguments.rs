//! The options of `mancala kgp`.

use crate::args::EngineResources;
use crate::text::duration;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  mancala kgp localhost
  mancala kgp kalah.example.org:2671 --name mancala --token 's3cret' --time 3s --threads 2
  mancala kgp ws://localhost:8080/socket --db solver-data/db
  mancala kgp localhost --mode verify
  mancala kgp localhost --log games.log --json
  mancala replay --game kalah:6 games.log

ADDRESS is HOST or HOST:PORT (port 2671 if it names none) for a server on TCP, or ws://HOST:PORT/PATH. Boards have 1 to 12
pits a side; the rules are the protocol's, those of `kalah` without options. Moves are sent as they improve, and a request
ends with `yield` when its time is over, or earlier if the server says `stop`.";

/// Play on a server of the Kalah Game Protocol
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The server
    pub(super) address: String,
    /// What to ask the server for
    #[arg(long, value_enum, default_value_t = Mode::Freeplay)]
    pub(super) mode: Mode,
    /// The most time for a move; less if the server's clock has less
    #[arg(long, value_name = "DURATION", default_value = "5s", value_parser = duration::parse)]
    pub(super) time: Duration,
    /// The name to play under
    #[arg(long, default_value = "mancala")]
    pub(super) name: String,
    /// The authors to name
    #[arg(long)]
    pub(super) authors: Option<String>,
    /// The description of the player
    #[arg(long)]
    pub(super) description: Option<String>,
    /// The token by which the server knows a player again. It is sent unencrypted
    #[arg(long)]
    pub(super) token: Option<String>,
    /// Tell the server about each move (`set info:comment`)
    #[arg(long)]
    pub(super) comments: bool,
    /// Write what both sides say to this file, which `mancala replay` reads
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    #[command(flatten)]
    pub(super) resources: EngineResources,
    /// The folder of databases: play perfectly on boards that have one
    #[arg(long, value_name = "DIR")]
    pub(super) db: Option<PathBuf>,
}

/// The activities of the protocol that the client knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Mode {
    /// Play games
    Freeplay,
    /// Compute moves that the server checks
    Verify,
}

impl Mode {
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Freeplay => "freeplay",
            Self::Verify => "verify",
        }
    }
}
