//! The text protocol over pipes in memory, as programs and people use it.

use crate::dialog::{Dialog, settings, start};
use mancala_position::random::SplitMix64;
use mancala_position::{GameHistory, GameState, perft};
use mancala_search::protocol::serve;
use std::io::{self, BufReader, Write};
use std::thread;
use std::time::{Duration, Instant};

const GAMES: [&str; 6] = [
    "toguz",
    "bestemshe",
    "qozdatu",
    "kalah:6,4",
    "kalah:4,3,capture=empty,end=on-turn",
    "bestemshe,atsyz=extra-move",
];

/// All answers to a text.
fn answers_to(game: &str, commands: &[u8]) -> String {
    let mut answers = Vec::new();
    let commands = io::Cursor::new(commands.to_vec());
    serve(commands, &mut answers, "test", settings(game)).expect("a vector takes all");
    String::from_utf8(answers).expect("text")
}

#[test]
fn the_engine_introduces_itself() {
    let text = answers_to("toguz", b"uci\nisready\nquit\n");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "id name test");
    assert!(lines[1].starts_with("id author "));
    for option in ["Threads", "Hash", "MultiPV", "Database", "Game"] {
        let shown = format!("option name {option} type ");
        assert!(lines.iter().any(|line| line.starts_with(&shown)), "{text}");
    }
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn a_file_of_commands_is_answered_in_full() {
    for game in GAMES {
        let text = answers_to(
            game,
            b"position startpos\ngo depth 5\ngo nodes 500\ngo depth 3",
        );
        let best: Vec<_> = text
            .lines()
            .filter_map(|line| line.strip_prefix("bestmove "))
            .collect();
        assert_eq!(best.len(), 3, "{game}: {text}");
        for text in best {
            start(game).read_turn(text).expect("it is legal");
        }
        let info = text.lines().find(|line| line.starts_with("info depth 5 "));
        let info = info.unwrap_or_else(|| panic!("{game}: {text}"));
        for word in [
            " score seeds ",
            " margin ",
            " nodes ",
            " nps ",
            " time ",
            " pv ",
        ] {
            assert!(info.contains(word), "{info}");
        }
        let line = info.split(" pv ").nth(1).expect("a line");
        let mut state = start(game);
        for word in line.split_whitespace() {
            for pit in state.read_turn(word).expect("the line is legal") {
                state = state.play_unchecked(pit);
            }
        }
    }
}

#[test]
fn positions_and_moves_are_those_of_the_rules() {
    let text = answers_to(
        "kalah:6,4",
        b"position startpos moves 3-6 2 6\nd\nposition 0,0,0,0,0,1/0,0,0,0,1,0 20,26 s\nd\ngo depth 3\n",
    );
    let game = start("kalah:6,4");
    let GameState::Kalah { rules, state } = game else {
        panic!("it is Kalah");
    };
    let end = state.read_game(&rules, "3-6 2-6").expect("it is legal").end;
    let line = format!("position {}\n", end.to_text(&rules));
    assert!(text.contains(&line), "{text}");
    assert!(
        text.contains("position 0,0,0,0,0,1/0,0,0,0,1,0 20,26 s\n"),
        "{text}"
    );
    assert!(text.contains("bestmove 6\n"), "{text}");
    let text = answers_to(
        "toguz",
        b"position startpos moves 76 98\nd\nposition fen 9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1\nd\n",
    );
    let mut history = GameHistory::new(start("toguz"));
    history.push(6).expect("legal");
    history.push(8).expect("legal");
    let line = format!("position {}\n", history.now().to_text());
    assert!(text.contains(&line), "{text}");
    let line = format!("position {}\n", start("toguz").to_text());
    assert!(text.contains(&line), "{text}");
}

#[test]
fn counts_are_those_of_perft() {
    for game in GAMES {
        let text = answers_to(game, b"go perft 6\ngo perft 0\n");
        let expected = match start(game) {
            GameState::Kalah { rules, state } => perft(&rules, &state.position(), 6).nodes,
            GameState::Toguz { rules, state } => {
                let game = mancala_position::toguz::Toguz::new(&rules);
                perft(&game, &state.position(), 6).nodes
            }
        };
        let line = format!("perft depth 6 nodes {expected} ");
        assert!(text.contains(&line), "{game}: {text}");
        assert!(text.contains("perft depth 0 nodes 1 "));
        let sum: u64 = text
            .lines()
            .filter_map(|line| line.split_once(": ")?.1.parse::<u64>().ok())
            .sum();
        assert_eq!(sum, expected);
        assert!(!text.contains("bestmove"));
    }
}

#[test]
fn options_take_effect() {
    let mut dialog = Dialog::new("toguz");
    dialog.say("setoption name MultiPV value 3\nsetoption name Threads value 2\ngo depth 4");
    let lines = dialog.lines_to("bestmove");
    for number in 1..=3 {
        let part = format!("multipv {number} ");
        assert!(lines.iter().any(|line| line.contains(&part)), "{lines:?}");
    }
    dialog.say("setoption name Game value kalah:3,2\nsetoption name Hash value 2\ngo depth 4");
    let text = dialog.best_move();
    start("kalah:3,2")
        .read_turn(&text)
        .expect("a move of the new game");
    dialog.say("setoption name Game value kalah:3\ngo depth 4");
    let lines = dialog.lines_to("bestmove");
    assert!(lines[0].contains("names no start"), "{lines:?}");
    assert_eq!(lines[1], "bestmove none");
    dialog.say(
        "setoption name Database value no-such-folder\nposition 1,0,2/0,1,0 0,0 n\ngo depth 2",
    );
    let lines = dialog.lines_to("bestmove");
    assert!(lines[0].contains("error: "), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove 2"));
    assert_eq!(dialog.end(), "");
}

#[test]
fn what_cannot_be_done_is_said_and_nothing_else_happens() {
    let text = answers_to(
        "toguz",
        b"hello\nposition startpos moves 76 97\ngo depth 2\nposition startpos\ngo depht 2\nsetoption name X value 1\n\
          position 1,2,3\nisready\nposition startpos\ngo depth 1\n",
    );
    let lines: Vec<_> = text
        .lines()
        .filter(|line| !line.starts_with("info depth"))
        .collect();
    assert!(lines[0].starts_with("info string error: there is no command `hello`"));
    assert!(
        lines[1].contains("move `97`: column 2: expected 8"),
        "{text}"
    );
    assert!(lines[2].contains("error: move `97`"));
    assert_eq!(lines[3], "bestmove none");
    assert!(lines[4].contains("`go` knows no `depht`"));
    assert_eq!(lines[5], "bestmove none");
    assert!(lines[6].contains("no option `X`"));
    assert!(lines[7].contains("error: position: column"), "{text}");
    assert_eq!(lines[8], "readyok");
    assert!(lines[9].starts_with("bestmove ") && lines[9] != "bestmove none");
    assert_eq!(lines.len(), 10, "{text}");
}

#[test]
fn a_finished_game_has_no_move() {
    let text = answers_to(
        "bestemshe",
        b"position 0,0,0,0,0/1,1,1,1,1 20,25 -,- w\ngo depth 3\n",
    );
    assert!(text.contains("bestmove none"), "{text}");
}

#[test]
fn junk_is_survived() {
    let words = [
        "uci",
        "isready",
        "position",
        "startpos",
        "moves",
        "go",
        "depth",
        "nodes",
        "1",
        "2",
        "76",
        "-1",
        "perft",
        "setoption",
        "name",
        "value",
        "Hash",
        "Game",
        "toguz",
        "kalah:6,4",
        "bestemshe",
        "stop",
        "ucinewgame",
        "d",
        "99999999999999999999",
        "\u{0}",
        "ä",
        "MultiPV",
        "movetime",
        "wtime",
        "btime",
        "fen",
        "0,0",
        "w",
        "s",
        "/",
    ];
    let mut random = SplitMix64::new(7);
    for round in 0..30 {
        let mut bytes = Vec::new();
        let mut searches = 0;
        for _ in 0..100 {
            match random.index(4) {
                0 => {
                    bytes.extend((0..random.index(60)).map(|_| random.next_u64().to_le_bytes()[0]))
                }
                _ => {
                    let line: Vec<_> = (0..random.index(8))
                        .map(|_| words[random.index(words.len())])
                        .collect();
                    bytes.extend(line.join(" ").as_bytes());
                }
            }
            bytes.push(b'\n');
        }
        let lines = bytes.split(|&byte| byte == b'\n');
        // What would take long is left out: a search of a second, a deep count, a table of
        // gigabytes.
        let kept: Vec<_> = lines
            .filter(|line| {
                let line = String::from_utf8_lossy(line);
                let first = line.split_whitespace().next();
                let long = line.contains("99999999999999999999") || line.contains("76");
                !(first == Some("go") && (long || line.contains("perft")) || first == Some("quit"))
            })
            .collect();
        for line in &kept {
            let line = String::from_utf8_lossy(line);
            searches += usize::from(line.split_whitespace().next() == Some("go"));
        }
        let mut commands = kept.join(&b'\n');
        commands.extend(b"\nisready\n");
        let text = answers_to("toguz", &commands);
        assert!(text.lines().any(|line| line == "readyok"), "round {round}");
        let answered = text
            .lines()
            .filter(|line| line.starts_with("bestmove"))
            .count();
        assert_eq!(answered, searches, "round {round}: {text}");
    }
}

#[test]
fn a_search_is_stopped_at_any_moment_and_answers_once() {
    let mut random = SplitMix64::new(3);
    for game in ["toguz", "kalah:6,4"] {
        let mut dialog = Dialog::new(game);
        let mut history = GameHistory::new(start(game));
        for round in 0..60 {
            if history.now().is_finished() || history.plies() > 60 {
                history = GameHistory::new(start(game));
            }
            let position = history.now().to_text();
            dialog.say(&format!("position {position}\ngo infinite"));
            match random.index(3) {
                0 => {}
                1 => thread::yield_now(),
                _ => thread::sleep(Duration::from_micros(random.index(3_000) as u64)),
            }
            if round % 5 == 0 {
                dialog.say("isready");
                dialog.lines_to("readyok");
            }
            dialog.say("stop");
            let text = dialog.best_move();
            let turn = history.now().read_turn(&text).expect("it is legal");
            history.push(turn[0]).expect("legal");
        }
        // A count is stopped too, and so is what waits behind a search.
        dialog.say("position startpos\ngo perft 60\nstop");
        dialog.lines_to("info string the count was stopped");
        dialog.say("go infinite\ngo infinite\ngo movetime 600000\nisready");
        dialog.lines_to("readyok");
        dialog.say("stop");
        for _ in 0..3 {
            dialog.best_move();
        }
        dialog.say("stop\nstop\nisready");
        assert_eq!(dialog.lines_to("readyok"), ["readyok"]);
        assert_eq!(dialog.end(), "");
    }
}

#[test]
fn the_end_of_the_commands_and_quit_end_the_engine() {
    for line in [
        "go infinite",
        "go",
        "go infinite\nposition startpos moves 76\ngo infinite",
    ] {
        let mut dialog = Dialog::new("toguz");
        dialog.say(line);
        let wanted = line.matches("go").count();
        assert_eq!(dialog.end().matches("bestmove ").count(), wanted, "{line}");
    }
    let begin = Instant::now();
    let mut dialog = Dialog::new("toguz");
    dialog.say("go movetime 600000\nquit");
    assert_eq!(dialog.end().matches("bestmove ").count(), 1);
    let mut dialog = Dialog::new("toguz");
    dialog.say("quit\ngo infinite");
    assert_eq!(dialog.end(), "");
    assert!(begin.elapsed() < Duration::from_secs(300));
}

#[test]
fn an_engine_whose_answers_nobody_reads_ends() {
    let (read_commands, mut commands) = io::pipe().expect("a pipe");
    let (answers, write_answers) = io::pipe().expect("a pipe");
    drop(answers);
    writeln!(commands, "go infinite").expect("there is room");
    // The pipe of commands stays open: the engine ends without it.
    let ended = serve(
        BufReader::new(read_commands),
        write_answers,
        "test",
        settings("toguz"),
    );
    assert_eq!(
        ended.expect_err("nobody reads").kind(),
        io::ErrorKind::BrokenPipe
    );
    drop(commands);
}

/// Games through the loop, 400 of them or as many as `MANCALA_PROTOCOL_GAMES` says, over all games
/// in turn; every answer must be a legal move and every game must end.
#[test]
fn random_games_are_played_without_an_illegal_move() {
    let count = std::env::var("MANCALA_PROTOCOL_GAMES");
    let count: usize = count.map_or(400, |text| text.parse().expect("a number of games"));
    let mut plies = 0;
    for (index, game) in GAMES.iter().enumerate() {
        let mut random = SplitMix64::new(index as u64);
        let mut dialog = Dialog::new(game);
        let games = (count + GAMES.len() - 1 - index) / GAMES.len();
        for number in 0..games {
            let mut history = GameHistory::new(start(game));
            if number % 10 == 0 {
                dialog.say("ucinewgame");
            }
            while !history.now().is_finished() && history.occurrences() < 3 {
                // Every second move is a random one, so that the engine sees what it would not
                // play.
                if random.index(2) == 0 {
                    let moves = history.now().moves();
                    let chosen = random.index(moves.len());
                    history
                        .push(moves.iter().nth(chosen).expect("a move"))
                        .expect("legal");
                    continue;
                }
                let moves = history.write_moves();
                let go = if random.index(2) == 0 {
                    "depth 1"
                } else {
                    "nodes 50"
                };
                dialog.say(&format!("position startpos moves {moves}\ngo {go}"));
                let text = dialog.best_move();
                let turn = history.now().read_turn(&text);
                let turn = turn.unwrap_or_else(|error| panic!("{game}: {moves}: {text}: {error}"));
                assert_eq!(turn.len(), 1);
                history.push(turn[0]).expect("legal");
                plies += 1;
            }
            assert!(history.plies() < 2_000, "{game}");
        }
        assert_eq!(dialog.end(), "");
    }
    println!("{count} games, {plies} moves of the engine, all legal");
}

#[test]
fn commands_that_wait_are_obeyed_before_quit() {
    let mut dialog = Dialog::new("kalah:4,3");
    dialog.say(&format!("{}quit\ngo depth 3", "go depth 3\n".repeat(40)));
    let answers = dialog.end();
    assert_eq!(answers.matches("bestmove ").count(), 40, "{answers}");
}
