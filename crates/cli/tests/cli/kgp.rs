//! `mancala kgp` against scripted servers of the Kalah Game Protocol, over TCP and WebSockets.

use crate::support::{Run, finish, json, object, program};
use mancala_position::Game;
use mancala_position::kalah::{KalahRules, WideKalah, WideKalahPosition};
use mancala_position::random::SplitMix64;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tungstenite::{Message, WebSocket};

/// The server's end of a connection.
enum Wire {
    Tcp(BufReader<TcpStream>),
    WebSocket(Box<WebSocket<TcpStream>>),
}

impl Wire {
    fn accept(listener: &TcpListener, over_web_socket: bool) -> Self {
        let (stream, _) = listener.accept().expect("a client");
        let timeout = Some(Duration::from_secs(60));
        stream.set_read_timeout(timeout).expect("an open socket");
        stream.set_nodelay(true).expect("an open socket");
        if over_web_socket {
            let socket = tungstenite::accept(stream).expect("a handshake");
            Self::WebSocket(Box::new(socket))
        } else {
            Self::Tcp(BufReader::new(stream))
        }
    }

    fn send(&mut self, line: &str) {
        match self {
            // A client that has given up reads no more.
            Self::Tcp(stream) => drop(stream.get_mut().write_all(format!("{line}\r\n").as_bytes())),
            Self::WebSocket(socket) => drop(socket.send(Message::text(line))),
        }
    }

    fn line(&mut self) -> String {
        match self {
            Self::Tcp(stream) => {
                let mut line = String::new();
                stream.read_line(&mut line).expect("a line in time");
                assert!(line.is_empty() || line.ends_with("\r\n"), "{line:?}");
                line.trim_end().to_owned()
            }
            Self::WebSocket(socket) => match socket.read().expect("a message in time") {
                Message::Text(text) => text.trim_end().to_owned(),
                other => panic!("not text: {other:?}"),
            },
        }
    }

    /// Reads the introduction up to `mode`, whose commands have odd numbers.
    fn introduced(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let (id, command) = line.split_once(' ').expect("a number");
            assert_eq!(id.parse::<u64>().expect("a number") % 2, 1, "{line}");
            lines.push(command.to_owned());
            if command.starts_with("mode") {
                return lines;
            }
        }
    }
}

/// Starts a server that serves one client, and the client. The server's result comes from the
/// handle.
fn serve<T: Send + 'static>(
    over_web_socket: bool,
    script: impl FnOnce(&mut Wire) -> T + Send + 'static,
) -> (String, JoinHandle<T>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("a port").port();
    let address = if over_web_socket {
        format!("ws://127.0.0.1:{port}/socket")
    } else {
        format!("127.0.0.1:{port}")
    };
    let server = thread::spawn(move || script(&mut Wire::accept(&listener, over_web_socket)));
    (address, server)
}

fn client(address: &str, arguments: &[&str]) -> Run {
    finish(
        program()
            .args(["kgp", address, "--json", "-q", "--hash", "1M"])
            .args(arguments),
    )
}

fn text(game: &WideKalah, position: &WideKalahPosition, stores: [u32; 2]) -> String {
    let pits = game.pits() as usize;
    let rows = position.own()[..pits]
        .iter()
        .chain(&position.opponent()[..pits]);
    let rows: Vec<String> = rows.map(u16::to_string).collect();
    format!("<{pits},{},{},{}>", stores[0], stores[1], rows.join(","))
}

/// Asks for a move, breaks the request off at random, and returns the last move that was named
/// before.
fn ask(wire: &mut Wire, id: u64, board: &str, random: &mut SplitMix64) -> u32 {
    wire.send(&format!("{id} state {board}"));
    let lines = random.below(4);
    let mut named = None;
    for _ in 0..=lines {
        let line = wire.line();
        if line == format!("@{id} yield") {
            return named.expect("a move before the end");
        }
        let number = line.strip_prefix(&format!("@{id} move ")).expect("a move");
        named = Some(number.parse::<u32>().expect("a number"));
    }
    wire.send(&format!("{}@{id} stop", id + 2));
    // What was on its way is passed over: the answer to a ping comes behind it.
    wire.send(&format!("{} ping", id + 4));
    while wire.line() != format!("@{} pong", id + 4) {}
    named.expect("a move was named")
}

/// Plays games in which the client has both sides, until a store has passed half or a row is empty.
fn play_games(wire: &mut Wire, games: u64, seed: u64) -> u64 {
    let mut random = SplitMix64::new(seed);
    wire.send("kgp 1 0 1");
    wire.introduced();
    let mut id = 2;
    let mut plies = 0;
    for number in 0..games {
        let pits = 4 + u32::try_from(number % 9).expect("few pits");
        let rules = KalahRules::new(6).expect("six pits");
        let game = WideKalah::new(pits, &rules).expect("12 pits at most");
        let seeds = 1 + u32::try_from(random.below(6)).expect("few seeds");
        let row = vec![seeds; pits as usize];
        let mut position = WideKalahPosition::new(&game, &row, &row).expect("few seeds");
        let mut stores = [0, 0];
        while !game.is_finished(&position) && stores.iter().all(|&store| store <= pits * seeds) {
            let board = text(&game, &position, stores);
            let pit = ask(wire, id, &board, &mut random);
            id += 6;
            plies += 1;
            let step = game.play(&position, pit - 1).expect("a legal move");
            stores[0] += step.gain.unsigned_abs();
            position = step.position;
            if !step.again {
                stores.swap(0, 1);
            }
        }
    }
    wire.send("goodbye");
    plies
}

#[test]
fn two_hundred_games_are_played_with_legal_moves() {
    for over_web_socket in [false, true] {
        let script = move |wire: &mut Wire| play_games(wire, 100, u64::from(over_web_socket));
        let (address, server) = serve(over_web_socket, script);
        let run = client(&address, &["--time", "1ms"]);
        let plies = server.join().expect("the games end");
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        let answer = object(&run.stdout);
        assert_eq!(answer["ended"], "goodbye");
        assert_eq!(answer["states"], plies);
        assert!(plies > 1000, "{plies}");
        assert!(
            answer["moves"].as_u64().expect("a number") >= plies,
            "{answer}"
        );
        assert_eq!(answer["errors"], 0);
    }
}

#[test]
fn the_client_introduces_itself_and_names_improved_moves() {
    let (address, server) = serve(false, |wire| {
        wire.send("kgp 1 0 0");
        let introduction = wire.introduced();
        wire.send("set time:mode relative");
        wire.send("set time:clock 1");
        wire.send("12 ping");
        assert_eq!(wire.line(), "@12 pong");
        wire.send("ping");
        assert_eq!(wire.line(), "pong");
        // The first move by gain is 4; the proved best first turn begins with 3.
        wire.send("14 state <4,0,0,3,3,3,3,3,3,3,3>");
        let mut lines = Vec::new();
        loop {
            lines.push(wire.line());
            if lines.last().is_some_and(|line| line.ends_with("yield")) {
                break;
            }
        }
        wire.send("@14 ok");
        wire.send("goodbye");
        (introduction, lines)
    });
    let run = client(
        &address,
        &[
            "--name",
            "a \"name\"",
            "--token",
            "secret",
            "--comments",
            "--time",
            "1s",
        ],
    );
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let (introduction, lines) = server.join().expect("it ends");
    assert_eq!(
        introduction,
        [
            "set info:name \"a \\\"name\\\"\"",
            "set auth:token \"secret\"",
            "mode freeplay"
        ]
    );
    let moves = lines
        .iter()
        .filter(|line| line.starts_with("@14 move "))
        .count();
    assert!(moves >= 1, "{lines:?}");
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("set info:comment \"move ")),
        "{lines:?}"
    );
    let answer = object(&run.stdout);
    assert_eq!(
        (&answer["states"], &answer["mode"]),
        (&1.into(), &"freeplay".into())
    );
}

#[test]
fn several_requests_are_answered_by_their_numbers() {
    let (address, server) = serve(false, |wire| {
        wire.send("kgp 1 0 1");
        wire.introduced();
        for id in [2, 4, 6] {
            wire.send(&format!("{id} state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>"));
        }
        // The one in the middle is not wanted any more.
        wire.send("8@4 stop");
        let mut ended = Vec::new();
        while ended.len() < 2 {
            let line = wire.line();
            if let Some(id) = line.strip_suffix(" yield") {
                ended.push(id.to_owned());
            }
        }
        wire.send("goodbye");
        ended
    });
    let run = client(&address, &["--time", "100ms"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert_eq!(server.join().expect("it ends"), ["@2", "@6"]);
}

/// Both dialects: the public server announces 1.0.1, counts the pits of problems from 0 and wants
/// words; the specification has numbers.
#[test]
fn problems_are_solved_in_both_dialects() {
    for (version, pit, solution) in [
        ("kgp 1 0 1", 0, "@2 solution <3,1,0,0,4,4,3,3,3> true"),
        ("kgp 1 0 1", 1, "@2 solution <3,1,0,3,0,4,4,3,3> false"),
        // No pit has this number counted from 0.
        ("kgp 1 0 1", 3, "@2 solution <3,1,0,3,3,0,4,4,3> false"),
        ("kgp 1 0 0", 1, "@2 solution <3,1,0,0,4,4,3,3,3> 1"),
        ("kgp 1 0 0", 2, "@2 solution <3,1,0,3,0,4,4,3,3> 0"),
    ] {
        let (address, server) = serve(false, move |wire| {
            wire.send(version);
            assert_eq!(
                wire.introduced().last().map(String::as_str),
                Some("mode verify")
            );
            wire.send(&format!("2 problem <3,0,0,3,3,3,3,3,3> {pit}"));
            let line = wire.line();
            wire.send("4 problem <3,0,0,3,3,3,3,3,3> 9");
            let refused = wire.line();
            wire.send("goodbye");
            (line, refused)
        });
        let run = client(&address, &["--mode", "verify"]);
        let (line, refused) = server.join().expect("it ends");
        assert_eq!(line, solution, "{version}");
        assert!(refused.starts_with("@4 error "), "{refused}");
        assert_eq!((run.code, &object(&run.stdout)["problems"]), (0, &1.into()));
    }
}

#[test]
fn junk_changes_nothing_and_is_refused() {
    let (address, server) = serve(false, |wire| {
        for line in ["", "hello?", "\u{1b}[31m", &"x".repeat(40_000), "kgp 1 0 1"] {
            wire.send(line);
        }
        wire.introduced();
        let mut answers = Vec::new();
        for line in [
            "2 state",
            "4 state <6,0,0>",
            "6 state <13,0,0>",
            "8 state <2,0,0,70000,0,0,0>",
            "10 eval <2,0,0,1,1,1,1>",
            "12 problem",
            "14 dance",
        ] {
            wire.send(line);
            answers.push(wire.line());
        }
        for line in [
            "99@98 stop",
            "stop",
            "state",
            "set",
            "set time:clock many",
            "@1 error \"no\"",
            "kgp 2 0 0",
        ] {
            wire.send(line);
        }
        // `state` without a number is refused without one.
        answers.push(wire.line());
        wire.send("16 state <2,0,0,0,0,1,1>");
        answers.push(wire.line());
        wire.send("18 ping");
        while wire.line() != "@18 pong" {}
        wire.send("goodbye");
        answers
    });
    let run = client(&address, &["--time", "1ms"]);
    let answers = server.join().expect("it ends");
    for (id, answer) in (2..).step_by(2).zip(&answers[..7]) {
        assert!(answer.starts_with(&format!("@{id} error \"")), "{answer}");
    }
    assert!(answers[7].starts_with("error \""), "{answers:?}");
    // A game that is over has no move.
    assert_eq!(answers[8], "@16 yield");
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert_eq!(object(&run.stdout)["errors"], 1);
}

#[test]
fn a_server_that_goes_away_is_an_error_with_what_was_done() {
    let (address, server) = serve(false, |wire| {
        wire.send("kgp 1 0 1");
        wire.introduced();
        wire.send("2 state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>");
        wire.line();
    });
    let run = client(&address, &["--time", "1h"]);
    server.join().expect("it ends");
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(
        run.stderr.contains("closed the connection"),
        "{}",
        run.stderr
    );
    let answer = object(&run.stdout);
    assert_eq!(
        (&answer["ended"], &answer["states"]),
        (&"closed".into(), &1.into())
    );
    // Nobody listens there any more.
    let run = client(&address, &[]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("cannot connect to"), "{}", run.stderr);
    for address in ["wss://localhost/socket", "http://localhost", ""] {
        let run = client(address, &[]);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains("hint:"), "{}", run.stderr);
    }
    let (address, server) = serve(false, |wire| {
        wire.send("kgp 2 0 0");
        let mut rest = String::new();
        if let Wire::Tcp(stream) = wire {
            let _ = stream.read_to_string(&mut rest);
        }
    });
    let run = client(&address, &[]);
    server.join().expect("it ends");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("version 2.0.0"), "{}", run.stderr);
}

#[test]
fn the_log_is_a_record_that_replays() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("games.log");
    let log = log.to_str().expect("a name");
    let (address, server) = serve(false, |wire| {
        wire.send("kgp 1 0 1");
        wire.introduced();
        let rules = KalahRules::new(6).expect("six pits");
        let game = WideKalah::new(6, &rules).expect("six pits");
        let mut position = WideKalahPosition::new(&game, &[4; 6], &[4; 6]).expect("few seeds");
        let (mut stores, mut id) = ([0, 0], 2);
        let (mut plies, mut turn) = (0, 0);
        let mut random = SplitMix64::new(8);
        while !game.is_finished(&position) {
            plies += 1;
            let pit = if turn == 0 {
                wire.send(&format!("{id} state {}", text(&game, &position, stores)));
                id += 2;
                let mut pit = 0;
                loop {
                    let line = wire.line();
                    match line.rsplit_once(" move ") {
                        Some((_, number)) => pit = number.parse::<u32>().expect("a number"),
                        None => break pit - 1,
                    }
                }
            } else {
                let moves: Vec<u32> = game.moves(&position).iter().collect();
                moves[random.index(moves.len())]
            };
            let step = game.play(&position, pit).expect("a legal move");
            stores[0] += step.gain.unsigned_abs();
            position = step.position;
            if !step.again {
                stores.swap(0, 1);
                turn = 1 - turn;
            }
        }
        wire.send("goodbye");
        plies
    });
    let run = client(&address, &["--time", "1ms", "--log", log]);
    let plies: u64 = server.join().expect("it ends");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let replayed = json(&["replay", "--game", "kalah:6", log]);
    assert_eq!(replayed["games"], 1);
    // The moves of North after South's last state are not in the log.
    let read = replayed["plies"].as_u64().expect("a number");
    assert!(read <= plies && read + 12 > plies, "{read} of {plies}");
    assert_eq!(replayed["misfits"], serde_json::json!([]));
}
