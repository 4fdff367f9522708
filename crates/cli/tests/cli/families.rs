//! `build`, `plan`, `stats`, `verify`, `query` and `replay --follow` on databases of the Toguz
//! family.

use crate::support::{data, failure, json, run};
use serde_json::Value;

struct Db(tempfile::TempDir);

impl Db {
    fn built(game: &str, seeds: &str) -> Self {
        let db = Self(tempfile::tempdir().unwrap());
        let answer = json(&db.with(&["build", game, "--seeds", seeds]));
        assert!(answer["positions"].as_u64().unwrap() > 0);
        db
    }

    fn with<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        [arguments, &["--db", self.0.path().to_str().unwrap()]].concat()
    }
}

/// What a run that must succeed says.
fn said(arguments: &[&str]) -> String {
    let run = run(arguments);
    assert_eq!(run.code, 0, "{arguments:?}: {}{}", run.stdout, run.stderr);
    run.stdout
}

#[test]
fn a_build_is_what_the_plan_says_and_is_not_made_twice() {
    let db = Db::built("toguz", "4");
    let plan = json(&["plan", "toguz", "--seeds", "4"]);
    let again = json(&db.with(&["build", "toguz", "--seeds", "4"]));
    assert_eq!(again["positions"], plan["positions"]);
    assert_eq!(again["bytes"], plan["bytes"]);
    assert_eq!(
        (&again["computed"], &again["layers"]),
        (&0.into(), &5.into())
    );
    let found = json(&db.with(&["verify", "toguz", "--level", "5"]));
    assert_eq!(found["ok"], true);
    assert_eq!(found["positions"], plan["positions"]);
    assert_eq!(found["published_layers"], 4);
    let text = said(&["plan", "bestemshe", "--seeds", "50", "--counts", "even"]);
    assert!(text.contains("41,095,626,936"), "{text}");
}

#[test]
fn stats_are_those_of_the_published_table() {
    let db = Db::built("toguz", "4");
    let answer = json(&db.with(&["stats", "toguz"]));
    let layers = answer["layers"].as_array().unwrap();
    assert_eq!(layers.len(), 5 * 73);
    let table = std::fs::read_to_string(data("reference/toguz-layers.tsv")).unwrap();
    let mut checked = 0;
    for line in table.lines().filter(|line| line.starts_with("toguz\t")) {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |field: usize| Value::from(fields[field].parse::<u64>().unwrap());
        let found = layers
            .iter()
            .find(|row| row["seeds"] == number(1) && row["tuzdik"] == fields[2]);
        if let Some(row) = found {
            assert_eq!(row["positions"], number(3), "{line}");
            assert_eq!(row["mover_sum"], number(4), "{line}");
            assert_eq!(row["opponent_sum"], number(5), "{line}");
            assert_eq!(row["open"], number(6), "{line}");
            checked += 1;
        }
    }
    assert!(checked > 4 * 30, "{checked} rows");
    let csv = said(&db.with(&["stats", "toguz", "--csv", "--seeds", "2"]));
    assert_eq!(csv.lines().count(), 1 + 73);
    assert!(csv.starts_with("seeds,mover_tuzdik,opponent_tuzdik,positions"));
    let text = said(&db.with(&["stats", "toguz", "--seeds", "1", "--histogram"]));
    assert!(text.contains("opponent sum") && text.contains("1 balls, tuzdiks -,-"));
}

#[test]
fn results_by_kazans_are_those_that_were_published() {
    let db = Db::built("bestemshe", "8");
    for (kazans, win, loss, draw) in [("24,24", 25, 30, 0), ("22,24", 346, 369, 0)] {
        let answer = json(&db.with(&["stats", "bestemshe", "--kazans", kazans]));
        let row = &answer["layers"][0];
        assert_eq!(row["win"], win);
        assert_eq!(row["loss"], loss);
        assert_eq!(row["draw"], draw);
    }
}

const SAMPLE: &str = "0,0,0,0,0,0,0,1,2/0,0,0,0,0,0,0,1,0 79,79 -,- w";

#[test]
fn query_answers_with_the_pair_and_every_move() {
    let db = Db::built("toguz", "4");
    let answer = json(&db.with(&["query", "toguz", SAMPLE]));
    assert_eq!(answer["source"], "database");
    let (mover, opponent) = (&answer["mover"], &answer["opponent"]);
    assert_eq!(mover.as_u64().unwrap() + opponent.as_u64().unwrap(), 4);
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    let best = moves
        .iter()
        .map(|entry| entry["mover"].as_u64().unwrap())
        .max();
    assert_eq!(mover.as_u64(), best);
    for entry in moves {
        assert!(["won", "drawn", "lost"].contains(&entry["result"].as_str().unwrap()));
    }
    assert_eq!(answer["endless_balls"], 0);
    let line = answer["principal_variation"].as_array().unwrap();
    assert!(answer["best"].as_array().unwrap().contains(&line[0]));
    let text = said(&db.with(&["query", "toguz", SAMPLE]));
    assert!(text.contains("sure of") && text.contains("best"), "{text}");
    let over = "0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,2 80,80 -,- w";
    let text = said(&db.with(&["query", "toguz", over]));
    assert!(text.contains("The game is over."), "{text}");
}

#[test]
fn positions_above_the_database_are_searched() {
    let large = Db::built("bestemshe", "8");
    let small = Db::built("bestemshe", "4");
    for position in [
        "0,1,0,2,1/1,1,0,2,0 21,21 -,- w",
        "0,0,3,0,1/0,2,1,0,1 22,20 -,- b",
    ] {
        let known = json(&large.with(&["query", "bestemshe", position]));
        let found = json(&small.with(&["query", "bestemshe", position]));
        assert_eq!(known["source"], "database");
        assert_eq!(found["source"], "search");
        for field in [
            "mover",
            "opponent",
            "result",
            "moves",
            "best",
            "final_kazans",
        ] {
            assert_eq!(found[field], known[field], "{field} of {position}");
        }
    }
}

#[test]
fn endless_play_is_said_plainly() {
    let db = Db::built("bestemshe", "16");
    // The first open board of 15 balls.
    let answer = json(&db.with(&["stats", "bestemshe", "--seeds", "15"]));
    assert_eq!(answer["layers"][0]["open"], 3292);
    let open = find_open(&db);
    let answer = json(&db.with(&["query", "bestemshe", &open]));
    assert!(answer["endless_balls"].as_u64().unwrap() > 0);
    assert!(answer["final_kazans"].is_null());
    let text = said(&db.with(&["query", "bestemshe", &open]));
    assert!(text.contains("play is endless"), "{text}");
}

/// A board of 16 balls whose guarantees do not add up.
fn find_open(db: &Db) -> String {
    use mancala_endgame::{Database, TuzdikClass};
    use mancala_position::Side;
    use mancala_position::toguz::{ToguzGame, ToguzRules, ToguzState};
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let folder = Database::folder(db.0.path(), &rules);
    let database = Database::open(&folder, &rules).unwrap();
    let boards = database.boards(TuzdikClass::NONE);
    let mut cursor = boards.from(0, 16);
    for _ in 0..boards.count(16) {
        let board = cursor.board();
        cursor.advance();
        let worth = database.probe(&board).unwrap().unwrap();
        if worth.mover + worth.opponent < 16 {
            let state = ToguzState::new(&rules, board.with_kazans([17, 17]), Side::First);
            return state.to_text(&rules);
        }
    }
    panic!("20,894 boards of 16 balls are open");
}

#[test]
fn what_does_not_fit_is_refused() {
    let db = Db::built("bestemshe", "6");
    for arguments in [
        ["build", "toguz", "--seeds", "4", "--counts", "even"],
        ["build", "bestemshe", "--seeds", "51", "--counts", "even"],
        ["build", "kalah:4", "--seeds", "4", "--counts", "even"],
    ] {
        assert_eq!(failure(&db.with(&arguments)).0, "usage", "{arguments:?}");
    }
    assert_eq!(failure(&["plan", "toguz", "--seeds", "64"]).0, "usage");
    for (arguments, kind, part) in [
        (
            ["stats", "bestemshe", "--seeds", "7"],
            "database-missing",
            "no layer of 7",
        ),
        (
            ["stats", "bestemshe", "--sub-layers", "-q"],
            "usage",
            "Kalah only",
        ),
        (
            ["stats", "bestemshe", "--kazans", "40,40"],
            "usage",
            "80 balls",
        ),
    ] {
        let (found, message) = failure(&db.with(&arguments));
        assert_eq!(found, kind, "{message}");
        assert!(message.contains(part), "{message}");
    }
    let missing = run(&db.with(&["stats", "toguz"]));
    assert!(
        missing.stderr.contains("mancala build toguz"),
        "{}",
        missing.stderr
    );
}

#[test]
fn a_flipped_byte_is_found_and_named() {
    let db = Db::built("bestemshe", "6");
    let file = db.0.path().join("bestemshe").join("006.layer");
    let mut bytes = std::fs::read(&file).unwrap();
    bytes[4100] ^= 4;
    std::fs::write(&file, bytes).unwrap();
    let found = run(&db.with(&["verify", "bestemshe"]));
    assert_eq!(found.code, 1);
    assert!(found.stdout.contains("006.layer"), "{}", found.stdout);
    let position = "0,0,0,1,2/1,1,1,0,0 22,22 -,- w";
    let (kind, message) = failure(&db.with(&["query", "bestemshe", position]));
    assert_eq!(kind, "database-damaged");
    assert!(message.contains("006.layer"), "{message}");
}

#[test]
fn games_are_followed_through_the_database() {
    let db = Db::built("toguz", "6");
    let file = data("games/toguz-games-online.tsv");
    let file = file.to_str().unwrap();
    let answer = json(&db.with(&["replay", "--follow", file]));
    assert_eq!(answer["misfits"].as_array().unwrap().len(), 0);
    let followed = &answer["followed"];
    assert_eq!(followed["seeds"], 6);
    assert!(followed["games"].as_u64().unwrap() > 0);
    assert!(followed["moves"].as_u64().unwrap() > 0);
    let mistakes = answer["mistakes"].as_array().unwrap();
    assert_eq!(
        followed["mistakes"].as_u64().unwrap(),
        mistakes.len() as u64
    );
    let text = said(&db.with(&["replay", "--follow", file]));
    assert!(text.contains("within 6 balls"), "{text}");
}
