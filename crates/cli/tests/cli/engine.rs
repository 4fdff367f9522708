//! `mancala engine`: the text protocol over the streams of a process.

use crate::support::{MANCALA, data, failure, finish, json, program, run};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

fn answers(arguments: &[&str], commands: &str) -> String {
    let mut command = program();
    command.arg("engine").args(arguments).write_stdin(commands);
    let run = finish(&mut command);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{commands}");
    run.stdout
}

#[test]
fn a_session_is_answered_line_by_line() {
    let text = answers(
        &[
            "kalah:4,3",
            "--hash",
            "2M",
            "--multipv",
            "2",
            "--db",
            "a folder",
        ],
        "uci\nisready\nquit\n",
    );
    assert!(text.starts_with("id name mancala 0."), "{text}");
    for part in [
        "option name Threads type spin default 1 ",
        "option name Hash type spin default 2 ",
        "option name MultiPV type spin default 2 ",
        "option name Database type string default a folder",
        "option name Game type string default kalah:4,3",
        "info string error: no database in a folder",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.ends_with("\nreadyok\n"), "{text}");
    let text = answers(&[], "position startpos moves 76 98\ngo depth 6\nd\n");
    assert!(text.contains("\nbestmove "), "{text}");
    assert!(text.contains("to move\n"), "{text}");
}

/// The engine's answer to a position of a database is one of its best moves.
fn follows_the_database(game: &str, seeds: &str, position: &str) {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().to_str().unwrap();
    let built = run(&["build", game, "--seeds", seeds, "--db", db]);
    assert_eq!(built.code, 0, "{}", built.stderr);
    let commands = format!("position {position}\ngo depth 12\n");
    let text = answers(&[game, "--db", db], &commands);
    let best = text.lines().last().unwrap();
    let best = best.trim_start_matches("bestmove ");
    let query = json(&["query", game, position, "--db", db]);
    let moves = query["best"].as_array().unwrap();
    assert!(moves.contains(&best.into()), "{text}{query}");
    assert!(text.contains(" proved "), "{text}");
}

#[test]
fn an_endgame_database_is_played_by() {
    follows_the_database("kalah:4", "10", "1,0,2,1/0,3,1,2 5,9 s");
    follows_the_database("bestemshe", "8", "1,0,2,1,0/0,3,0,0,1 20,22 -,- w");
    follows_the_database(
        "toguz",
        "5",
        "0,0,0,0,0,0,0,2,0/0,0,1,0,0,0,2,0,0 80,77 -,- b",
    );
}

#[test]
fn a_process_stops_when_told_and_when_it_is_left_alone() {
    let start = || {
        Command::new(MANCALA)
            .args(["engine", "toguz", "--endgames", "0"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    let mut child = start();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    writeln!(stdin, "go infinite").unwrap();
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert!(line.starts_with("info depth 1 "), "{line}");
    writeln!(stdin, "stop").unwrap();
    let best = stdout
        .lines()
        .map(Result::unwrap)
        .find(|line| line.starts_with("bestmove"));
    assert!(best.is_some());
    drop(stdin);
    assert!(child.wait().unwrap().success());

    // Nobody reads the answers any more: the search ends with the next line that cannot be written.
    let mut child = start();
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    writeln!(stdin, "go infinite").unwrap();
    assert!(child.wait().unwrap().success());
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert_eq!(errors, "");
}

#[test]
fn what_the_command_does_not_do_is_refused() {
    let (kind, message) = failure(&["engine"]);
    assert_eq!(kind, "usage");
    assert!(message.contains("by its protocol"), "{message}");
    assert_eq!(run(&["engine", "chess"]).code, 2);
    assert_eq!(run(&["engine", "--threads", "0"]).code, 2);
}

/// The session that the page shows is what the engine says, but for its version, times and rates.
#[test]
fn the_session_of_the_page_is_real() {
    let page = std::fs::read_to_string(data("../docs/protocol.md")).expect("the page");
    let block = page.split("```text\n").nth(1).expect("a session");
    let block = block.split("```").next().expect("an end");
    let commands: Vec<&str> = block
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .collect();
    let text = answers(&[], &format!("{}\n", commands.join("\n")));
    let masked = |line: &str| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for at in 1..words.len() {
            if ["nps", "time"].contains(&words[at - 1]) {
                words[at] = "#";
            }
        }
        let line = words.join(" ");
        line.split_once(" (")
            .map_or(line.clone(), |(name, _)| name.to_owned())
    };
    let mut found = text.lines().map(masked);
    let mut anything = false;
    let mut compared = 0;
    for expected in block.lines().filter_map(|line| line.strip_prefix("< ")) {
        if expected == "..." {
            anything = true;
            continue;
        }
        let expected = masked(expected);
        let is_there = if anything {
            found.any(|line| line == expected)
        } else {
            found.next() == Some(expected.clone())
        };
        assert!(is_there, "{expected:?} is not next in\n{text}");
        anything = false;
        compared += 1;
    }
    assert_eq!(found.next(), None);
    assert!(compared >= 8, "{compared}");
}
