//! The command line `mancala`: arguments in, library calls, text or JSON out.

mod app;
mod args;
mod batch;
mod cli;
mod commands;
mod database;
mod failure;
mod help;
mod input;
mod memory;
mod output;
mod progress;
mod proof;
mod records;
mod signals;
mod status;
mod text;

use std::process::ExitCode;

fn main() -> ExitCode {
    app::run(std::env::args_os().collect())
}
