//! `mancala analyze`: positions, batches and games.

use crate::support::{MANCALA, data, failure, finish, json, object, program, run};

const START: &str = "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- w";

#[test]
fn a_position_is_analysed_the_same_way_every_time() {
    let arguments = ["analyze", "toguz", "--depth", "8", "--threads", "1"];
    let answer = json(&arguments);
    assert_eq!(answer["game"], "toguz");
    assert_eq!(answer["position"], START);
    assert_eq!(answer["depth"], 8);
    assert_eq!(answer["proved"], false);
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["moves"][0], answer["best"]);
    assert_eq!(lines[0]["score_seeds"], answer["score_seeds"]);
    assert!(answer["elapsed_ms"].is_u64());
    let again = json(&arguments);
    for field in ["nodes", "best", "score_seeds", "winning_chance"] {
        assert_eq!(answer[field], again[field], "{field}");
    }
    // Its moves are played by the rules.
    let played = format!("[Result \"1-0\"]\n\n{}\n", moves(&answer));
    let replayed = finish(program().args(["replay", "-"]).write_stdin(played));
    assert_eq!(replayed.code, 0, "{}{}", replayed.stdout, replayed.stderr);
}

/// The moves of the best line in numbered pairs.
fn moves(answer: &serde_json::Value) -> String {
    let line = answer["lines"][0]["moves"].as_array().unwrap();
    let pairs = line.chunks(2).zip(1..).map(|(pair, number)| {
        let words: Vec<_> = pair.iter().filter_map(|word| word.as_str()).collect();
        format!("{number}. {}", words.join(" "))
    });
    pairs.collect::<Vec<_>>().join("\n")
}

#[test]
fn several_lines_are_in_order() {
    let answer = json(&[
        "analyze",
        "toguz",
        "--depth",
        "5",
        "--multipv",
        "9",
        "--threads",
        "1",
    ]);
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 9);
    let scores: Vec<_> = lines
        .iter()
        .map(|line| line["margin_seeds"].as_i64().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[test]
fn scores_are_of_the_board_and_margins_of_the_game() {
    let position = "0,0,0,0,0,0,0,1,0/0,0,0,0,0,0,0,0,2 70,89 -,- w";
    let answer = json(&[
        "analyze",
        "toguz,stop-at-majority=off",
        "--position",
        position,
    ]);
    assert_eq!(answer["proved"], true);
    let score = answer["score_seeds"].as_i64().unwrap();
    assert_eq!(answer["margin_seeds"].as_i64().unwrap(), score - 19);
    let kalah = "0,0,0,0,1,2/1,0,0,0,0,1 20,23 s";
    let answer = json(&["analyze", "kalah:6", "--position", kalah, "--depth", "10"]);
    let score = answer["score_seeds"].as_i64().unwrap();
    assert_eq!(answer["margin_seeds"].as_i64().unwrap(), score - 3);
    let solved = json(&["solve", "kalah:6", "--position", kalah, "--no-db"]);
    assert_eq!(answer["score_seeds"], solved["value_seeds"]);
}

#[test]
fn a_whole_first_turn_is_the_best_move_of_kalah() {
    let answer = json(&["analyze", "kalah:6,4", "--depth", "12", "--threads", "1"]);
    let best = answer["best"].as_str().unwrap();
    assert!(best.starts_with("3-"), "{best}");
    assert_eq!(answer["lines"][0]["moves"][0], best);
}

#[test]
fn a_finished_game_has_no_best_move() {
    let over = "1,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,1 90,70 -,- w";
    let answer = json(&["analyze", "toguz", "--position", over, "--depth", "3"]);
    assert_eq!(answer["finished"], true);
    assert!(answer["best"].is_null());
    let text = run(&["analyze", "toguz", "--position", over, "--depth", "3"]);
    assert!(text.stdout.contains("the game is over"), "{}", text.stdout);
}

#[test]
fn text_has_the_board_and_the_line() {
    let text = run(&["analyze", "bestemshe", "--depth", "6"]);
    assert_eq!(text.code, 0, "{}", text.stderr);
    for part in ["White to move: ", "margin", "depth 6", "nodes"] {
        assert!(text.stdout.contains(part), "{part}: {}", text.stdout);
    }
}

#[test]
fn batches_answer_every_line() {
    let long = "9 ".repeat(100_000);
    let input = format!("{START}\n\n# a remark\nnonsense\n{START}\n{long}\n{START}");
    let arguments = [
        "analyze",
        "toguz",
        "--jsonl",
        "--nodes",
        "3000",
        "--threads",
        "1",
    ];
    let run = finish(program().args(arguments).write_stdin(input));
    assert_eq!(run.code, 1, "{}", run.stderr);
    let answers: Vec<_> = run.stdout.lines().map(object).collect();
    assert_eq!(answers.len(), 5);
    assert_eq!(answers[3]["error"]["kind"], "position");
    assert_eq!(answers[0]["best"], answers[4]["best"]);
    assert_eq!(answers[0]["best"], answers[2]["best"]);
    assert_eq!(answers[0]["nodes"], 3000);
    assert_eq!(answers[1]["error"]["kind"], "position");
    assert_eq!(answers[1]["position"], "nonsense");
}

#[test]
fn a_folder_that_is_named_must_have_a_database() {
    for game in ["toguz", "kalah:6,4"] {
        let run = run(&["analyze", game, "--depth", "2", "--db", "no/such/folder"]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains("mancala build"), "{}", run.stderr);
    }
}

#[test]
fn a_table_of_a_few_bytes_is_no_table() {
    for command in ["analyze", "engine", "play"] {
        let run = run(&[command, "toguz", "--hash", "32"]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains("less than 64K"), "{}", run.stderr);
    }
}

#[test]
fn a_game_comes_back_with_comments() {
    let text = std::fs::read_to_string(data("games/toguz-games-master.tgk")).unwrap();
    let first = text.split("\n\n[White").nth(1).unwrap();
    let first = format!("[White{first}\n");
    let arguments = [
        "analyze",
        "toguz",
        "--record",
        "-",
        "--nodes",
        "500",
        "--threads",
        "1",
    ];
    let annotated = finish(program().args(arguments).write_stdin(first.clone()));
    assert_eq!(annotated.code, 0, "{}", annotated.stderr);
    assert!(annotated.stdout.contains('%') && annotated.stdout.contains('{'));
    let replayed = finish(
        program()
            .args(["replay", "-"])
            .write_stdin(annotated.stdout),
    );
    assert_eq!(replayed.code, 0, "{}", replayed.stdout);

    let with_json = finish(program().args(arguments).arg("--json").write_stdin(first));
    let answer = object(&with_json.stdout);
    let game = &answer["games"][0];
    let moves = game["moves"].as_array().unwrap();
    assert!(moves.len() > 20);
    let mistakes = game["mistakes"].as_array().unwrap();
    let lost = |mistake: &serde_json::Value| mistake["lost_chance"].as_f64().unwrap();
    assert!(mistakes.is_sorted_by(|a, b| lost(a) >= lost(b)));
    for mistake in mistakes {
        let ply = |entry: &serde_json::Value| entry["ply"].as_u64().unwrap();
        let named = moves
            .iter()
            .find(|entry| ply(entry) == ply(mistake))
            .unwrap();
        assert_eq!(named["move"], mistake["move"]);
        assert_ne!(named["best"], mistake["move"]);
    }
}

#[test]
fn bad_input_is_named() {
    let (kind, _) = failure(&["analyze", "toguz", "--position", "1,2/3 0,0 -,- w"]);
    assert_eq!(kind, "position");
    let (kind, _) = failure(&["analyze", "chess"]);
    assert_eq!(kind, "rules");
    let (kind, message) = failure(&["analyze", "kalah:6", "--depth", "3"]);
    assert_eq!(kind, "usage", "{message}");
    let (kind, _) = failure(&["analyze", "kalah:6,4", "--record", "no-such-games.tgk"]);
    assert_eq!(kind, "io");
    let (kind, _) = failure(&["analyze", "toguz", "--depth", "0"]);
    assert_eq!(kind, "usage");
    let (kind, message) = failure(&["analyze", "toguz", "--record", "/no/such/games.tgk"]);
    assert_eq!(kind, "io");
    assert!(message.contains("games.tgk"), "{message}");
}

#[test]
fn annotated_games_are_shown_one_by_one_until_the_pipe_closes() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    let mut child = Command::new(MANCALA)
        .args(["analyze", "toguz", "--record", "-", "--nodes", "20000"])
        .args(["--threads", "1", "--quiet"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    // The first game is short; the others take minutes.
    let long =
        "1. 76 98\n".to_owned() + &"[Result \"*\"]\n\n1. 76 98 2. 66 87 3. 12 76\n\n".repeat(5_000);
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(long.as_bytes()));
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    while !line.starts_with("1. 76") {
        line.clear();
        assert!(lines.read_line(&mut line).expect("UTF-8") > 0, "the end");
    }
    drop(lines);
    writer.join().expect("no panic").expect("all is read");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
