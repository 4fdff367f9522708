//! `mancala completions`: prints completion scripts for shells.

use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;
use clap::{Args, Command};
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  mancala completions bash > ~/.local/share/bash-completion/completions/mancala
  mancala completions zsh > ~/.zfunc/_mancala
  mancala completions fish > ~/.config/fish/completions/mancala.fish";

/// Print a script that completes commands and options in a shell
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints the script for `program`, the whole command line.
pub(crate) fn run(
    arguments: &Arguments,
    mut program: Command,
    output: &Output,
) -> Result<Status, Failure> {
    if output.is_json() {
        return Err(Failure::without_effect(
            "--json",
            "on the script of a shell",
        ));
    }
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "mancala", &mut script);
    output.bytes(&script)?;
    Ok(Status::Done)
}
