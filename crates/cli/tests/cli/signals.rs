//! Interrupted runs: what is finished is saved, the exit code says what interrupted, and the next
//! run goes on.
#![cfg(unix)]

use crate::support::{MANCALA, finish, json, object, program};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn started(arguments: &[&str]) -> Child {
    Command::new(MANCALA)
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn signalled(mut child: Child, signal: &str) -> (Option<i32>, String) {
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    let mut stdout = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut stdout)
        .unwrap();
    (child.wait().unwrap().code(), stdout)
}

#[test]
fn a_signal_ends_a_build_with_its_code_and_the_next_goes_on() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = tempfile::tempdir().unwrap();
        let db = ["--db", folder.path().to_str().unwrap()];
        let build = [
            "build",
            "kalah:6",
            "--seeds",
            "26",
            "--threads",
            "1",
            "--json",
        ];
        let child = started(&[&build[..], &db].concat());
        // The small layers are there at once, and the large ones take longer than this.
        while !folder.path().join("kalah-6/012.layer").exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        let (ended, stdout) = signalled(child, signal);
        assert_eq!(ended, Some(code), "{stdout}");
        assert_eq!(object(&stdout)["error"]["kind"], "interrupted");

        let built = json(&[&["build", "kalah:6", "--seeds", "13"], &db[..]].concat());
        assert!(built["layers"].as_u64().unwrap() >= 14);
        assert!(built["computed"].as_u64() < built["positions"].as_u64());
        let verified = json(&[&["verify", "kalah:6", "--level", "2"], &db[..]].concat());
        assert_eq!(verified["ok"], true);
    }
}

#[test]
fn the_time_given_ends_a_build() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().to_str().unwrap();
    let arguments = [
        "build",
        "kalah:6",
        "--seeds",
        "26",
        "--stop-after",
        "100ms",
        "--db",
        db,
    ];
    let run = finish(program().args(arguments).arg("--json"));
    assert_eq!(run.code, 130, "{}", run.stderr);
    let error = &object(&run.stdout)["error"];
    assert_eq!(error["kind"], "interrupted");
    assert!(error["message"].as_str().unwrap().contains("--stop-after"));
}

/// The next of a row of scattered numbers.
fn scattered(state: &mut u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn a_proof_killed_ten_times_ends_with_the_same_value() {
    let proof = [
        "solve",
        "kalah:6,3",
        "--no-db",
        "--threads",
        "2",
        "--memory",
        "128M",
    ];
    let whole = json(&proof);
    let whole_ms = whole["elapsed_ms"].as_u64().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("proof");
    let options = [
        "--checkpoint",
        checkpoint.to_str().unwrap(),
        "--checkpoint-every",
        "20ms",
        "--quiet",
    ];
    let arguments = [&proof[..], &options[..]].concat();
    let with_json = [&arguments[..], &["--json"]].concat();
    let mut state = 1;
    for number in 0..10 {
        let child = started(&with_json);
        // Some are killed before they have saved anything.
        let time = 5 + scattered(&mut state) % (whole_ms / 8 + 40);
        std::thread::sleep(Duration::from_millis(time));
        if number % 2 == 0 {
            let (ended, _) = signalled(child, "-KILL");
            assert_eq!(ended, None, "it was killed");
            continue;
        }
        let (ended, stdout) = signalled(child, "-TERM");
        if ended == Some(143) {
            let answer = object(&stdout);
            assert_eq!(answer["proved"], false);
            assert_eq!(answer["error"]["kind"], "interrupted");
            let known = |lower: &serde_json::Value, upper: &serde_json::Value, value: i64| {
                lower.as_i64().unwrap() <= value && value <= upper.as_i64().unwrap()
            };
            let bounds = (&answer["lower_seeds"], &answer["upper_seeds"]);
            assert!(known(bounds.0, bounds.1, 2), "{stdout}");
            let turns = answer["moves"].as_array().unwrap();
            let values = whole["moves"].as_array().unwrap();
            assert_eq!(turns.len(), values.len());
            for (turn, value) in turns.iter().zip(values) {
                assert_eq!(turn["move"], value["move"]);
                let value = value["value_seeds"].as_i64().unwrap();
                assert!(known(&turn["lower_seeds"], &turn["upper_seeds"], value));
            }
        } else {
            // The signal came before the program could watch for it.
            assert_eq!(ended, None, "{stdout}");
        }
    }
    let answer = json(&arguments);
    assert_eq!(answer["resumed"], true);
    assert_eq!(answer["value_seeds"], 2);
    assert_eq!(answer["moves"], whole["moves"]);
}

#[test]
fn a_signal_ends_a_match_with_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.tgk");
    let part = folder.path().join("games.tgk.part");
    let path = games.to_str().unwrap();
    let child = started(&[
        "match", "toguz", "--a", "random:1", "--b", "random:2", "-n", "1000000", "--tgk", path,
        "--json",
    ]);
    while !part.exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(50));
    let (ended, stdout) = signalled(child, "-INT");
    assert_eq!(ended, Some(130), "{stdout}");
    let answer = object(&stdout);
    assert_eq!(answer["games"], answer["list"].as_array().unwrap().len());
    assert!(games.exists() && !part.exists());
}

#[test]
fn a_signal_to_all_of_a_terminal_ends_a_match_of_programs_with_what_is_there() {
    use std::os::unix::process::CommandExt;
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games.tgk");
    let part = folder.path().join("games.tgk.part");
    let engine = format!("nodes=200,cmd:{MANCALA} engine");
    let child = Command::new(MANCALA)
        .args(["match", "toguz", "--a", "random:1", "--b", &engine])
        .args(["-n", "100000", "--json", "--quiet", "--tgk"])
        .arg(&games)
        .stdout(Stdio::piped())
        .process_group(0)
        .spawn()
        .unwrap();
    // Games are written as they end.
    while std::fs::metadata(&part).map_or(0, |part| part.len()) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let group = format!("-{}", child.id());
    let sent = Command::new("kill").args(["-INT", "--", &group]).status();
    assert!(sent.unwrap().success());
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    let answer = object(&String::from_utf8(ended.stdout).unwrap());
    assert!(answer["games"].as_u64() >= Some(2), "{answer}");
    let replayed = json(&["replay", games.to_str().unwrap()]);
    assert_eq!(replayed["games"], answer["games"]);
}
