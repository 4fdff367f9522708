//! The daily commands of the project: `cargo xtask VERB`.

mod command;
mod files;
mod functions;
mod imports;
mod licences;
mod lines;
mod links;
mod public_api;
mod rust;
mod shell;

use command::{cargo, run};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
Usage: cargo xtask VERB

  check            format, lints, imports, lines and links: what is quick, before each commit
  test             all tests
  ci               everything that a change must pass, as .ci/run does it
  imports          draw the imports between crates and folders; fail if there is a cycle, or if the
                   drawing in docs/architecture.md is not up to date
  imports --write  the same, and write the drawing
  functions        list the longest functions of each crate; fail if one is too long
  licences         check the licences and sources of the dependencies against deny.toml
  lines            name comments and Markdown that are too wide
  links            check the links of the Markdown files
  shell PROGRAM    run the shell blocks of README.md and the tutorial with a build of mancala, and
                   compare transcripts with the output
  public-api       count the public items of each library
  public-api --list [FOLDER]
                   the same with their names, of this workspace or of a checkout in another folder";

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
        ["functions"] => functions::run(&root),
        ["licences"] => licences::run(&root),
        ["lines"] => lines::run(&root),
        ["links"] => links::run(&root),
        ["shell", program] => shell::run(&root, Path::new(program)),
        ["public-api"] => public_api::run(&root, false),
        ["public-api", "--list"] => public_api::run(&root, true),
        ["public-api", "--list", folder] => public_api::run(Path::new(folder), true),
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

/// The root of the workspace: the folder above this crate.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

fn check(root: &Path) -> io::Result<bool> {
    let lints = "clippy --workspace --all-targets -- -D warnings";
    let lints: Vec<&str> = lints.split(' ').collect();
    Ok(cargo(root, &["fmt", "--all", "--check"])?
        && cargo(root, &lints)?
        && imports::run(root, false)?
        && lines::run(root)?
        && links::run(root)?)
}
