//! `mancala solve` for the Toguz family, and `mancala etudes`.

use crate::support::{data, failure, finish, json, object, program, run};
use serde_json::Value;

const FIRST_ETUDE: &str = "0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0 78,72 -,5 w";

fn moves(answer: &Value) -> Vec<(String, u64, u64, String)> {
    let moves = answer["moves"].as_array().unwrap().iter();
    moves
        .map(|entry| {
            let text = |name: &str| entry[name].as_str().unwrap().to_owned();
            let number = |name: &str| entry[name].as_u64().unwrap();
            (
                text("move"),
                number("mover"),
                number("opponent"),
                text("result"),
            )
        })
        .collect()
}

#[test]
fn a_position_has_its_guarantees_and_those_of_its_moves() {
    let position = "0,0,0,0,0,0,4,1,1/0,2,0,0,0,1,0,0,0 77,76 3,1 w";
    for seeds in ["3", "6", "9"] {
        let answer = json(&["solve", "toguz", "--position", position, "--seeds", seeds]);
        assert_eq!(answer["mover"], 4);
        assert_eq!(answer["opponent"], 5);
        assert_eq!(answer["value_seeds"], -1);
        assert_eq!(answer["result"], "drawn");
        assert_eq!(answer["proved"], true);
        assert_eq!(answer["position"], position);
        let row = |name: &str, mover, opponent, result: &str| {
            (name.to_owned(), mover, opponent, result.to_owned())
        };
        assert_eq!(
            moves(&answer),
            [
                row("71", 4, 5, "drawn"),
                row("89", 3, 6, "lost"),
                row("91", 2, 7, "lost")
            ]
        );
        assert_eq!(
            answer["database"]["seeds"].as_u64().unwrap().to_string(),
            seeds
        );
    }
    let alone = json(&["solve", "toguz", "--position", position, "--no-db"]);
    assert_eq!(
        (&alone["mover"], &alone["opponent"]),
        (&4.into(), &5.into())
    );
    assert_eq!(alone["database"], Value::Null);
}

#[test]
fn a_win_is_shown_by_its_shortest_form() {
    let answer = json(&["solve", "toguz", "--position", FIRST_ETUDE, "--result-only"]);
    assert_eq!(answer["result"], "won");
    assert_eq!(answer["plies"], 13);
    assert_eq!(answer["principal_variation"].as_array().unwrap().len(), 13);
    let told = run(&["solve", "toguz", "--position", FIRST_ETUDE, "--result-only"]);
    assert!(
        told.stdout
            .contains("won for White, in 13 plies and no fewer"),
        "{}",
        told.stdout
    );
}

#[test]
fn limits_leave_bounds() {
    for limit in [["--nodes", "5000"], ["--depth", "6"]] {
        let answer = json(&["solve", "bestemshe", "--seeds", "8", limit[0], limit[1]]);
        assert_eq!(answer["proved"], false);
        assert_eq!(answer["result"], Value::Null);
        assert_eq!(answer["mover"], Value::Null);
        let bounds = &answer["bounds"];
        let least = bounds["mover_least"].as_u64().unwrap();
        let most = bounds["mover_most"].as_u64().unwrap();
        assert!(2 < least && least < most && most < 48, "{bounds}");
        assert_eq!(answer["moves"].as_array().unwrap().len(), 5);
    }
    let stopped = finish(program().args([
        "solve",
        "qozdatu",
        "--seeds",
        "4",
        "--value-only",
        "--stop-after",
        "300ms",
        "--json",
    ]));
    assert_eq!(stopped.code, 130, "{}", stopped.stderr);
    let answer = object(&stopped.stdout);
    assert_eq!(answer["error"]["kind"], "interrupted");
    assert_eq!(answer["proved"], false);
}

#[test]
fn a_folder_that_is_named_must_have_a_database() {
    for game in ["toguz", "qozdatu", "bestemshe"] {
        let (kind, message) = failure(&["solve", game, "--depth", "2", "--db", "no/such/folder"]);
        assert_eq!(kind, "database-missing");
        assert!(message.contains("no/such/folder"), "{message}");
    }
}

#[test]
fn options_of_the_other_family_are_refused() {
    for option in [["--driver", "pvs"], ["--checkpoint", "folder"]] {
        let (kind, message) = failure(&["solve", "toguz", option[0], option[1]]);
        assert_eq!(kind, "usage");
        assert!(message.contains(option[0]), "{message}");
    }
    for option in [&["--result-only"][..], &["--depth", "3"], &["--nodes", "3"]] {
        let (kind, message) = failure(&[&["solve", "kalah:2,2"], option].concat());
        assert_eq!(kind, "usage");
        assert!(message.contains(option[0]), "{message}");
    }
    let (kind, message) = failure(&["solve", "bestemshe", "--seeds", "30", "--memory", "1M"]);
    assert_eq!(kind, "memory");
    assert!(message.contains("30 balls"), "{message}");
}

#[test]
fn etudes_are_settled_against_their_claims() {
    let file = data("reference/toguz-etudes.tsv");
    let file = file.to_str().unwrap();
    for (number, result, plies) in [
        ("1", "won", Some(13)),
        ("2", "drawn", None),
        ("4", "won", Some(21)),
        ("5", "won", Some(17)),
    ] {
        let answer = json(&["etudes", file, "--number", number, "--seeds", "6"]);
        let etude = &answer["etudes"][0];
        assert_eq!(etude["result"], result);
        assert_eq!(etude["agrees"], true);
        assert_eq!(etude["plies"].as_u64(), plies);
        let line = etude["line"].as_array().unwrap().len() as u64;
        assert_eq!(line, plies.unwrap_or(0));
    }
    let page = run(&[
        "etudes",
        file,
        "--number",
        "1",
        "--seeds",
        "6",
        "--markdown",
    ]);
    assert!(
        page.stdout.contains("| White wins | 13 plies |"),
        "{}",
        page.stdout
    );
    let (kind, _) = failure(&["etudes", file, "--number", "9"]);
    assert_eq!(kind, "usage");
}

#[test]
fn a_file_that_has_no_etudes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("etudes.tsv");
    std::fs::write(&file, "number\tclaim\tposition\n1\tWhite is happy\t0 0\n").unwrap();
    let (kind, message) = failure(&["etudes", file.to_str().unwrap()]);
    assert_eq!(kind, "position");
    assert!(message.contains("line 2"), "{message}");
}

/// White has no ball under `atsyz=extra-move`: Black makes the extra move, and every value is
/// Black's, though the text of the position keeps White's turn.
#[test]
fn values_are_from_the_player_who_makes_the_extra_move() {
    let game = "bestemshe,origin=skipped,atsyz=extra-move";
    let position = "0,0,0,0,0/8,1,1,2,0 19,19 -,- w";
    let queried = json(&["query", game, position]);
    let solved = json(&["solve", game, "--position", position]);
    for answer in [&queried, &solved] {
        assert_eq!(answer["position"], position);
        assert_eq!(answer["to_move"], "black");
        assert_eq!(answer["mover"], 12);
        assert_eq!(answer["opponent"], 0);
        assert_eq!(answer["result"], "won");
        assert_eq!(moves(answer)[1], ("23".to_owned(), 12, 0, "won".to_owned()));
    }
    assert_eq!(queried["final_kazans"], serde_json::json!([19, 31]));
    let text = run(&["query", game, position]).stdout;
    assert!(text.contains("Black, to move"), "{text}");
    assert!(text.contains("won for Black"), "{text}");
    assert!(text.contains("sure of 12 for Black, 0 for White"), "{text}");
}
