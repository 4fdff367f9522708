//! Interrupted runs: what is finished is saved, the exit code says what interrupted, and the next run goes on.
#![cfg(unix)]

use crate::support::{finish, json, object, program};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

fn started(arguments: &[&str]) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin!("mancala"))
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
