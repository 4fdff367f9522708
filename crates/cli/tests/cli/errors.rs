//! Bad input: the kind of the error, the exit code, and a message that says what is wrong and
//! where.

use crate::support::{MANCALA, failure, object, run};

#[test]
fn arguments_that_do_not_fit_are_usage_errors() {
    for (arguments, part) in [
        (&["perft", "kalah:6,4"][..], "--depth"),
        (&["perft", "kalah:6,4", "--depth", "x"], "x"),
        (&["perft", "kalah:6,4", "--depth", "0"], "0"),
        (
            &["perft", "kalah:6,4", "--depth", "2", "--threads", "0"],
            "threads",
        ),
        (&["perft", "kalah:6", "--depth", "2"], "names no start"),
        (
            &["build", "kalah:6", "--seeds", "4", "--memory", "20X"],
            "20G",
        ),
        (
            &["build", "kalah:6", "--seeds", "4", "--memory", "0"],
            "512M",
        ),
        (
            &["build", "kalah:6", "--seeds", "4", "--stop-after", "1x"],
            "90s",
        ),
        (&["build", "kalah:6"], "--seeds"),
        (&["verify", "kalah:6", "--level", "9"], "9"),
        (&["nonsense"], "nonsense"),
        (&["perft", "--nonsense"], "--nonsense"),
    ] {
        let (kind, message) = failure(arguments);
        assert_eq!(kind, "usage", "{arguments:?}");
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
}

#[test]
fn games_that_do_not_exist_are_rules_errors() {
    for (game, part) in [
        ("kalha:6,4", "did you mean `kalah`?"),
        ("kalah:9,4", "9 pits"),
        ("kalah:6,4,capture=all", "`capture` cannot be `all`"),
        ("toguz:9", "the name alone"),
    ] {
        let (kind, message) = failure(&["perft", game, "--depth", "2"]);
        assert_eq!(kind, "rules", "{game}");
        assert!(message.contains(part), "{game}: {message}");
    }
    let (kind, _) = failure(&["export", "toguz", "--seeds", "4"]);
    assert_eq!(kind, "rules");
}

#[test]
fn positions_that_cannot_be_are_position_errors() {
    for (game, position, part) in [
        ("kalah:4", "1,2,x,4/1,2,3,4 0,0 s", "column 5"),
        ("kalah:4", "1,2,3/1,2,3,4 0,0 s", "column 6"),
        ("kalah:4", "1,2,3,4/1,2,3,4 0,0", "column 20"),
        ("kalah:2", "200,56/0,1 0,0 s", "at most 255"),
        ("kalah:4", "", "column 1"),
        ("bestemshe", "5,5,5,5,5/5,5,5,5,6 0,0 -,- w", "50 balls"),
    ] {
        let (kind, message) = failure(&["perft", game, "--position", position, "--depth", "1"]);
        assert_eq!(kind, "position", "{position}");
        assert!(message.contains(part), "{position}: {message}");
    }
    let (kind, _) = failure(&["perft", "kalah:8,99", "--depth", "1"]);
    assert_eq!(kind, "position");
}

#[test]
fn people_see_the_place_of_a_parse_error() {
    let arguments = [
        "perft",
        "kalah:4",
        "--position",
        "1,2,x,4/1,2,3,4 0,0 s",
        "--depth",
        "1",
    ];
    let run = run(&arguments);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let lines: Vec<_> = run.stderr.lines().collect();
    assert_eq!(lines[1..], ["    1,2,x,4/1,2,3,4 0,0 s", "        ^"]);
}

#[test]
fn without_json_stdout_stays_empty() {
    for arguments in [
        &["perft", "kalha:6", "--depth", "1"][..],
        &["perft"],
        &["stats", "kalah:6", "--db", "no-such-folder"],
    ] {
        let run = run(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
    }
}

#[test]
fn json_behind_two_dashes_is_an_argument() {
    let run = run(&["--nonsense", "--", "--json"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    let run = crate::support::run(&["--json"]);
    assert_eq!(run.code, 2);
    assert_eq!(object(&run.stdout)["error"]["kind"], "usage");
}

#[test]
fn an_error_far_to_the_right_is_shown_with_the_text_around_it() {
    let text = format!("{}x", " ".repeat(70_000));
    for arguments in [
        vec!["query", "kalah:6", &text],
        vec!["solve", "kalah:6", "--position", &text],
        vec!["perft", "kalah:6", "--depth", "1", "--position", &text],
        vec!["play", "kalah:6", "--position", &text],
    ] {
        let done = run(&arguments);
        assert_eq!(done.code, 2, "{}", done.stderr);
        assert!(
            done.stderr.contains("cannot read the position"),
            "{}",
            done.stderr
        );
        let lines: Vec<&str> = done.stderr.lines().collect();
        let mark = lines
            .iter()
            .position(|line| line.trim() == "^")
            .expect("a mark");
        assert!(
            lines[mark - 1].trim_start().starts_with("..."),
            "{}",
            done.stderr
        );
        assert!(lines[mark].len() < 130, "{}", done.stderr);
    }
}

#[test]
fn control_characters_in_errors_are_escaped() {
    for arguments in [
        vec!["query", "kalah:6", "\u{1b}[31m1,1"],
        vec!["query", "kalah\u{1b}[31m", "1"],
        vec!["solve", "kalah:6,\u{7}"],
    ] {
        let done = run(&arguments);
        assert_eq!(done.code, 2);
        let bad = |c: char| c.is_control() && c != '\n';
        assert!(!done.stderr.contains(bad), "{:?}", done.stderr);
    }
}

#[test]
fn options_that_would_change_nothing_are_refused() {
    for (arguments, message) in [
        (
            &["perft", "kalah:4,3", "--depth", "2", "--memory", "1G"][..],
            "--memory has no effect without --complete",
        ),
        (
            &["perft", "kalah:4,3", "--depth", "2", "--stop-after", "1s"],
            "--stop-after has no effect without --complete",
        ),
        (
            &["verify", "kalah:4", "--memory", "1G"],
            "--memory has no effect without --repair",
        ),
        (
            &["completions", "bash"],
            "--json has no effect on the script of a shell",
        ),
        (&["man"], "--json has no effect on manual pages"),
    ] {
        let (kind, found) = failure(arguments);
        assert_eq!(
            (kind.as_str(), found.as_str()),
            ("usage", message),
            "{arguments:?}"
        );
    }
    let (kind, _) = failure(&["stats", "kalah:4", "--svg", "x.svg", "--seeds", "3"]);
    assert_eq!(kind, "usage");
}

/// Where the system refuses memory, the program says so and ends with the code of errors.
#[cfg(target_os = "linux")]
#[test]
fn too_little_address_space_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    for kilobytes in [60_000, 120_000, 200_000, 300_000] {
        for command in [
            "build kalah:6 --seeds 18",
            "solve kalah:6,3 --threads 2 --value-only",
        ] {
            let line = format!(
                "ulimit -v {kilobytes} && exec {MANCALA} {command} --db {} --json -q",
                folder.path().display()
            );
            let run = std::process::Command::new("sh")
                .args(["-c", &line])
                .env_remove("RUST_BACKTRACE")
                .output()
                .expect("a shell");
            let code = run.status.code();
            let errors = String::from_utf8_lossy(&run.stderr);
            assert!(matches!(code, Some(0 | 2)), "{line}: {code:?}\n{errors}");
            if code == Some(2) {
                let answer = object(&String::from_utf8_lossy(&run.stdout));
                assert!(answer["error"]["kind"].is_string(), "{line}");
                assert!(errors.contains("error: "), "{line}: {errors}");
            }
        }
    }
}
