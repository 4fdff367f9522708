//! Readers that go away, and output that is no terminal.

use crate::support::{MANCALA, data, run};
use std::io::Read;
use std::process::{Command, Stdio};

/// Starts the program, reads some bytes of its answer, closes the pipe, and says how it ended.
fn closed_early(arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = Command::new(MANCALA)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 16];
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn a_closed_pipe_ends_a_command_quietly() {
    let games = data("games/toguz-games-online.tsv");
    let list = ["replay", "--list", games.to_str().unwrap()];
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().to_str().unwrap();
    assert_eq!(
        run(&["build", "kalah:6", "--seeds", "12", "--db", db]).code,
        0
    );
    for arguments in [
        &["perft", "kalah:6,4", "--depth", "40"][..],
        &["export", "kalah:6", "--seeds", "12", "--db", db],
        &list,
        &["man"],
        &["completions", "zsh"],
        &["--help"],
    ] {
        assert_eq!(
            closed_early(arguments),
            (Some(0), String::new()),
            "{arguments:?}"
        );
    }
}

#[test]
fn nothing_is_coloured_where_there_is_no_terminal() {
    let game = run(&["perft", "kalha:6,4", "--depth", "2"]);
    assert!(!game.stderr.contains('\x1b') && !game.stderr.is_empty());
    let usage = run(&["perft", "kalah:6,4", "--depht", "2"]);
    assert!(!usage.stderr.contains('\x1b') && !usage.stderr.is_empty());
}
