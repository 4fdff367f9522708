//! Running other programs.

use std::io;
use std::path::Path;
use std::process::Command;

/// Runs cargo in a folder, and returns whether it succeeded.
///
/// # Errors
///
/// If cargo cannot be started.
pub(crate) fn cargo(folder: &Path, arguments: &[&str]) -> io::Result<bool> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(cargo).args(arguments).current_dir(folder))
}

/// Runs a command, and returns whether it succeeded.
///
/// # Errors
///
/// If the program cannot be started.
pub(crate) fn run(command: &mut Command) -> io::Result<bool> {
    let status = command.status().map_err(|error| {
        let program = command.get_program().to_string_lossy().into_owned();
        io::Error::new(error.kind(), format!("cannot run {program}: {error}"))
    })?;
    Ok(status.success())
}
