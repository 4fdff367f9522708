//! The command line `mancala`: arguments in, library calls, text or JSON out.

mod app;
mod args;
mod commands;
mod duration;
mod failure;
mod input;
mod memory;
mod numbers;
mod outcome;
mod output;
mod part;
mod players;
mod progress;
mod range;
mod records;
mod signals;
mod size;
mod style;
mod subject;
mod verified;

use std::process::ExitCode;

fn main() -> ExitCode {
    app::run(std::env::args_os().collect())
}
