//! `export`, `stats --csv` and `--svg`: what people read into other programs.

use crate::support::{failure, finish, json, program, run};
use std::collections::BTreeMap;

/// A database of one game in a folder of its own.
struct Db(tempfile::TempDir);

impl Db {
    fn built(game: &str, seeds: &str) -> Self {
        let db = Self(tempfile::tempdir().unwrap());
        json(&db.with(&["build", game, "--seeds", seeds]));
        db
    }

    fn with<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        [arguments, &["--db", self.0.path().to_str().unwrap()]].concat()
    }

    /// What a command writes to stdout.
    fn text(&self, arguments: &[&str]) -> String {
        let run = finish(program().args(self.with(arguments)));
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        run.stdout
    }
}

/// The columns and the records of a CSV text.
fn records(text: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let fields = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
    let head = fields(reader.headers().unwrap());
    let lines = reader.records().map(|record| fields(&record.unwrap()));
    (head, lines.collect())
}

#[test]
fn every_position_of_a_layer_is_exported_with_its_value() {
    for game in ["kalah:3", "kalah:4,end=on-turn,leftover=nobody"] {
        let db = Db::built(game, "7");
        let text = db.text(&["export", game, "--seeds", "7"]);
        let (head, lines) = records(&text);
        assert_eq!(head, ["position", "own_seeds", "value_seeds"]);
        let statistics = json(&db.with(&["stats", game, "--seeds", "7", "--histogram"]));
        let layer = &statistics["layers"][0];
        assert_eq!(layer["positions"].as_u64(), Some(lines.len() as u64));
        let mut counted: BTreeMap<i64, u64> = BTreeMap::new();
        for line in &lines {
            *counted.entry(line[2].parse().unwrap()).or_default() += 1;
        }
        let bars = layer["histogram"].as_array().unwrap().iter();
        let bars = bars.map(|bar| {
            (
                bar["value_seeds"].as_i64().unwrap(),
                bar["positions"].as_u64().unwrap(),
            )
        });
        assert_eq!(counted, bars.collect());
        for line in lines.iter().step_by(lines.len() / 20) {
            let answer = json(&db.with(&["query", game, &line[0]]));
            assert_eq!(answer["value_seeds"].to_string(), line[2], "{}", line[0]);
            let own = line[0].split('/').next().unwrap().split(',');
            let own: u32 = own.map(|pit| pit.parse::<u32>().unwrap()).sum();
            assert_eq!(own.to_string(), line[1]);
        }

        let (head, pits) = records(&db.text(&["export", game, "--seeds", "7", "--pits"]));
        assert_eq!(head.first().map(String::as_str), Some("o1"));
        assert_eq!(pits.len(), lines.len());
        for (line, pits) in lines.iter().zip(&pits) {
            let (pits, rest) = pits.split_at(pits.len() - 2);
            let (own, opponent) = pits.split_at(pits.len() / 2);
            let position = format!("{}/{} 0,0 s", own.join(","), opponent.join(","));
            assert_eq!((&position, rest), (&line[0], &line[1..]));
        }
    }
}

#[test]
fn filters_leave_out_what_is_not_asked_for() {
    let db = Db::built("kalah:4", "9");
    let all = ["export", "kalah:4", "--seeds", "9", "--threads", "1"];
    let (_, lines) = records(&db.text(&all));
    let number = |line: &[String], column: usize| line[column].parse::<i32>().unwrap();
    for (own, value, owns, values) in [
        ("3", "-2..2", 3..=3, -2..=2),
        ("2..4", "-3", 2..=4, -3..=-3),
        ("..", "..-5", 0..=9, -9..=-5),
        ("8..", "4..", 8..=9, 4..=9),
        ("9", "..", 9..=9, -9..=9),
    ] {
        let filter = [&all[..], &["--own", own, "--value", value]].concat();
        let (_, found) = records(&db.text(&filter));
        let kept = lines
            .iter()
            .filter(|line| owns.contains(&number(line, 1)) && values.contains(&number(line, 2)));
        assert_eq!(found, kept.cloned().collect::<Vec<_>>(), "{own} {value}");
    }
    for limit in [0, 1, 100, lines.len(), lines.len() + 1] {
        let number = limit.to_string();
        let arguments = [&all[..], &["--limit", &number]].concat();
        let (_, found) = records(&db.text(&arguments));
        assert_eq!(found, lines[..limit.min(lines.len())]);
    }
}

#[test]
fn an_export_to_a_file_is_the_same_and_whole() {
    let db = Db::built("kalah:4", "8");
    let all = ["export", "kalah:4", "--seeds", "8"];
    let text = db.text(&all);
    let file = db.0.path().join("layer.csv");
    let to_file = [&all[..], &["--output", file.to_str().unwrap()]].concat();
    let answer = json(&db.with(&to_file));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    assert_eq!(answer["bytes"].as_u64(), Some(text.len() as u64));
    assert_eq!(
        answer["positions"].as_u64(),
        Some(text.lines().count() as u64 - 1)
    );
    assert!(db.text(&to_file).contains("kalah:4, 8 seeds: "));

    json(&db.with(&["pack", "kalah:4", "--remove"]));
    assert_eq!(db.text(&all), text, "from archives");
    let archive = db.0.path().join("kalah-4/008.archive");
    let mut bytes = std::fs::read(&archive).unwrap();
    let last = bytes.len() * 3 / 4;
    bytes[last] ^= 1;
    std::fs::write(&archive, bytes).unwrap();
    std::fs::remove_file(&file).unwrap();
    let (kind, message) = failure(&db.with(&to_file));
    assert_eq!(kind, "database-damaged");
    assert!(message.contains("008.archive"), "{message}");
    let left = std::fs::read_dir(db.0.path()).unwrap();
    assert_eq!(left.count(), 1, "only the database");
}

#[test]
fn exports_that_cannot_be_are_refused() {
    let db = Db::built("kalah:3", "4");
    for (arguments, kind) in [
        (
            &["--seeds", "5", "--output", "none.csv"][..],
            "database-missing",
        ),
        // With --json, which is how they are run here, there is no place for the lines.
        (&["--seeds", "4"], "usage"),
        (&["--seeds", "4", "--value", "2..-2"], "usage"),
        (&["--seeds", "4", "--own", "few"], "usage"),
        (&[], "usage"),
        (&["--seeds", "4", "--output", "no/such/folder.csv"], "io"),
    ] {
        let all = [&["export", "kalah:3"], arguments].concat();
        assert_eq!(failure(&db.with(&all)).0, kind, "{arguments:?}");
    }
    assert_eq!(failure(&["export", "toguz", "--seeds", "4"]).0, "rules");
}

#[test]
fn statistics_come_as_csv() {
    let db = Db::built("kalah:4", "6");
    let answer = json(&db.with(&["stats", "kalah:4", "--sub-layers", "--histogram"]));
    let layers = answer["layers"].as_array().unwrap();
    let (head, lines) = records(&db.text(&["stats", "kalah:4", "--csv"]));
    assert_eq!(lines.len(), 7);
    for (layer, line) in layers.iter().zip(&lines) {
        for (name, field) in head.iter().zip(line) {
            assert_eq!(layer[name].to_string(), *field, "{name}");
        }
    }
    let sub_layers = db.text(&["stats", "kalah:4", "--csv", "--sub-layers", "--seeds", "6"]);
    let (head, lines) = records(&sub_layers);
    assert_eq!(head[..2], ["seeds", "own_seeds"]);
    assert_eq!(lines.len(), 5, "of 1 to 5 seeds in the mover's row");
    for (sub, line) in layers[6]["sub_layers"]
        .as_array()
        .unwrap()
        .iter()
        .zip(&lines)
    {
        for (name, field) in head.iter().zip(line).skip(1) {
            assert_eq!(sub[name].to_string(), *field, "{name}");
        }
    }
    let (head, lines) = records(&db.text(&["stats", "kalah:4", "--csv", "--histogram"]));
    assert_eq!(head, ["seeds", "value_seeds", "positions"]);
    let positions: u64 = lines
        .iter()
        .map(|line| line[2].parse::<u64>().unwrap())
        .sum();
    let total: u64 = layers
        .iter()
        .map(|layer| layer["positions"].as_u64().unwrap())
        .sum();
    assert_eq!(positions, total);
    let text = db.text(&[
        "stats",
        "kalah:4",
        "--sub-layers",
        "--histogram",
        "--seeds",
        "6",
    ]);
    assert!(
        text.contains("6 seeds, 5 in the mover's row, sum "),
        "{text}"
    );
    assert_eq!(failure(&db.with(&["stats", "kalah:4", "--csv"])).0, "usage");
    let (kind, _) = failure(&db.with(&["stats", "kalah:4", "--seeds", "7"]));
    assert_eq!(kind, "database-missing");
}

#[test]
fn the_picture_of_the_values_is_drawn_and_always_the_same() {
    let db = Db::built("kalah:4", "8");
    let draw = |name: &str| {
        let file = db.0.path().join(name);
        db.text(&["stats", "kalah:4", "--svg", file.to_str().unwrap()]);
        std::fs::read_to_string(file).unwrap()
    };
    let picture = draw("a.svg");
    assert_eq!(draw("b.svg"), picture);
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>"));
    for text in [
        "results for the side to move",
        "seeds on the board",
        "won",
        "drawn",
        "lost",
    ] {
        assert!(picture.contains(text), "{text}");
    }
    // Three parts of a column and one field a value for each of the layers of 2 to 8 seeds, and
    // background and legend.
    let answer = json(&db.with(&["stats", "kalah:4", "--histogram"]));
    let layers = answer["layers"].as_array().unwrap().iter();
    let layers: Vec<_> = layers.filter(|layer| layer["positions"] != 0).collect();
    let fields: usize = layers
        .iter()
        .map(|layer| layer["histogram"].as_array().unwrap().len())
        .sum();
    let drawn = picture.matches("<rect ").count();
    assert_eq!(drawn, 3 * layers.len() + fields + 1 + 3);

    let empty = Db::built("kalah:4", "1");
    let file = empty.0.path().join("c.svg");
    let (kind, _) = failure(&empty.with(&["stats", "kalah:4", "--svg", file.to_str().unwrap()]));
    assert_eq!(kind, "database-missing");
    assert!(!file.exists());
}

#[test]
fn a_proof_stands_on_archives_too() {
    let db = Db::built("kalah:4", "8");
    let solve = db.with(&["solve", "kalah:4,3", "--seeds", "8", "--threads", "1"]);
    let plain = json(&solve);
    json(&db.with(&["pack", "kalah:4", "--remove"]));
    let archived = json(&solve);
    for field in ["value_seeds", "moves", "nodes", "principal_variation"] {
        assert_eq!(archived[field], plain[field], "{field}");
    }
    let run = run(&solve);
    assert!(
        run.stderr.contains("unpacking archived layers"),
        "{}",
        run.stderr
    );
    let little = [&solve[..], &["--memory", "1K"]].concat();
    let (kind, _) = failure(&little);
    assert_eq!(kind, "memory");
}
