//! `build`, `plan`, `stats`, `verify` and `query` on databases that are made, broken and moved.

use crate::support::{data, failure, finish, json, object, program, run};
use serde_json::Value;
use std::path::Path;

struct Db {
    folder: tempfile::TempDir,
}

impl Db {
    fn empty() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    fn built(game: &str, seeds: &str) -> Self {
        let db = Self::empty();
        let answer = json(&db.with(&["build", game, "--seeds", seeds]));
        assert!(answer["positions"].as_u64().unwrap() > 0);
        db
    }

    fn path(&self) -> &str {
        self.folder.path().to_str().unwrap()
    }

    fn file(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    fn with<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        [arguments, &["--db", self.path()]].concat()
    }
}

fn flip(file: &Path, at: usize) {
    let mut bytes = std::fs::read(file).unwrap();
    bytes[at] ^= 1;
    std::fs::write(file, bytes).unwrap();
}

#[test]
fn a_build_answers_with_what_is_there() {
    let db = Db::empty();
    let plan = json(&["plan", "kalah:4", "--seeds", "10"]);
    let built = json(&db.with(&["build", "kalah:4", "--seeds", "10", "--threads", "2"]));
    assert_eq!(built["positions"], plan["positions"]);
    assert_eq!(built["bytes"], plan["bytes"]);
    assert_eq!(built["layers"], 11);
    assert!(built["elapsed_ms"].is_u64());
    assert!(plan["memory_bytes"].as_u64().unwrap() > 0);
    assert!(plan["estimated_ms"].is_u64());
    let again = json(&db.with(&["build", "kalah:4", "--seeds", "10"]));
    assert_eq!(again["computed"], 0);
    assert_eq!(again["positions"], built["positions"]);
}

#[test]
fn stats_agree_with_the_table_of_layers() {
    let table = std::fs::read_to_string(data("reference/kalah-layers.tsv")).unwrap();
    let db = Db::built("kalah:4,capture=empty", "8");
    let answer = json(&db.with(&["stats", "kalah:4,capture=empty"]));
    let layers = answer["layers"].as_array().unwrap();
    let mut compared = 0;
    for row in table.lines() {
        let fields: Vec<_> = row.split('\t').collect();
        let ["4", seeds, "empty", "at-once", "owner", rest @ ..] = &fields[..] else {
            continue;
        };
        let Some(layer) = layers
            .iter()
            .find(|layer| layer["seeds"].as_u64() == seeds.parse().ok())
        else {
            continue;
        };
        let names = ["positions", "win", "draw", "loss", "sum", "sum_of_squares"];
        for (name, expected) in names.iter().zip(rest) {
            assert_eq!(layer[name].to_string(), *expected, "{seeds} seeds: {name}");
        }
        compared += 1;
    }
    assert!(compared > 0);
}

#[test]
fn a_histogram_adds_up() {
    let db = Db::built("kalah:3", "6");
    let answer = json(&db.with(&["stats", "kalah:3", "--histogram"]));
    for layer in answer["layers"].as_array().unwrap() {
        let bars = layer["histogram"].as_array().unwrap();
        let sum: u64 = bars
            .iter()
            .map(|bar| bar["positions"].as_u64().unwrap())
            .sum();
        assert_eq!(Some(sum), layer["positions"].as_u64());
    }
    let text = run(&db.with(&["stats", "kalah:3"]));
    assert_eq!(text.stdout.lines().count(), 2 + 7, "{}", text.stdout);
}

#[test]
fn a_sound_database_verifies_at_every_level() {
    let db = Db::built("kalah:4", "8");
    for level in ["1", "2", "3", "4", "5"] {
        let answer = json(&db.with(&["verify", "kalah:4", "--level", level]));
        let published = answer["published_layers"].as_u64();
        assert_eq!(published, (level == "5").then_some(7));
        assert_eq!(answer["ok"], true);
        assert_eq!(answer["mismatches"], 0);
        assert_eq!(answer["first_mismatch"], Value::Null);
        assert!(answer["positions"].as_u64().unwrap() > 0);
    }
}

#[test]
fn a_flipped_byte_makes_the_answer_no() {
    let db = Db::built("kalah:6", "10");
    let file = db.file("kalah-6/010.layer");
    let length = std::fs::metadata(&file).unwrap().len();
    flip(&file, usize::try_from(length / 2).unwrap());
    let run = finish(program().args(db.with(&["verify", "kalah:6", "--level", "1", "--json"])));
    assert_eq!(run.code, 1, "{}", run.stderr);
    let answer = object(&run.stdout);
    assert_eq!(answer["ok"], false);
    assert!(answer["mismatches"].as_u64().unwrap() > 0);
    let message = answer["first_mismatch"]["message"].as_str().unwrap();
    assert!(message.contains("010.layer"), "{message}");
}

#[test]
fn files_that_are_wrong_are_errors_that_name_them() {
    let db = Db::built("kalah:4", "6");
    let file = db.file("kalah-4/005.layer");
    let sound = std::fs::read(&file).unwrap();

    std::fs::write(&file, &sound[..sound.len() - 1]).unwrap();
    for command in [
        &["stats", "kalah:4"][..],
        &["verify", "kalah:4"],
        &["query", "kalah:4", "1,0,0,0/0,0,0,1 0,0 s"],
    ] {
        let (kind, message) = failure(&db.with(command));
        assert_eq!(kind, "database-damaged", "{command:?}");
        assert!(message.contains("005.layer"), "{message}");
    }

    std::fs::remove_file(&file).unwrap();
    let (kind, message) = failure(&db.with(&["stats", "kalah:4"]));
    assert_eq!(kind, "database-missing");
    assert!(message.contains("005.layer"), "{message}");
}

#[test]
fn other_rules_are_refused() {
    let db = Db::built("kalah:4", "4");
    let (kind, message) = failure(&db.with(&["stats", "kalah:4,capture=empty"]));
    assert_eq!(kind, "database-missing", "{message}");
    let folder = db.file("kalah-4");
    let one = folder.to_str().unwrap();
    for command in ["stats", "verify"] {
        let (kind, message) = failure(&[command, "kalah:4,capture=empty", "--db", one]);
        assert_eq!(kind, "rules-differ");
        assert!(message.contains("capture=empty"), "{message}");
    }
    assert_eq!(json(&["stats", "kalah:4", "--db", one])["game"], "kalah:4");
}

#[test]
fn a_build_that_does_not_fit_is_refused() {
    let db = Db::empty();
    let arguments = ["build", "kalah:6", "--seeds", "20", "--memory", "1M"];
    let (kind, message) = failure(&db.with(&arguments));
    assert_eq!(kind, "memory");
    assert!(message.contains("1.00 MiB"), "{message}");
    let (kind, _) = failure(&db.with(&["build", "kalah:6", "--seeds", "4000000000"]));
    assert_eq!(kind, "usage");
}

#[test]
fn a_query_gives_every_move_its_value() {
    let db = Db::built("kalah:6", "6");
    let position = "0,0,0,0,1,1/1,0,0,0,0,0 10,3 s";
    let answer = json(&db.with(&["query", "kalah:6", position]));
    assert_eq!(answer["value_seeds"], 3);
    assert_eq!(answer["source"], "database");
    assert_eq!(answer["best"], serde_json::json!(["6"]));
    assert_eq!(answer["final_margin_seeds"], 10);
    let moves = answer["moves"].as_array().unwrap();
    let names: Vec<_> = moves.iter().map(|m| m["move"].as_str().unwrap()).collect();
    assert_eq!(names, ["5", "6"]);
    assert_eq!(moves[1]["value_seeds"], 3);
    assert!(moves[0]["value_seeds"].as_i64() < Some(3));

    let turned = "1,0,0,0,0,0/0,0,0,0,1,1 3,10 n";
    let north = json(&db.with(&["query", "kalah:6", turned]));
    assert_eq!(north["value_seeds"], 3);
    assert_eq!(north["final_margin_seeds"], -10);

    let text = run(&db.with(&["query", "kalah:6", position]));
    assert!(text.stdout.contains("South, to move"), "{}", text.stdout);
    assert!(text.stdout.contains("6        +3  best"), "{}", text.stdout);
}

#[test]
fn a_finished_position_has_a_value_and_no_move() {
    let db = Db::built("kalah:4", "4");
    let answer = json(&db.with(&["query", "kalah:4", "0,0,0,0/0,2,1,0 9,4 s"]));
    assert_eq!(answer["value_seeds"], -3);
    assert_eq!(answer["moves"], serde_json::json!([]));
    assert_eq!(answer["best"], serde_json::json!([]));
}

#[test]
fn a_missing_database_is_an_error_with_a_hint() {
    let db = Db::empty();
    let arguments = db.with(&["query", "kalah:6", "0,0,0,0,1,1/1,0,0,0,0,0 0,0 s"]);
    let (kind, _) = failure(&arguments);
    assert_eq!(kind, "database-missing");
    let run = finish(program().args(&arguments));
    assert!(
        run.stderr.contains("mancala build kalah:6"),
        "{}",
        run.stderr
    );
}

#[test]
fn positions_above_the_database_are_searched_with_a_limit() {
    let db = Db::built("kalah:4", "10");
    let position = "3,3,3,3/3,3,3,3 0,0 s";
    let answer = json(&db.with(&["query", "kalah:4", position]));
    assert_eq!(answer["source"], "search");
    assert_eq!(answer["value_seeds"], 6);
    assert_eq!(answer["best"], serde_json::json!(["2"]));
    assert_eq!(answer["moves"].as_array().unwrap().len(), 4);

    let position = "6,6,6,6,6,6,6,6/6,6,6,6,6,6,6,6 0,0 s";
    json(&db.with(&["build", "kalah:8", "--seeds", "3"]));
    let arguments = ["query", "kalah:8", position, "--stop-after", "100ms"];
    let (kind, message) = failure(&db.with(&arguments));
    assert_eq!(kind, "limit");
    assert!(message.contains("96 seeds"), "{message}");
}

#[test]
fn verification_is_put_on_record() {
    let db = Db::built("kalah:4", "10");
    let level = |db: &Db| {
        let query = ["query", "kalah:4", "0,0,1,0/0,1,0,0 0,0 s"];
        json(&db.with(&query))["database"]["verified_level"].clone()
    };
    assert_eq!(level(&db), 0);
    json(&db.with(&["verify", "kalah:4", "--level", "4"]));
    assert_eq!(level(&db), 4);
    json(&db.with(&["build", "kalah:4", "--seeds", "11"]));
    assert_eq!(level(&db), 0);
}

#[test]
fn an_emptied_layer_is_built_again_and_a_damaged_one_is_repaired() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().to_str().expect("UTF-8");
    let build = ["build", "kalah:4", "--seeds", "6", "--db", db];
    json(&build);
    let layer = folder.path().join("kalah-4/006.layer");
    let whole = std::fs::read(&layer).expect("a layer");
    std::fs::write(&layer, "").expect("writable");
    assert!(json(&build)["computed"].as_u64() > Some(0));
    assert!(std::fs::read(&layer).expect("a layer") == whole);

    let mut damaged = whole.clone();
    damaged[whole.len() / 2] ^= 0x40;
    std::fs::write(&layer, damaged).expect("writable");
    let found = run(&["verify", "kalah:4", "--db", db]);
    assert_ne!(found.code, 0, "{}", found.stdout);
    let repaired = json(&["verify", "kalah:4", "--db", db, "--repair"]);
    assert_eq!(repaired["ok"], true);
    assert_eq!(repaired["repaired"], serde_json::json!(["006.layer"]));
    assert!(std::fs::read(&layer).expect("a layer") == whole);
}

#[cfg(unix)]
#[test]
fn a_fifo_in_the_place_of_a_file_is_an_error_and_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let db = folder.path().to_str().expect("UTF-8");
    let build = ["build", "kalah:3", "--seeds", "6", "--db", db];
    json(&build);
    json(&["verify", "kalah:3", "--db", db]);
    let position = "1,0,0/0,1,0 0,0 s";
    for (name, command) in [
        (
            "manifest.json",
            &["query", "kalah:3", position, "--db", db][..],
        ),
        ("002.layer", &["query", "kalah:3", position, "--db", db]),
        ("002.layer", &["verify", "kalah:3", "--db", db]),
        (
            "build.lock",
            &["build", "kalah:3", "--seeds", "7", "--db", db],
        ),
    ] {
        let path = folder.path().join("kalah-3").join(name);
        let kept = std::fs::read(&path).expect("a file");
        std::fs::remove_file(&path).expect("it is there");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo runs").success());
        let (kind, message) = failure(command);
        assert_eq!(kind, "io", "{message}");
        assert!(message.contains("not a regular file"), "{message}");
        std::fs::remove_file(&path).expect("it is there");
        std::fs::write(&path, kept).expect("writable");
    }
    assert_eq!(json(&build)["computed"], 0);
}
