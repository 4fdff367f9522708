//! Proof records: taking them, showing them, checking them.

use crate::support::{Run, data, finish, object, program, run};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// An answer of `solve --json`.
fn solved(arguments: &[&str]) -> String {
    let solved = run(&[&["solve"], arguments, &["--json"]].concat());
    assert_eq!(solved.code, 0, "{}", solved.stderr);
    solved.stdout
}

/// `record` with this on stdin.
fn record(file: &Path, stdin: &str) -> Run {
    let mut command = program();
    finish(
        command
            .args(["record", text(file), "--json"])
            .write_stdin(stdin),
    )
}

fn refused(file: &Path, stdin: &str, kind: &str, part: &str) {
    let before = fs::read(file).ok();
    let run = record(file, stdin);
    assert_eq!(run.code, 2, "{}", run.stdout);
    let error = &object(&run.stdout)["error"];
    assert_eq!(error["kind"], kind, "{error}");
    assert!(
        error["message"].as_str().unwrap().contains(part),
        "{part}: {error}"
    );
    assert_eq!(fs::read(file).ok(), before, "the file stays as it is");
}

fn changed(answer: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut value = object(answer);
    change(&mut value);
    value.to_string()
}

#[test]
fn the_page_of_results_is_up_to_date() {
    let page = run(&["results", "--markdown", text(&data("kalah/solved.jsonl"))]);
    assert_eq!((page.code, page.stderr.as_str()), (0, ""));
    let written = fs::read_to_string(data("../docs/results.md")).unwrap();
    assert!(
        page.stdout == written,
        "docs/results.md is not what `mancala results --markdown` writes"
    );
}

#[test]
fn the_results_of_the_project_are_right() {
    let folder = tempfile::tempdir().unwrap();
    let records = data("kalah/solved.jsonl");
    let arguments = ["check-results", text(&records), "--limit", "1s", "--json"];
    let checked = finish(
        program()
            .args(arguments)
            .args(["--db", text(folder.path())]),
    );
    assert_eq!(checked.code, 0, "{}{}", checked.stdout, checked.stderr);
    let answer = object(&checked.stdout);
    let count = |name: &str| answer[name].as_u64().unwrap();
    assert_eq!(answer["ok"], true);
    assert!(count("records") >= 64);
    assert_eq!(count("checked"), count("records"));
    assert!(count("proved_again") >= 50, "{}", count("proved_again"));
    for row in answer["rows"].as_array().unwrap() {
        // A proof that was stopped has bounds, and a word about what could not be checked, and no
        // line.
        let words = row["unchecked"].as_array().unwrap();
        let stopped = |word: &Value| word.as_str().unwrap().contains("the proof was stopped");
        if words.iter().any(stopped) {
            continue;
        }
        assert!(!row["value_seeds"].is_null(), "{row}");
        assert_ne!(row["line_plies"], 0, "{row}");
        // With eight pits a small database may reach no position of a line.
        let is_large = row["game"].as_str().unwrap().starts_with("kalah:8,");
        assert!(is_large || row["database_positions"] != 0, "{row}");
        let is_whole = row["unchecked"].as_array().unwrap().is_empty();
        assert_eq!(row["proved_again"], is_whole, "{row}");
    }
}

#[test]
fn answers_are_put_on_record_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("new/results.jsonl");
    let three = solved(&["kalah:3,3", "--no-db", "--threads", "1"]);
    let two = solved(&["kalah:3,2,capture=empty", "--no-db", "--threads", "1"]);
    let run = record(&file, &(three.clone() + &two));
    assert_eq!(run.code, 0, "{}", run.stdout);
    let answer = object(&run.stdout);
    assert_eq!(answer["records"], 2);
    assert_eq!(answer["recorded"][0]["game"], "kalah:3,3");
    assert_eq!(answer["recorded"][0]["replaced"], false);

    let lines = fs::read_to_string(&file).unwrap();
    let lines: Vec<_> = lines.lines().map(object).collect();
    assert_eq!(lines[0]["game"], "kalah:3,2,capture=empty");
    let (line, source) = (&lines[1], object(&three));
    for name in [
        "game",
        "rules",
        "value_seeds",
        "moves",
        "principal_variation",
        "nodes",
        "threads",
    ] {
        assert_eq!(line[name], source[name], "{name}");
    }
    assert_eq!(line["database_seeds"], Value::Null);
    assert!(line["version"].as_str().unwrap().starts_with("0."));

    // The command on record gives the same, in as many nodes.
    let command = line["command"].as_str().unwrap();
    let words: Vec<_> = command.split(' ').collect();
    assert_eq!(words[..2], ["mancala", "solve"]);
    let again = solved(&words[2..]);
    assert_eq!(object(&again)["nodes"], line["nodes"]);
    let answer = object(&record(&file, &again).stdout);
    assert_eq!(answer["recorded"][0]["replaced"], true);
    assert_eq!(answer["records"], 2);

    let results = object(&crate::support::run(&["results", text(&file), "--json"]).stdout);
    assert_eq!(results["results"][1]["game"], "kalah:3,3");
    assert_eq!(results["results"][1]["pie_value_seeds"], -2);
    let shown = crate::support::run(&["results", text(&file)]).stdout;
    assert!(shown.contains("2 starts in "), "{shown}");
}

#[test]
fn what_is_no_proof_of_a_start_is_not_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    refused(&file, "", "record", "nothing came");
    refused(&file, "{}", "record", "no answer of a proof");
    let answer = solved(&["kalah:3,2", "--no-db"]);
    let unproved = changed(&answer, |answer| answer["proved"] = false.into());
    refused(&file, &unproved, "record", "says that it is not proved");
    let other = changed(&answer, |answer| answer["game"] = "kalah:4,2".into());
    refused(&file, &other, "record", "the rules");
    let position = ["kalah:3", "--position", "1,0,2/0,1,3 0,0 s", "--no-db"];
    refused(&file, &solved(&position), "record", "no start");
    let uneven = changed(&answer, |answer| {
        answer["position"] = "1,0,2/0,1,3 0,0 s".into()
    });
    refused(&file, &uneven, "record", "only starts");
    let wrong = changed(&answer, |answer| answer["value_seeds"] = 2.into());
    refused(&file, &wrong, "record", "the best turn");

    assert_eq!(record(&file, &answer).code, 0);
    let differs = changed(&answer, |answer| {
        let turn = &mut answer["moves"][0];
        turn["value_seeds"] = (turn["value_seeds"].as_i64().unwrap() - 2).into();
    });
    refused(&file, &differs, "disagreement", "turn 1 of kalah:3,2");
    let less = solved(&["kalah:3,2", "--no-db", "--value-only"]);
    refused(&file, &less, "record", "which this lacks");
}

/// A full answer as one of a proof that was stopped with these bounds.
fn stopped(answer: &str, lower: i32, upper: i32) -> String {
    changed(answer, |answer| {
        let answer = answer.as_object_mut().unwrap();
        for name in ["value_seeds", "principal_variation"] {
            assert!(answer.remove(name).is_some());
        }
        answer.insert("proved".to_owned(), false.into());
        answer.insert("lower_seeds".to_owned(), lower.into());
        answer.insert("upper_seeds".to_owned(), upper.into());
    })
}

#[test]
fn a_proof_that_was_stopped_is_on_record_with_its_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let solve = "solve kalah:6,6 --no-db --threads 1 --value-only --stop-after 200ms --json";
    let solve = run(&solve.split(' ').collect::<Vec<_>>());
    assert_eq!(solve.code, 130, "{}", solve.stderr);
    let recorded = record(&file, &solve.stdout);
    assert_eq!(recorded.code, 0, "{}", recorded.stdout);
    assert_eq!(object(&recorded.stdout)["recorded"][0]["proved"], false);

    let line = object(&fs::read_to_string(&file).unwrap());
    let answer = object(&solve.stdout);
    let same = [
        "lower_seeds",
        "upper_seeds",
        "nodes",
        "elapsed_ms",
        "version",
    ];
    for name in same {
        assert!(!line[name].is_null());
        assert_eq!(line[name], answer[name], "{name}");
    }
    assert_eq!(line["proved"], false);
    assert_eq!(line["value_seeds"], Value::Null);
    let command = line["command"].as_str().unwrap();
    let options = "--no-db --threads 1 --driver mtdf --value-only --stop-after ";
    assert!(command.contains(options), "{command}");

    let page = run(&["results", "--markdown", text(&file)]).stdout;
    let part = page.split_once("## Proofs that were stopped").unwrap().1;
    assert!(part.contains("| `kalah:6,6` | -"), "{page}");
    let checked = run(&[
        "check-results",
        text(&file),
        "--no-db",
        "--limit",
        "0s",
        "--json",
    ]);
    assert_eq!(checked.code, 0, "{}", checked.stdout);
    let row = &object(&checked.stdout)["rows"][0];
    let unchecked = row["unchecked"][0].as_str().unwrap();
    assert!(unchecked.contains("the proof was stopped"), "{row}");
    assert_eq!(row["lower_seeds"], answer["lower_seeds"]);
}

#[test]
fn bounds_on_record_only_get_closer_and_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    let answer = solved(&["kalah:3,3", "--no-db", "--threads", "1"]);
    assert_eq!(object(&answer)["value_seeds"], 2);
    assert_eq!(record(&file, &stopped(&answer, -4, 6)).code, 0);
    refused(&file, &stopped(&answer, -6, 4), "record", "closer bounds");
    refused(&file, &stopped(&answer, 8, 10), "record", "the best turn");
    assert_eq!(record(&file, &stopped(&answer, -4, 4)).code, 0);
    let check = |limit| {
        run(&[
            "check-results",
            text(&file),
            "--no-db",
            "--limit",
            limit,
            "--json",
        ])
    };
    let checked = object(&check("60s").stdout);
    assert_eq!(
        (&checked["ok"], &checked["proved_again"]),
        (&true.into(), &1.into())
    );

    let line = fs::read_to_string(&file).unwrap();
    let wrong = changed(&line, |line| {
        line["lower_seeds"] = 4.into();
        line["upper_seeds"] = 6.into();
        line["moves"] = Value::Array(Vec::new());
    });
    fs::write(&file, wrong).unwrap();
    let checked = check("60s");
    assert_eq!(checked.code, 1);
    assert_eq!(faults(&object(&checked.stdout)), ["published", "proof"]);

    fs::write(&file, line).unwrap();
    assert_eq!(record(&file, &answer).code, 0);
    refused(
        &file,
        &stopped(&answer, 0, 4),
        "record",
        "this one was stopped",
    );
}

/// A file with one record, changed.
fn forged(folder: &Path, change: impl FnOnce(&mut Value)) -> Value {
    let file = folder.join("forged.jsonl");
    let _ = fs::remove_file(&file);
    let answer = solved(&["kalah:3,3", "--no-db", "--threads", "1"]);
    assert_eq!(record(&file, &answer).code, 0);
    let line = fs::read_to_string(&file).unwrap();
    fs::write(&file, changed(&line, change)).unwrap();
    let db = folder.join("db");
    let arguments = ["check-results", text(&file), "--db", text(&db), "--json"];
    let checked = run(&arguments);
    let answer = object(&checked.stdout);
    assert_eq!(
        checked.code,
        i32::from(answer["ok"] != true),
        "{}",
        checked.stderr
    );
    answer
}

fn faults(answer: &Value) -> Vec<&str> {
    let faults = answer["rows"][0]["faults"].as_array().unwrap().iter();
    faults
        .map(|fault| fault["check"].as_str().unwrap())
        .collect()
}

#[test]
fn what_is_wrong_on_record_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let right = forged(folder.path(), |_| ());
    assert_eq!(
        (faults(&right).len(), &right["proved_again"]),
        (0, &1.into())
    );

    // Values that fit each other, and are wrong.
    let shifted = forged(folder.path(), |line| {
        let turns = line["moves"].as_array_mut().unwrap();
        let worst = turns
            .iter_mut()
            .min_by_key(|turn| turn["value_seeds"].as_i64())
            .unwrap();
        worst["value_seeds"] = (worst["value_seeds"].as_i64().unwrap() - 2).into();
    });
    assert!(faults(&shifted).contains(&"proof"), "{shifted}");
    assert_eq!(shifted["proved_again"], 0);
    let value = forged(folder.path(), |line| line["value_seeds"] = 4.into());
    let checks = faults(&value);
    for check in ["record", "published", "proof"] {
        assert!(checks.contains(&check), "{check}: {value}");
    }
    let line = forged(folder.path(), |line| {
        drop(line["principal_variation"].as_array_mut().unwrap().pop());
    });
    assert_eq!(faults(&line), ["record"]);

    let slow = forged(folder.path(), |line| {
        line["elapsed_ms"] = 3_600_000_000_u64.into()
    });
    assert_eq!(
        (&slow["ok"], &slow["proved_again"]),
        (&true.into(), &0.into())
    );
    let reason = slow["rows"][0]["unchecked"][0].as_str().unwrap();
    assert!(reason.contains("--limit is 1 min"), "{reason}");
}

#[test]
fn a_database_shows_a_wrong_line() {
    let folder = tempfile::tempdir().unwrap();
    let db = text(folder.path());
    let built = run(&["build", "kalah:3", "--seeds", "18", "--db", db]);
    assert_eq!(built.code, 0);
    let file = folder.path().join("results.jsonl");
    assert_eq!(record(&file, &solved(&["kalah:3,3", "--no-db"])).code, 0);
    let line = fs::read_to_string(&file).unwrap();
    fs::write(
        &file,
        changed(&line, |line| line["moves"][0]["value_seeds"] = 0.into()),
    )
    .unwrap();
    let checked = run(&[
        "check-results",
        text(&file),
        "--db",
        db,
        "--limit",
        "0s",
        "--json",
    ]);
    assert_eq!(checked.code, 1, "{}", checked.stderr);
    assert!(
        faults(&object(&checked.stdout)).contains(&"database"),
        "{}",
        checked.stdout
    );
    let words = run(&["check-results", text(&file), "--db", db]);
    assert!(
        words.stdout.contains("kalah:3,3: wrong (database): "),
        "{}",
        words.stdout
    );
    assert!(
        words.stdout.contains("1 record is wrong"),
        "{}",
        words.stdout
    );
}

#[test]
fn a_file_that_is_none_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.jsonl");
    for command in ["results", "check-results"] {
        assert_eq!(crate::support::failure(&[command, text(&file)]).0, "io");
    }
    let two = fs::read_to_string(data("kalah/solved.jsonl")).unwrap();
    let first = two.lines().next().unwrap();
    for (content, part) in [
        ("{}\n".to_owned(), "line 1: missing field"),
        (
            format!("{first}\n\n{first}\n"),
            "line 3: a second record of",
        ),
        (
            first.replace("kalah:1,1", "kalah:2,1"),
            "has the rules kalah:2,",
        ),
        (first.replace("\"kalah:1,1\"", "\"chess\""), "line 1: chess"),
    ] {
        fs::write(&file, content).unwrap();
        let (kind, message) = crate::support::failure(&["check-results", text(&file)]);
        assert_eq!(kind, "record");
        assert!(message.contains(part), "{part}: {message}");
    }
}
