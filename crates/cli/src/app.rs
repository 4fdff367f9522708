//! The run of the program, from its arguments to its exit code.

use crate::cli::Cli;
use crate::failure::{Failure, Kind};
use crate::help;
use crate::output::Output;
use crate::signals;
use crate::status::Status;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};
use std::ffi::OsString;
use std::process::ExitCode;

/// Parses the arguments, runs the command and returns the exit code.
pub(crate) fn run(arguments: Vec<OsString>) -> ExitCode {
    let cli = match parse(&arguments) {
        Ok(cli) => cli,
        Err(error) => return not_parsed(&error, &arguments),
    };
    let output = Output::new(cli.json, cli.quiet);
    signals::explain_refused_memory(cli.json);
    match cli.command.run(&output) {
        Ok(Status::Done) => ExitCode::SUCCESS,
        Ok(Status::No) => ExitCode::from(1),
        Ok(Status::Failed) => ExitCode::from(2),
        Ok(Status::Stopped(stop)) => ExitCode::from(stop.exit_code()),
        Err(failure) => {
            output.fail(&failure);
            ExitCode::from(failure.kind.exit_code())
        }
    }
}

fn parse(arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let matches = help::grouped(Cli::command()).try_get_matches_from(arguments)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut Cli::command()))
}

/// Prints help or the version, which succeed, or the error of arguments that do not parse.
fn not_parsed(error: &clap::Error, arguments: &[OsString]) -> ExitCode {
    // The stream may be closed; the exit code is the same.
    let _ = error.print();
    if matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    ) {
        return ExitCode::SUCCESS;
    }
    let json = arguments
        .iter()
        .take_while(|&argument| argument != "--")
        .any(|argument| argument == "--json");
    let failure = Failure::new(Kind::Usage, message_of(error));
    Output::new(json, true).fail_json(&failure);
    ExitCode::from(failure.kind.exit_code())
}

/// The first paragraph of clap's error text, in one line and without its `error: `.
fn message_of(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a command is needed".to_owned();
    }
    let text = error.render().to_string();
    let lines: Vec<&str> = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    let message = lines.join(" ");
    message
        .strip_prefix("error: ")
        .map(str::to_owned)
        .unwrap_or(message)
}
