//! `mancala man`: prints manual pages, generated from the help.

use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::status::Status;
use clap::{Args, Command};
use clap_mangen::Man;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mancala man | man -l -
  mancala man solve | man -l -
  mancala man --out ~/.local/share/man/man1";

/// Print the manual page of the program or of a command, or write all of them to a folder
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The command whose page to print [default: the program itself]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    page: Option<String>,
    /// Write every page to this folder: mancala.1, mancala-solve.1 and so on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints or writes the pages of `program`, the whole command line.
pub(crate) fn run(
    arguments: &Arguments,
    program: Command,
    output: &Output,
) -> Result<Status, Failure> {
    if output.is_json() {
        return Err(Failure::without_effect("--json", "on manual pages"));
    }
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder).map_err(|error| Failure::io("make", folder, &error))?;
        clap_mangen::generate_to(program, folder)
            .map_err(|error| Failure::io("write the pages to", folder, &error))?;
        return Ok(Status::Done);
    }
    let mut program = program.disable_help_subcommand(true);
    program.build();
    let command = match &arguments.page {
        None => &program,
        Some(name) => program.find_subcommand(name).ok_or_else(|| {
            let names: Vec<_> = program.get_subcommands().map(Command::get_name).collect();
            Failure::new(Kind::Usage, format_args!("there is no command `{name}`"))
                .hint(format_args!("the commands are {}", names.join(", ")))
        })?,
    };
    let mut page = Vec::new();
    Man::new(command.clone())
        .render(&mut page)
        .map_err(|error| Failure::new(Kind::Io, format_args!("cannot make the page: {error}")))?;
    output.bytes(&page)?;
    Ok(Status::Done)
}
