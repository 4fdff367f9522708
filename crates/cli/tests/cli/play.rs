//! `mancala play`: the talk with a person, by way of stdin.

use crate::support::{Run, failure, finish, object, program};

fn talk(arguments: &[&str], typed: &str) -> Run {
    let mut command = program();
    command.arg("play").args(arguments).write_stdin(typed);
    let run = finish(&mut command);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{typed}");
    run
}

/// The game at the end of a talk.
fn game(arguments: &[&str], typed: &str) -> serde_json::Value {
    let mut command = program();
    command
        .args(["play", "--json", "--quiet"])
        .args(arguments)
        .write_stdin(typed);
    let run = finish(&mut command);
    assert_eq!(run.code, 0, "{}", run.stderr);
    object(&run.stdout)
}

#[test]
fn moves_are_answered_and_the_board_is_drawn() {
    let text = talk(&["toguz", "--level", "2"], "76\nquit\n").stdout;
    assert!(text.starts_with("toguz, level 2 (2 plies)"), "{text}");
    assert!(text.contains("White plays 76\n"), "{text}");
    assert!(text.contains("\nBlack plays "), "{text}");
    assert_eq!(text.matches("+ White, to move").count(), 2, "{text}");
    let text = talk(&["kalah:6,4", "--level", "1", "--side", "second"], "").stdout;
    assert!(text.starts_with("kalah:6,4, level 1 "), "{text}");
    assert!(text.contains("South plays "), "{text}");
    assert!(text.contains("North, to move"), "{text}");
}

#[test]
fn a_move_is_taken_back_with_what_followed() {
    for (name, moves) in [("toguz", ["7", "1"]), ("bestemshe", ["3", "4"])] {
        let before = game(&[name, "--level", "1"], &format!("{}\n", moves[0]));
        let text = format!("{}\n{}\nundo\n", moves[0], moves[1]);
        let after = game(&[name, "--level", "1"], &text);
        // The second move may not have been possible; then it is the first that is taken back.
        let start = game(&[name], "");
        let same =
            after["position"] == before["position"] || after["position"] == start["position"];
        assert!(
            same && after["position"] != serde_json::Value::Null,
            "{name}: {after}"
        );
    }
    // A turn of several moves is one.
    let kalah = game(&["kalah:6,4", "--side", "both"], "3-6\nundo\n");
    assert_eq!(kalah["plies"], 0);
    let kalah = game(&["kalah:6,4", "--side", "both"], "3\n6\n1\nundo\n");
    assert_eq!(kalah["moves"], "3-6");
    let text = talk(&["toguz"], "undo\n").stdout;
    assert!(text.contains("no move of yours"), "{text}");
}

#[test]
fn games_are_saved_and_loaded_as_records() {
    let folder = tempfile::tempdir().unwrap();
    for (index, name) in ["toguz", "kalah:6,4", "qozdatu"].into_iter().enumerate() {
        let file = folder.path().join(format!("game {index}.tgk"));
        let path = file.to_str().unwrap();
        let saved = game(&[name, "--level", "1"], &format!("5\nsave {path}\n"));
        assert!(saved["plies"].as_u64().unwrap() >= 2, "{saved}");
        let loaded = game(&[name, "--load", path], "");
        assert_eq!(loaded["moves"], saved["moves"]);
        assert_eq!(loaded["position"], saved["position"]);
        let loaded = game(&[name], &format!("load {path}\n"));
        assert_eq!(loaded["moves"], saved["moves"]);
    }
    let toguz = folder.path().join("game 0.tgk");
    let replayed = crate::support::json(&["replay", toguz.to_str().unwrap()]);
    assert_eq!(replayed["misfits"].as_array().unwrap().len(), 0);
    let kalah = folder.path().join("game 1.tgk");
    let text = talk(
        &["toguz"],
        &format!(
            "load {}\nload nowhere\nsave /no/such/folder/x\n",
            kalah.display()
        ),
    )
    .stdout;
    for part in [
        "game 1.tgk: ",
        "cannot read nowhere",
        "cannot create /no/such/folder",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn hints_levels_and_everything_else_that_can_be_typed() {
    let typed = "hint\nlevel\nlevel 9\nlevel 99\nmoves\nboard\nhelp\nnonsense\nundo 3\n00\n\nswap\nnew\nquit\n";
    let text = talk(&["bestemshe", "--level", "3"], typed).stdout;
    for part in [
        "of the seeds on the board for White, depth ",
        "level 3 (3 plies)\n",
        "level 9 (3 s a move)",
        "levels go from 1 to 10, `99` is none",
        "played    nothing\npossible  1",
        "undo          take back",
        "`nonsense` cannot be played here: ",
        "`undo` stands alone",
        "The sides are swapped.",
        "White plays ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains(" > "), "no prompts where nobody sits");
}

#[test]
fn a_game_comes_to_its_end_and_says_who_has_won() {
    for name in ["toguz", "kalah:4,3", "bestemshe", "qozdatu"] {
        let arguments = [name, "--side", "none", "--level", "2"];
        let text = talk(&arguments, "hint\n7\nquit\n").stdout;
        let over = text.contains(" wins, ") || text.contains("The game is drawn");
        assert!(over || text.contains("round for ever"), "{text}");
        let end = game(&arguments, "");
        if over {
            assert!(text.contains("The game is over: `new`"), "{text}");
            assert_eq!(end["finished"], true);
            assert!(end["result"].is_string());
        }
    }
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (arguments, kind, part) in [
        (&["play", "kalah:6"][..], "usage", "names no start"),
        (
            &["play", "toguz", "--position", "1,2"],
            "position",
            "cannot read the position",
        ),
        (
            &["play", "toguz", "--level", "11"],
            "usage",
            "11 is not in 1..=10",
        ),
        (&["play", "toguz", "--load", "nowhere"], "io", "nowhere"),
        (
            &["play", "toguz", "--db", "nowhere"],
            "database-missing",
            "nowhere",
        ),
        (
            &["play", "kalah:6,4", "--db", "nowhere"],
            "database-missing",
            "nowhere",
        ),
    ] {
        let (found, message) = failure(arguments);
        assert_eq!(found, kind, "{arguments:?}: {message}");
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn who_plays_both_sides_has_nothing_to_swap() {
    let text = talk(&["kalah:4,3", "--side", "both"], "swap\n1\nquit\n").stdout;
    assert!(text.contains("there is nothing to swap"), "{text}");
    assert!(!text.contains("North plays"), "the engine moves: {text}");
}

#[test]
fn a_file_is_replaced_only_when_asked_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.tgk");
    std::fs::write(&file, "precious").expect("writable");
    let name = file.to_str().expect("a name");
    let play = |orders: &str| {
        let mut program = program();
        program
            .args(["play", "kalah:4,3", "--side", "both", "-q"])
            .write_stdin(orders);
        finish(&mut program).stdout
    };
    let told = play(&format!("1\nsave {name}\nquit\n"));
    assert!(told.contains("is there already"), "{told}");
    assert_eq!(
        std::fs::read_to_string(&file).expect("readable"),
        "precious"
    );
    // Once more replaces it, and what this game has saved it saves again.
    let told = play(&format!(
        "1\nsave {name}\nsave {name}\n1\nsave {name}\nquit\n"
    ));
    assert_eq!(told.matches("saved in").count(), 2, "{told}");
    assert!(
        std::fs::read_to_string(&file)
            .expect("readable")
            .contains("1 1 *")
    );
}

#[test]
fn a_move_that_cannot_be_played_is_named_in_the_words_of_the_game() {
    let mut program = program();
    program
        .args(["play", "kalah:6,4", "--side", "both"])
        .write_stdin("9\n3-\nquit\n");
    let told = finish(&mut program).stdout;
    assert!(
        told.contains("`9` cannot be played here: a pit of South's that holds seeds"),
        "{told}"
    );
    assert!(!told.contains("column"), "{told}");
}

#[test]
fn the_board_at_the_end_names_nobody_to_move() {
    let mut program = program();
    program
        .args(["play", "kalah:1,1", "--side", "both", "-q"])
        .write_stdin("1\nquit\n");
    let told = finish(&mut program).stdout;
    let (begin, end) = told.split_once("South plays 1").expect("a move");
    assert!(
        begin.contains("to move") && !end.contains("to move"),
        "{told}"
    );
}
