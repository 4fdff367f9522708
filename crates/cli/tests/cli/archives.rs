//! `pack` and `unpack`, and what the other commands make of a database that has only archives.

use crate::support::{failure, finish, json, object, program};
use serde_json::Value;
use std::path::PathBuf;

const GAME: &str = "kalah:4";

struct Db(tempfile::TempDir);

impl Db {
    fn built(seeds: &str) -> Self {
        let db = Self(tempfile::tempdir().unwrap());
        json(&db.with(&["build", GAME, "--seeds", seeds]));
        db
    }

    fn with<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        [arguments, &["--db", self.0.path().to_str().unwrap()]].concat()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join("kalah-4").join(name)
    }

    /// The answers to all questions, without times and sizes.
    fn answers(&self) -> Vec<Value> {
        let mut answers = Vec::new();
        for level in ["1", "2", "3", "4"] {
            let mut answer = json(&self.with(&["verify", GAME, "--level", level]));
            answer.as_object_mut().unwrap().remove("elapsed_ms");
            assert_eq!(answer["ok"], true);
            answers.push(answer);
        }
        let position = "0,1,1,2/1,0,1,2 3,4 s";
        answers.push(json(&self.with(&["query", GAME, position])));
        let mut stats = json(&self.with(&["stats", GAME, "--histogram", "--sub-layers"]));
        for layer in stats["layers"].as_array_mut().unwrap() {
            layer.as_object_mut().unwrap().remove("archive_bytes");
        }
        answers.push(stats);
        answers
    }
}

#[test]
fn archives_answer_as_layer_files_do() {
    let db = Db::built("9");
    let plain = std::fs::read(db.file("009.layer")).unwrap();
    let expected = db.answers();

    let packed = json(&db.with(&["pack", GAME, "--remove"]));
    let sum = |field: &str| -> u64 {
        let layers = packed["layers"].as_array().unwrap().iter();
        layers.map(|layer| layer[field].as_u64().unwrap()).sum()
    };
    for field in ["positions", "bytes", "archive_bytes"] {
        assert_eq!(packed[field].as_u64(), Some(sum(field)), "{field}");
    }
    assert_eq!(packed["packed"], packed["positions"]);
    assert!(packed["bits_per_position"].is_f64() && packed["elapsed_ms"].is_u64());
    assert!(!db.file("009.layer").exists());
    let archive = std::fs::metadata(db.file("009.archive")).unwrap().len();
    let stats = json(&db.with(&["stats", GAME, "--seeds", "9"]));
    assert_eq!(stats["layers"][0]["archive_bytes"].as_u64(), Some(archive));
    assert_eq!(db.answers(), expected, "from archives");
    assert_eq!(json(&db.with(&["pack", GAME]))["packed"], 0);

    let unpacked = json(&db.with(&["unpack", GAME, "--remove"]));
    assert_eq!(unpacked["unpacked"], packed["positions"]);
    assert_eq!(unpacked["bytes"], packed["bytes"]);
    assert_eq!(unpacked["layers"], 10);
    assert_eq!(std::fs::read(db.file("009.layer")).unwrap(), plain);
    assert!(!db.file("009.archive").exists());
    assert_eq!(db.answers(), expected, "unpacked again");
}

#[test]
fn a_damaged_archive_is_named_with_its_piece() {
    let db = Db::built("8");
    json(&db.with(&["pack", GAME, "--remove"]));
    let file = db.file("008.archive");
    let sound = std::fs::read(&file).unwrap();
    // The pieces lie before their table (8 bytes for each of 9), the footer (8 bytes, and 8 for
    // each of 9 lists of 9 counts and their lengths) and 28 bytes more.
    let mut bytes = sound.clone();
    bytes[sound.len() - 28 - (8 + 9 * 10 * 8) - 9 * 8 - 100] ^= 1;
    std::fs::write(&file, &bytes).unwrap();
    let run = finish(program().args(db.with(&["verify", GAME, "--level", "1", "--json"])));
    assert_eq!(run.code, 1, "{}", run.stderr);
    let answer = object(&run.stdout);
    let message = answer["first_mismatch"]["message"].as_str().unwrap();
    assert!(message.contains("008.archive"), "{message}");
    assert!(message.contains("piece 0 of sub-layer"), "{message}");
    for command in [
        &["unpack", GAME][..],
        &["solve", "kalah:4,3", "--seeds", "8"],
    ] {
        let (kind, message) = failure(&db.with(command));
        assert_eq!(kind, "database-damaged", "{command:?}: {message}");
    }
    assert!(!db.file("008.layer").exists());

    std::fs::write(&file, &sound[..sound.len() - 1]).unwrap();
    for command in [
        &["stats", GAME][..],
        &["query", GAME, "1,0,0,0/0,0,0,1 0,0 s"],
    ] {
        let (kind, message) = failure(&db.with(command));
        assert_eq!(kind, "database-damaged");
        assert!(message.contains("008.archive"), "{message}");
    }
    std::fs::remove_file(&file).unwrap();
    for command in ["stats", "unpack", "pack"] {
        assert_eq!(failure(&db.with(&[command, GAME])).0, "database-missing");
    }
}

#[test]
fn packing_needs_a_database_of_kalah() {
    let empty = tempfile::tempdir().unwrap();
    let db = empty.path().to_str().unwrap();
    for command in ["pack", "unpack"] {
        assert_eq!(failure(&[command, GAME, "--db", db]).0, "database-missing");
        assert_eq!(failure(&[command, "toguz", "--db", db]).0, "rules");
    }
    let left = std::fs::read_dir(empty.path()).unwrap().count();
    assert_eq!(left, 0, "nothing is made where there is nothing");
}
