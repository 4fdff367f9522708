//! `mancala solve` on starts whose values are known, with and without databases.

use crate::support::{data, failure, finish, json, object, program, run};
use serde_json::Value;

fn turns(answer: &Value) -> Vec<(String, i64)> {
    let moves = answer["moves"].as_array().unwrap().iter();
    moves
        .map(|turn| {
            let name = turn["move"].as_str().unwrap().to_owned();
            (name, turn["value_seeds"].as_i64().unwrap())
        })
        .collect()
}

#[test]
fn an_empty_disk_ends_with_a_solved_start() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().to_str().unwrap();
    let answer = json(&["solve", "kalah:4,3", "--db", db]);
    assert_eq!(answer["value_seeds"], 6);
    assert_eq!(answer["final_margin_seeds"], 6);
    assert_eq!(answer["proved"], true);
    assert_eq!(answer["game"], "kalah:4,3");
    let rules = "kalah:4,capture=standard,end=at-once,leftover=owner,lap=plain";
    assert_eq!(answer["rules"], rules);
    for number in ["nodes", "elapsed_ms", "nodes_per_second", "threads"] {
        assert!(answer[number].is_u64(), "{number}");
    }
    let turns = turns(&answer);
    let names: Vec<_> = turns.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["1", "2-1", "2-3", "2-4", "3", "4"]);
    let best: Vec<_> = turns.iter().filter(|(_, value)| *value == 6).collect();
    assert_eq!(answer["best"].as_array().unwrap().len(), best.len());

    let database = &answer["database"];
    assert!(database["path"].as_str().unwrap().ends_with("kalah-4"));
    assert!(database["seeds"].as_u64().unwrap() > 10);
    assert!(database["build_ms"].is_u64());
    assert_eq!(database["verified_level"], 3);

    let again = json(&["solve", "kalah:4,3", "--db", db]);
    assert_eq!(again["database"]["build_ms"], 0);
    assert_eq!(again["database"]["verified_level"], 3);
    assert_eq!(again["value_seeds"], 6);
}

#[test]
fn the_line_of_best_play_leads_to_the_margin() {
    let answer = json(&["solve", "kalah:4,3", "--no-db"]);
    assert_eq!(answer["database"], Value::Null);
    let line: Vec<_> = answer["principal_variation"]
        .as_array()
        .unwrap()
        .iter()
        .map(|turn| turn.as_str().unwrap())
        .collect();
    let rules = mancala_position::kalah::KalahRules::new(4).unwrap();
    let start = mancala_position::kalah::KalahPosition::start(&rules, 3).unwrap();
    let game = mancala_position::kalah::KalahState::new(start)
        .read_game(&rules, &line.join(" "))
        .unwrap();
    let [south, north] = game.end.final_stores(&rules).unwrap();
    assert_eq!((south + north, south), (24, 15));
}

#[test]
fn all_drivers_agree_and_one_thread_is_deterministic() {
    let arguments = [
        "solve",
        "kalah:4,4,capture=empty",
        "--no-db",
        "--threads",
        "1",
        "--driver",
        "pvs,mtdf,bisect",
    ];
    let first = json(&arguments);
    let second = json(&arguments);
    assert_eq!(first["value_seeds"], 2);
    assert_eq!(first["nodes"], second["nodes"]);
    let drivers = first["drivers"].as_array().unwrap();
    let names: Vec<_> = drivers
        .iter()
        .map(|d| d["driver"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["pvs", "mtdf", "bisect"]);
    let sum: u64 = drivers.iter().map(|d| d["nodes"].as_u64().unwrap()).sum();
    assert_eq!(first["nodes"], sum);

    let threads = json(&[
        "solve",
        "kalah:4,4,capture=empty",
        "--no-db",
        "--threads",
        "3",
    ]);
    assert_eq!(turns(&threads), turns(&first));
}

#[test]
fn a_given_size_makes_the_same_proof_whatever_is_on_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let db = ["--db", folder.path().to_str().unwrap()];
    let solve = [
        &["solve", "kalah:5,3", "--seeds", "12", "--threads", "1"],
        &db[..],
    ]
    .concat();
    let small = json(&solve);
    json(&[&["build", "kalah:5", "--seeds", "15"], &db[..]].concat());
    let large = json(&solve);
    assert_eq!(small["nodes"], large["nodes"]);
    assert_eq!(large["database"]["seeds"], 12);
    let own = json(&[&["solve", "kalah:5,3", "--value-only"], &db[..]].concat());
    assert!(own["database"]["seeds"].as_u64().unwrap() >= 15);
    assert_eq!(own["value_seeds"], small["value_seeds"]);
    assert_eq!(own["moves"], serde_json::json!([]));
}

#[test]
fn values_agree_with_the_table_of_starts() {
    let table = std::fs::read_to_string(data("reference/kalah-starts.tsv")).unwrap();
    let mut compared = 0;
    for row in table.lines().filter(|row| !row.starts_with('#')).skip(1) {
        let fields: Vec<_> = row.split('\t').collect();
        let [pits, seeds, capture, end, leftover, value, _] = fields[..] else {
            panic!("{row}")
        };
        // Every third: each option occurs, and the library's own tests have them all.
        if compared % 3 == 0 {
            let game =
                format!("kalah:{pits},{seeds},capture={capture},end={end},leftover={leftover}");
            let answer = json(&["solve", &game, "--no-db", "--value-only", "--threads", "1"]);
            assert_eq!(answer["value_seeds"].to_string(), value, "{game}");
        }
        compared += 1;
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn the_pie_rule_is_worth_the_most_even_turn() {
    for arguments in [
        &["solve", "kalah:4,3", "--no-db", "--pie"][..],
        &["solve", "kalah:4,3,pie=on", "--no-db"],
    ] {
        let answer = json(arguments);
        let even = turns(&answer).iter().map(|(_, value)| -value.abs()).max();
        assert_eq!(answer["pie"]["value_seeds"].as_i64(), even);
        assert_eq!(answer["pie"]["best"], serde_json::json!(["2-1"]));
        assert_eq!(answer["value_seeds"], 6);
    }
    assert!(
        json(&["solve", "kalah:3,2", "--no-db"])
            .get("pie")
            .is_none()
    );
    let (kind, _) = failure(&["solve", "kalah:4,3", "--pie", "--value-only"]);
    assert_eq!(kind, "usage");
    let (kind, _) = failure(&["solve", "kalah:4,3,pie=on", "--value-only"]);
    assert_eq!(kind, "usage");
}

#[test]
fn positions_are_solved_for_the_side_to_move() {
    let position = "0,0,0,0,1,1/1,0,0,0,0,0 10,3 s";
    let south = json(&["solve", "kalah:6", "--position", position, "--no-db"]);
    assert_eq!(
        (&south["value_seeds"], &south["final_margin_seeds"]),
        (&3.into(), &10.into())
    );
    let turned = "1,0,0,0,0,0/0,0,0,0,1,1 3,10 n";
    let north = json(&["solve", "kalah:6", "--position", turned, "--no-db"]);
    assert_eq!(
        (&north["value_seeds"], &north["final_margin_seeds"]),
        (&3.into(), &(-10).into())
    );
    assert_eq!(north["principal_variation"], south["principal_variation"]);

    let over = json(&[
        "solve",
        "kalah:4",
        "--position",
        "0,0,0,0/0,2,1,0 9,4 s",
        "--no-db",
    ]);
    assert_eq!(over["value_seeds"], -3);
    assert_eq!(over["moves"], serde_json::json!([]));
}

#[test]
fn text_shows_the_value_each_turn_and_what_it_rests_on() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().to_str().unwrap();
    let run = run(&["solve", "kalah:4,3", "--db", db]);
    assert_eq!(run.code, 0);
    for part in [
        "value    +6 for South: South wins by 6",
        "2-3      +6  best",
        "rests on database",
        "verified at level 3",
        "rules    kalah:4,capture=standard,",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(
        run.stderr.contains("building the database"),
        "{}",
        run.stderr
    );
    let quiet = crate::support::run(&["solve", "kalah:4,3", "--db", db, "--quiet"]);
    assert_eq!(quiet.stderr, "");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for (arguments, kind, part) in [
        (&["solve", "kalah:6"][..], "usage", "names no start"),
        (
            &["solve", "kalah:4,3", "--driver", "minimax"],
            "usage",
            "pvs, mtdf, bisect",
        ),
        (
            &["solve", "kalah:4,3", "--no-db", "--seeds", "4"],
            "usage",
            "--no-db",
        ),
    ] {
        let (found, message) = failure(arguments);
        assert_eq!(found, kind, "{arguments:?}");
        assert!(message.contains(part), "{arguments:?}: {message}");
    }
}

#[test]
fn a_proof_that_is_stopped_says_what_it_knows() {
    let arguments = ["solve", "kalah:6,6", "--no-db", "--memory", "64M"];
    let limit = ["--stop-after", "200ms", "--json"];
    let run = finish(program().args(arguments).args(limit));
    assert_eq!(run.code, 130, "{}", run.stderr);
    let error = &object(&run.stdout)["error"];
    assert_eq!(error["kind"], "interrupted");
    let message = error["message"].as_str().unwrap();
    assert!(
        message.contains("--stop-after") && message.contains("lie between"),
        "{message}"
    );
}

#[test]
fn a_damaged_database_gives_no_value() {
    let folder = tempfile::tempdir().unwrap();
    let db = ["--db", folder.path().to_str().unwrap()];
    json(&[&["build", "kalah:4", "--seeds", "20"], &db[..]].concat());
    let file = folder.path().join("kalah-4/020.layer");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let (kind, _) = failure(&[&["solve", "kalah:4,3"], &db[..]].concat());
    assert_eq!(kind, "database-damaged");
}

#[test]
fn a_game_without_databases_is_proved_without_and_refuses_to_build_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path().to_str().expect("a name");
    let solved = json(&[
        "solve",
        "kalah:4,3,lap=relay",
        "--db",
        folder,
        "--value-only",
    ]);
    assert_eq!(solved["value_seeds"], 22);
    assert_eq!(solved["database"], serde_json::Value::Null);
    for command in [
        &["build", "kalah:4,lap=relay", "--seeds", "5"][..],
        &["solve", "kalah:4,3,lap=relay", "--seeds", "5"],
        &["query", "kalah:4,lap=relay", "0,0,0,1/0,0,1,0"],
        &["plan", "kalah:4,lap=relay", "--seeds", "5"],
    ] {
        let mut arguments = command.to_vec();
        if command[0] != "plan" {
            arguments.extend(["--db", folder]);
        }
        let (kind, message) = failure(&arguments);
        assert_eq!(kind, "rules", "{command:?}");
        assert!(message.contains("there are no databases for"), "{message}");
    }
}
