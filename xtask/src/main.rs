//! The daily commands of work on this project: `cargo xtask VERB`.

mod imports;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
Usage: cargo xtask VERB

  check            format, lints and imports: what is quick, before each commit
  test             all tests
  ci               everything that a change must pass, as .ci/run does it
  imports          draw the imports between crates and folders; fail if there is a circle, or if the
                   drawing in docs/architecture.md is not up to date
  imports --write  the same, and write the drawing";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let root = root();
    let done = match arguments[..] {
        ["check"] => check(&root),
        ["test"] => cargo(&root, &["test", "--workspace"]),
        ["ci"] => run(Command::new(root.join(".ci/run")).current_dir(&root)),
        ["imports"] => imports::run(&root, false),
        ["imports", "--write"] => imports::run(&root, true),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// The workspace's folder, which is the one above this crate.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

fn check(root: &Path) -> io::Result<bool> {
    let lints = "clippy --workspace --all-targets -- -D warnings";
    let lints: Vec<&str> = lints.split(' ').collect();
    Ok(cargo(root, &["fmt", "--all", "--check"])?
        && cargo(root, &lints)?
        && imports::run(root, false)?)
}

fn cargo(root: &Path, arguments: &[&str]) -> io::Result<bool> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    run(Command::new(cargo).args(arguments).current_dir(root))
}

/// Runs a command and says whether it ended well.
fn run(command: &mut Command) -> io::Result<bool> {
    let status = command.status().map_err(|error| {
        let program = command.get_program().to_string_lossy().into_owned();
        io::Error::new(error.kind(), format!("cannot run {program}: {error}"))
    })?;
    Ok(status.success())
}
