//! `mancala match`: results, records, openings, and players who misbehave.

use crate::support::{MANCALA, data, failure, finish, json, object, program, run};

fn engine() -> String {
    format!("{MANCALA} engine")
}

#[test]
fn a_match_reports_what_its_games_say() {
    for game in ["toguz", "bestemshe", "qozdatu", "kalah:4,3"] {
        let arguments = [
            "match", game, "--a", "depth=3", "--b", "random:7", "--games", "11",
        ];
        let answer = json(&arguments);
        assert_eq!(answer["games"], 12, "games come in pairs");
        assert_eq!(answer["openings"], 6, "{game}");
        let count = |name: &str| answer[name].as_u64().unwrap();
        assert_eq!(count("wins") + count("draws") + count("losses"), 12);
        assert!(answer["score"].as_f64().unwrap() > 0.8, "{game}: {answer}");
        assert_eq!(answer["a"]["player"], "depth=3");
        assert_eq!(answer["b"]["name"], "random:7");
        let list = answer["list"].as_array().unwrap();
        assert_eq!(list.len(), 12);
        assert_eq!(
            (&list[0]["first"], &list[1]["first"]),
            (&"a".into(), &"b".into())
        );
        let wins = list.iter().filter(|game| {
            let by_first = game["result"] == "1-0" && game["first"] == "a";
            by_first || game["result"] == "0-1" && game["first"] == "b"
        });
        assert_eq!(wins.count() as u64, count("wins"));
        let pairs: u64 = answer["pairs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pairs| pairs.as_u64().unwrap())
            .sum();
        assert_eq!(pairs, 6);
        let again = json(&[&arguments[..], &["--parallel", "3"]].concat());
        assert_eq!(again["list"], answer["list"], "{game}");
    }
}

#[test]
fn the_games_are_written_as_records_that_fit_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.tgk");
    let path = file.to_str().unwrap();
    let players = ["--a", "nodes=200", "--b", "plain:2"];
    let text = run(&[&["match", "toguz", "-n", "6", "--tgk", path], &players[..]].concat());
    assert_eq!(text.code, 0, "{}", text.stderr);
    for part in [
        "A        nodes=200",
        "games    6, over 3 openings",
        "Elo",
        "plies",
        "ends",
    ] {
        assert!(text.stdout.contains(part), "{}", text.stdout);
    }
    let replayed = json(&["replay", path]);
    assert_eq!(replayed["games"], 6);
    assert_eq!(
        replayed["misfits"].as_array().unwrap().len(),
        0,
        "{replayed}"
    );
    let records = std::fs::read_to_string(&file).unwrap();
    assert!(
        records.contains("[White \"nodes=200\"]\n[Black \"plain:2\"]"),
        "{records}"
    );

    let text = run(&[
        &["match", "kalah:4,3", "-n", "4", "--tgk", path],
        &players[..],
    ]
    .concat());
    assert_eq!(text.code, 0, "{}", text.stderr);
    let load = ["play", "kalah:4,3", "--load", path];
    let mut command = program();
    command
        .args(load)
        .args(["--json", "--quiet"])
        .write_stdin("");
    let answer = object(&finish(&mut command).stdout);
    assert_eq!(answer["finished"], true, "{answer}");
}

#[test]
fn a_program_plays_by_the_protocol() {
    for game in ["toguz", "kalah:6,4"] {
        let program = format!("name=it,depth=2,cmd:{}", engine());
        let answer = json(&["match", game, "--a", "depth=2", "--b", &program, "-n", "4"]);
        // The same engine with the same limit plays the same games with either colour.
        assert_eq!(
            answer["pairs"],
            serde_json::json!([0, 0, 2, 0, 0]),
            "{answer}"
        );
        assert_eq!(answer["b"]["name"], "it");
    }
    let program = format!("clock=0.3s+0.01s,cmd:{}", engine());
    let answer = json(&[
        "match",
        "bestemshe",
        "--a",
        "clock=0.3s",
        "--b",
        &program,
        "-n",
        "2",
    ]);
    assert_eq!(answer["games"], 2);
    assert!(
        answer["b"]["name"]
            .as_str()
            .unwrap()
            .starts_with("mancala ")
    );
    let game_nodes = [
        "match",
        "toguz",
        "--a",
        "game-nodes=3000",
        "--b",
        "plain:1",
        "-n",
        "2",
    ];
    assert_eq!(json(&game_nodes)["games"], 2);
}

#[test]
fn programs_that_do_not_play_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("dies.sh");
    std::fs::write(&script, "read x; echo uciok; while read x; do case $x in isready) echo readyok;; go*) exit 3;; esac; done\n").unwrap();
    let dies = format!("depth=1,cmd:sh {}", script.display());
    for (player, part) in [
        (
            "cmd:no-such-program-anywhere",
            "cannot start `no-such-program-anywhere`",
        ),
        ("cmd:sh -c 'exit 4'", "has ended by itself"),
        (&dies, "(exit status: 3), when `go depth 1` was asked of it"),
    ] {
        let (kind, message) = failure(&[
            "match",
            "toguz",
            "--a",
            "depth=1",
            "--b",
            player,
            "-n",
            "2",
            "--on-crash",
            "stop",
        ]);
        assert_eq!(kind, "player");
        assert!(message.contains(part), "{message}");
    }
    // One that answers with what is no move has lost.
    let script = folder.path().join("cheats.sh");
    std::fs::write(&script, "read x; echo uciok; while read x; do case $x in isready) echo readyok;; go*) echo bestmove 00;; quit) exit;; esac; done\n").unwrap();
    let cheats = format!("depth=1,cmd:sh {}", script.display());
    let answer = json(&[
        "match", "toguz", "--a", "depth=1", "--b", &cheats, "-n", "2",
    ]);
    assert_eq!(answer["wins"], 2);
    assert_eq!(answer["endings"]["illegal"], 2);
}

#[test]
fn the_test_ends_a_match() {
    let sprt = ["--sprt", "0,100", "--games", "100000"];
    let strong = ["match", "toguz", "--a", "depth=3", "--b", "random"];
    let answer = json(&[&strong[..], &sprt].concat());
    assert_eq!(answer["sprt"]["verdict"], "accepted", "{answer}");
    assert!(answer["games"].as_u64().unwrap() < 100);
    let weak = ["match", "toguz", "--a", "random", "--b", "depth=3"];
    let text = run(&[&weak[..], &sprt].concat());
    assert_eq!(text.code, 1, "the answer is no");
    assert!(text.stdout.contains("decided for +0"), "{}", text.stdout);
}

#[test]
fn openings_are_those_of_games_lists_and_seeds() {
    let list = |arguments: &[&str]| {
        let run = run(&[&["match", "toguz", "--list-openings"], arguments].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    let games = data("games/toguz-games-master.tgk");
    let games = games.to_str().unwrap();
    let openings = list(&["--opening-games", games, "--opening-plies", "5", "-n", "20"]);
    assert_eq!(openings.lines().count(), 10);
    assert!(
        openings.lines().all(|line| line.split(' ').count() == 5),
        "{openings}"
    );
    assert_ne!(list(&["-n", "20"]), list(&["-n", "20", "--seed", "2"]));
    // The list of the project is what its first lines say.
    let file = data("openings/toguz.txt");
    let text = std::fs::read_to_string(&file).unwrap();
    let command = text
        .lines()
        .nth(1)
        .unwrap()
        .trim_start_matches("# mancala ");
    let words: Vec<&str> = command.split(' ').collect();
    let mut made = program();
    made.current_dir(data("..")).args(words);
    let made = finish(&mut made).stdout;
    let kept: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(made.lines().collect::<Vec<_>>(), kept);

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("openings.txt");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "1,0,2/0,3,1 1,0 n\n").unwrap();
    let players = ["--a", "depth=2", "--b", "random", "--openings", path];
    let answer = json(&[&["match", "kalah:3", "-n", "2"], &players[..]].concat());
    assert_eq!(answer["games"], 2);
    std::fs::write(&file, "# no\n1,0,2/0,3 1,0 n\n").unwrap();
    let (kind, message) = failure(&[&["match", "kalah:3", "-n", "2"], &players[..]].concat());
    assert_eq!(kind, "record");
    assert!(
        message.contains("openings.txt: line 2, column"),
        "{message}"
    );
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (arguments, kind, part) in [
        (&["match", "kalah:6"][..], "usage", "names no start"),
        (
            &["match", "toguz", "--a", "fast"],
            "usage",
            "there is no player `fast`",
        ),
        (
            &["match", "toguz", "--sprt", "5,1"],
            "usage",
            "the smaller one first",
        ),
        (
            &["match", "toguz", "--opening-plies", "8..4"],
            "usage",
            "as in 6 or 4..8",
        ),
        (&["match", "chess"], "rules", "there is no game `chess`"),
        (
            &["match", "toguz", "--openings", "no-such-file"],
            "io",
            "no-such-file",
        ),
        (
            &[
                "match",
                "toguz",
                "-n",
                "2",
                "--tgk",
                "/no/such/folder/x.tgk",
            ],
            "io",
            "/no/such/folder",
        ),
        (
            &[
                "match",
                "bestemshe",
                "--opening-plies",
                "0..0",
                "--balance",
                "0",
                "--openings",
                "/dev/null",
            ],
            "usage",
            "no opening",
        ),
    ] {
        let (found, message) = failure(arguments);
        assert_eq!(found, kind, "{arguments:?}: {message}");
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn a_crash_loses_a_game_or_ends_the_match_with_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let died = folder.path().join("died");
    let filter = folder.path().join("filter.sh");
    // Commands reach the engine until it is asked for its ninth move; then it ends, but only once.
    let text = format!(
        "n=0\nwhile read -r line; do\n\
         case $line in go*) n=$((n+1));; esac\n\
         if [ $n -eq 9 ] && [ ! -e {died} ]; then : > {died}; exit; fi\n\
         echo \"$line\"\ndone\n",
        died = died.display()
    );
    std::fs::write(&filter, text).unwrap();
    let script = folder.path().join("fragile.sh");
    let text = format!("sh {} | {}\n", filter.display(), engine());
    std::fs::write(&script, text).unwrap();
    let fragile = format!("depth=1,name=fragile,cmd:sh {}", script.display());
    let tgk = folder.path().join("games.tgk");
    let arguments = [
        "match",
        "toguz",
        "--a",
        "depth=1",
        "--b",
        &fragile,
        "-n",
        "6",
        "--tgk",
        tgk.to_str().unwrap(),
    ];
    let answer = json(&arguments);
    assert_eq!(answer["games"], 6);
    assert_eq!(answer["endings"]["crashed"], 1, "{answer}");
    let list = answer["list"].as_array().unwrap();
    let crashed = list.iter().find(|game| game["ending"] == "crashed");
    let crashed = crashed.expect("a game that was lost");
    assert!(crashed["crash"].as_str().unwrap().contains("has ended"));
    let won = if crashed["first"] == "a" {
        "1-0"
    } else {
        "0-1"
    };
    assert_eq!(crashed["result"], won);
    let replayed = json(&["replay", tgk.to_str().unwrap()]);
    assert_eq!(replayed["games"], 6);
    assert_eq!(replayed["misfits"], serde_json::json!([]));

    // The second pair is cut off.
    std::fs::remove_file(&died).unwrap();
    std::fs::write(&died, "").unwrap();
    let text = std::fs::read_to_string(&filter).unwrap();
    let text = text.replace("$n -eq 9 ] && [ ! -e ", "$n -eq 200 ] && [ -e ");
    std::fs::write(&filter, text).unwrap();
    let mut command = program();
    command
        .args(arguments)
        .args(["--on-crash", "stop", "--json"]);
    let run = finish(&mut command);
    assert_eq!(run.code, 2, "{}", run.stderr);
    let answer = object(&run.stdout);
    let games = answer["games"].as_u64().unwrap();
    assert!((2..6).contains(&games), "{answer}");
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("player B: "), "{message}");
    let replayed = json(&["replay", tgk.to_str().unwrap()]);
    assert_eq!(replayed["games"], games);
}
