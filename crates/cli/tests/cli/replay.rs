//! `mancala replay` on the real games and on broken ones.

use crate::support::{data, failure, finish, json, object, program, run};

#[test]
fn every_real_game_fits() {
    for (file, games) in [
        ("games/toguz-games-master.tgk", 0),
        ("games/toguz-games-online.tsv", 0),
    ] {
        let path = data(file);
        let answer = json(&["replay", path.to_str().unwrap()]);
        assert_eq!(answer["misfits"].as_array().unwrap().len(), 0, "{file}");
        assert!(answer["games"].as_u64().unwrap() > games, "{file}");
        assert!(answer["plies"].as_u64() > answer["games"].as_u64());
    }
}

#[test]
fn a_move_that_does_not_fit_is_named_by_game_and_ply() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.tgk");
    let fits = "[Result \"1-0\"]\n\n1. 76 98\n2. 66 87\n\n";
    let text = format!("{fits}[Result \"1-0\"]\n\n1. 76 98\n2. 66 88\n");
    std::fs::write(&file, text).unwrap();
    let path = file.to_str().unwrap();

    let json = finish(program().args(["replay", path, "--json"]));
    assert_eq!(json.code, 1, "{}", json.stderr);
    let answer = object(&json.stdout);
    assert_eq!(answer["games"], 2);
    assert_eq!(answer["plies"], 4 + 4);
    let misfits = answer["misfits"].as_array().unwrap();
    assert_eq!(misfits.len(), 1);
    assert_eq!(misfits[0]["game"], 2);
    assert_eq!(misfits[0]["ply"], 4);
    assert!(misfits[0]["reason"].as_str().unwrap().contains("hole 8"));

    let text = run(&["replay", path]);
    assert_eq!(text.code, 1);
    assert!(text.stdout.contains("game 2, ply 4"), "{}", text.stdout);
    assert!(text.stdout.contains("2 games, 8 plies"), "{}", text.stdout);
}

#[test]
fn stdin_is_read_and_games_are_listed() {
    let mut command = program();
    command
        .args(["replay", "-", "--list", "--json"])
        .write_stdin("1. 76 98\n2. 66 87\n");
    let run = finish(&mut command);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let answer = object(&run.stdout);
    let listed = &answer["list"][0];
    assert_eq!(listed["plies"], 4);
    assert_eq!(listed["finished"], false);
    let kazans = listed["kazans"].as_array().unwrap();
    assert!(kazans[0].as_u64().unwrap() >= 10);
    assert!(listed["position"].as_str().unwrap().ends_with("-,- w"));
}

#[test]
fn what_is_no_record_is_an_error_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let junk = folder.path().join("junk.tgk");
    std::fs::write(&junk, "1. 76 98\n2. hello\n").unwrap();
    let (kind, message) = failure(&["replay", junk.to_str().unwrap()]);
    assert_eq!(kind, "record");
    assert!(message.contains("junk.tgk: line 2"), "{message}");

    std::fs::write(&junk, b"1. 76 \xff\xfe\n").unwrap();
    let (kind, message) = failure(&["replay", junk.to_str().unwrap()]);
    assert_eq!(kind, "record");
    assert!(message.contains("from byte 7"), "{message}");

    let (kind, message) = failure(&["replay", "no-such-file.tgk"]);
    assert_eq!(kind, "io");
    assert!(message.contains("no-such-file.tgk"), "{message}");

    let (kind, message) = failure(&["replay", junk.to_str().unwrap(), "--game", "kalah:6"]);
    assert_eq!(kind, "record", "{message}");
}

#[test]
fn games_of_kalah_that_play_saves_are_replayed_followed_and_annotated() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("own.tgk");
    let name = file.to_str().expect("UTF-8");
    let typed = format!("3\n6\n2\n1\nsave {name}\n");
    finish(
        program()
            .args(["play", "kalah:4,2", "--side", "both", "-q"])
            .write_stdin(typed),
    );
    let answer = json(&["replay", "--list", name]);
    assert_eq!(answer["games"], 1);
    assert_eq!(answer["misfits"], serde_json::json!([]));
    let plies = answer["plies"].as_u64().expect("a number");
    assert!(plies >= 3, "{answer}");
    assert!(answer["list"][0]["stores"].is_array(), "{answer}");
    assert!(answer["list"][0].get("kazans").is_none(), "{answer}");

    let db = folder.path().join("db");
    let db = db.to_str().expect("UTF-8");
    run(&["build", "kalah:4", "--seeds", "16", "--db", db]);
    let followed = json(&["replay", "--follow", "--db", db, name]);
    assert_eq!(followed["followed"]["moves"].as_u64(), Some(plies));
    let mistakes = followed["mistakes"].as_array().expect("a list");
    assert_eq!(followed["followed"]["mistakes"], mistakes.len());
    assert!(!mistakes.is_empty());
    for mistake in mistakes {
        let position = mistake["position"].as_str().expect("a position");
        let query = json(&["query", "kalah:4", position, "--db", db]);
        let moves = query["moves"].as_array().expect("moves");
        let margin = |pit: &str| {
            let found = moves.iter().find(|entry| entry["move"] == pit);
            let found = found.unwrap_or_else(|| panic!("{pit}: {query}"));
            found["value_seeds"].as_i64().expect("a value")
        };
        let played = margin(mistake["move"].as_str().expect("a move"));
        let best = moves
            .iter()
            .map(|entry| entry["value_seeds"].as_i64().expect("a value"));
        let lost = best.max().expect("moves") - played;
        assert_eq!(mistake["lost_seeds"].as_i64(), Some(lost), "{mistake}");
    }

    let annotated = json(&["analyze", "kalah:4,2", "--record", name, "--nodes", "500"]);
    let game = &annotated["games"][0];
    let evaluated = game["moves"].as_array().expect("moves").len();
    assert_eq!(evaluated as u64, plies);
}

#[test]
fn a_comment_behind_a_result_is_no_game() {
    for text in [
        "1. 76(10) 76(10) 0-1 {zero}\n",
        "1. 76(10) 76(10) 0-1\n{zero}\n",
        "1. 76(10) 76(10)\n0-1 {zero} {more}\n\n",
    ] {
        let done = finish(program().args(["replay", "-", "--json"]).write_stdin(text));
        assert_eq!(object(&done.stdout)["games"], 1, "{text}");
    }
    let two = "1. 76 76 0-1 {zero}\n{before} 1. 76 76 1-0\n";
    let done = finish(program().args(["replay", "-", "--json"]).write_stdin(two));
    assert_eq!(object(&done.stdout)["games"], 2);
}

/// The answer to a record on stdin.
fn replayed(arguments: &[&str], text: &str) -> serde_json::Value {
    let mut command = program();
    command.args(["replay", "-", "--json"]).args(arguments);
    object(&finish(command.write_stdin(text)).stdout)
}

#[test]
fn records_of_other_programs_are_read() {
    let none = serde_json::json!([]);
    for (arguments, text, plies) in [
        // Bare holes, the third of which makes a tuzdik.
        (&[][..], "1. 6 6 2. 9 8 3. 2 4\n", 6),
        (&[], "moves\n5 1 3 5\n", 4),
        // Squares, with the tags of PlayStrategy.
        (&[], "[Variant \"Togyzqumalaq\"]\n\n1. f1e2 d2e1\n", 2),
        // Places around the board.
        (&["--game", "kalah:6,4"], "6, 11, 4\n", 3),
        (&["--game", "kalah:6,4"], "[3, 6, 1]\n", 3),
        (
            &["--game", "kalah:6"],
            "[[4,4,4,4,4,4,0,4,4,4,4,4,4,0],[4,4,0,5,5,5,1,4,4,4,4,4,4,0]]",
            1,
        ),
        (
            &["--game", "kalah:6"],
            "state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\nmove 3\nyield\n",
            1,
        ),
    ] {
        let answer = replayed(arguments, text);
        assert_eq!(answer["misfits"], none, "{text}: {answer}");
        assert_eq!(answer["plies"], plies, "{text}: {answer}");
        assert_eq!(answer["games"], 1, "{text}: {answer}");
    }
}

#[test]
fn a_game_is_played_on_past_a_wrong_mark() {
    let answer = replayed(&[], "1. 76 98x 2. 66 87x 3. 12\n");
    assert_eq!(answer["plies"], 5);
    let misfits = answer["misfits"].as_array().expect("a list");
    assert_eq!(misfits.len(), 1, "one of its kind: {answer}");
    assert_eq!(misfits[0]["ply"], 2);
}

#[test]
fn a_game_that_goes_on_when_it_is_over_names_the_option_that_fits() {
    let text = "[Position \"0,0/0,2 3,3 n\"]\n\n2\n";
    let misfit = replayed(&["--game", "kalah:2"], text);
    let reason = misfit["misfits"][0]["reason"].as_str().expect("a reason");
    assert!(reason.contains("end=on-turn"), "{reason}");
    let played = replayed(&["--game", "kalah:2,end=on-turn"], text);
    assert_eq!(played["misfits"], serde_json::json!([]));
}
