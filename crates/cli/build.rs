//! Tells the program which source commit it is built from, where the source is a git checkout.

use std::path::Path;
use std::process::Command;

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let text = text.trim();
    (output.status.success() && !text.is_empty()).then(|| text.to_owned())
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let version = env!("CARGO_PKG_VERSION");
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else {
        println!("cargo::rustc-env=MANCALA_VERSION={version}");
        return;
    };
    println!("cargo::rustc-env=MANCALA_VERSION={version} ({commit})");
    println!("cargo::rustc-env=MANCALA_COMMIT={commit}");
    // The log has a line for every commit and checkout.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo::rerun-if-changed={log}");
    }
}
