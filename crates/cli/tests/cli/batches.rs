//! Batches of `query` and `solve`: positions from stdin, each answered as it would be alone.

use crate::support::{Run, failure, finish, json, object, program};
use serde_json::Value;

const POSITIONS: &str = "\
# a comment
0,1,0,2/1,0,0,1 3,2 s

0,1,0,2/1,0,0,1 3,2 n
nonsense
2,2,2,2/2,2,2,2 0,0 s
0,0,0,0/0,0,0,0 4,4 s
";

/// The lines of an answer.
fn lines(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(object).collect()
}

fn answered(arguments: &[&str], positions: &str) -> Run {
    finish(program().args(arguments).write_stdin(positions))
}

/// An answer without the fields that differ from run to run.
fn lasting(answer: &Value) -> Value {
    let mut answer = answer.clone();
    let fields = answer.as_object_mut().expect("an object");
    for name in [
        "elapsed_ms",
        "nodes_per_second",
        "drivers",
        "nodes",
        "looked_at",
    ] {
        fields.remove(name);
    }
    if let Some(database) = answer.get_mut("database").and_then(Value::as_object_mut) {
        database.remove("build_ms");
    }
    answer
}

#[test]
fn each_line_is_answered_as_it_would_be_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().to_str().expect("UTF-8");
    json(&["build", "kalah:4", "--seeds", "8", "--db", db]);
    for command in [
        &["query", "kalah:4", "--db", db][..],
        &[
            "solve",
            "kalah:4",
            "--db",
            db,
            "--seeds",
            "8",
            "--threads",
            "1",
        ],
        &["solve", "kalah:4", "--no-db", "--threads", "1"],
    ] {
        let batch = answered(&[command, &["--jsonl", "-q"]].concat(), POSITIONS);
        assert_eq!(batch.code, 1, "a line was refused: {}", batch.stderr);
        let answers = lines(&batch);
        assert_eq!(answers.len(), 5, "{}", batch.stdout);
        let positions = POSITIONS
            .lines()
            .filter(|line| line.contains(['/', 'x', 'n']));
        let positions = positions.filter(|line| !line.starts_with('#'));
        for (position, answer) in positions.zip(&answers) {
            if position == "nonsense" {
                assert_eq!(answer["error"]["kind"], "position", "{answer}");
                assert_eq!(answer["position"], position);
                continue;
            }
            let mut alone = command.to_vec();
            if command[0] == "solve" {
                alone.push("--position");
            }
            alone.push(position);
            assert_eq!(lasting(answer), lasting(&json(&alone)), "{position}");
        }
    }
}

#[test]
fn boards_of_the_toguz_family_come_in_batches_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().to_str().expect("UTF-8");
    json(&["build", "bestemshe", "--seeds", "6", "--db", db]);
    let position = "0,0,0,1,2/1,1,1,0,0 22,22 -,- w";
    let positions = format!("{position}\n0,0,0,0,0/1,1,0,0,0 24,24 -,- b\n");
    let query = ["query", "bestemshe", "--db", db];
    let batch = answered(&[&query[..], &["--jsonl"]].concat(), &positions);
    assert_eq!(batch.code, 0, "{}", batch.stderr);
    let answers = lines(&batch);
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0], json(&[&query[..], &[position]].concat()));
    let solve = ["solve", "bestemshe", "--db", db, "--value-only"];
    let batch = answered(&[&solve[..], &["--jsonl"]].concat(), &positions);
    for (solved, queried) in lines(&batch).iter().zip(&answers) {
        assert_eq!(solved["mover"], queried["mover"]);
        assert_eq!(solved["opponent"], queried["opponent"]);
    }
}

#[test]
fn without_a_database_positions_are_searched() {
    let position = "2,2,2,2/2,2,2,2 0,0 s";
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = program();
    command.current_dir(folder.path());
    let query = finish(command.args(["query", "kalah:4", position, "--json"]));
    let answer = object(&query.stdout);
    let solved = json(&["solve", "kalah:4", "--position", position, "--no-db"]);
    assert_eq!(answer["value_seeds"], solved["value_seeds"]);
    assert_eq!(answer["source"], "search");
    assert!(answer["database"].is_null());

    let mut command = program();
    command.current_dir(folder.path());
    let board = "0,0,0,1,2/1,1,1,0,0 22,22 -,- w";
    let query = finish(command.args(["query", "bestemshe", board]));
    assert_eq!(query.code, 0, "{}", query.stderr);
    assert!(
        query.stdout.contains("without a database"),
        "{}",
        query.stdout
    );

    // A folder that is named must have one.
    let missing = folder.path().to_str().expect("UTF-8");
    let (kind, _) = failure(&["query", "kalah:4", position, "--db", missing]);
    assert_eq!(kind, "database-missing");
    let (kind, message) = failure(&[
        "query",
        "kalah:6",
        "9,9,9,9,9,9/9,9,9,9,9,9 0,0 s",
        "--stop-after",
        "100ms",
    ]);
    assert_eq!(kind, "limit");
    assert!(message.contains("108 seeds"), "{message}");
}
