//! `mancala perft` against the published and computed tables.

use crate::support::{data, failure, json, numbers, run};

#[test]
fn kalah_counts_agree_with_the_table() {
    let table = std::fs::read_to_string(data("reference/kalah-perft.tsv")).unwrap();
    let rows = table.lines().filter(|line| !line.starts_with(['#', 'p']));
    let mut compared = 0;
    for row in rows {
        let fields: Vec<_> = row.split('\t').collect();
        let [pits, seeds, capture, end, counts] = fields[..] else {
            panic!("{row}")
        };
        let expected: Vec<i64> = counts
            .split(',')
            .map(|count| count.parse().unwrap())
            .collect();
        let game = format!("kalah:{pits},{seeds},capture={capture},end={end}");
        let depth = expected.len().to_string();
        let answer = json(&["perft", &game, "--depth", &depth]);
        assert_eq!(numbers(&answer["nodes"]), expected, "{game}");
        compared += 1;
    }
    assert_eq!(compared, 12);
}

#[test]
fn toguz_counts_agree_with_the_table_finished_games_included() {
    for (game, depth, nodes, finished) in [
        ("toguz", "6", 360_035, 0),
        ("bestemshe", "8", 153_588, 82),
        ("qozdatu", "7", 463_623, 0),
    ] {
        let answer = json(&["perft", game, "--depth", depth]);
        assert_eq!(numbers(&answer["nodes"]).last(), Some(&nodes), "{game}");
        assert_eq!(
            numbers(&answer["finished"]).last(),
            Some(&finished),
            "{game}"
        );
    }
}

#[test]
fn the_answer_has_the_documented_fields() {
    let answer = json(&["perft", "kalah:6,4", "--depth", "3", "--threads", "1"]);
    assert_eq!(answer["game"], "kalah:6,4");
    assert_eq!(answer["position"], "4,4,4,4,4,4/4,4,4,4,4,4 0,0 s");
    assert_eq!(numbers(&answer["nodes"]), [6, 35, 185]);
    assert!(answer["elapsed_ms"].is_u64());
    assert!(answer["nodes_per_second"].is_u64());
    assert_eq!(answer["threads"], 1);
}

#[test]
fn threads_and_bulk_counting_change_no_count() {
    let plain = json(&["perft", "toguz", "--depth", "5", "--threads", "1"]);
    let threads = json(&["perft", "toguz", "--depth", "5", "--threads", "3"]);
    let bulk = json(&["perft", "toguz", "--depth", "5", "--bulk"]);
    assert_eq!(plain["nodes"], threads["nodes"]);
    assert_eq!(plain["finished"], threads["finished"]);
    assert_eq!(plain["nodes"], bulk["nodes"]);
    assert!(bulk.get("finished").is_none());
}

#[test]
fn divided_counts_add_up() {
    for (game, moves) in [
        ("kalah:6,4", vec!["1", "2", "3", "4", "5", "6"]),
        ("bestemshe", vec!["15", "21", "32", "43", "54"]),
    ] {
        let answer = json(&["perft", game, "--depth", "5", "--divide"]);
        let branches = answer["divide"].as_array().unwrap();
        let names: Vec<_> = branches
            .iter()
            .map(|b| b["move"].as_str().unwrap())
            .collect();
        assert_eq!(names, moves, "{game}");
        let sum: i64 = branches.iter().map(|b| b["nodes"].as_i64().unwrap()).sum();
        assert_eq!(Some(&sum), numbers(&answer["nodes"]).last());
    }
}

#[test]
fn positions_are_counted_from_where_they_stand() {
    // One seed before the store: the only sequence of one ply ends the game.
    let answer = json(&[
        "perft",
        "kalah:4",
        "--position",
        "1,0,0,0/0,0,0,1 5,5 n",
        "--depth",
        "3",
    ]);
    assert_eq!(numbers(&answer["nodes"]), [1, 0, 0]);
    assert_eq!(numbers(&answer["finished"]), [1, 0, 0]);
    let protocol = ["perft", "kalah:4", "--position", "<4,5,5,0,0,0,1,1,0,0,0>"];
    let answer = json(&[&protocol[..], &["--depth", "1"]].concat());
    assert_eq!(answer["position"], "0,0,0,1/1,0,0,0 5,5 s");
}

#[test]
fn text_has_a_line_for_each_depth() {
    let text = run(&["perft", "kalah:6,4", "--depth", "4"]);
    assert_eq!(text.code, 0);
    let depths: Vec<_> = text
        .stdout
        .lines()
        .skip(2)
        .map(|line| line.split_whitespace().take(3).collect::<Vec<_>>())
        .collect();
    assert_eq!(
        depths,
        [
            ["1", "6", "0"],
            ["2", "35", "0"],
            ["3", "185", "0"],
            ["4", "942", "0"]
        ]
    );
}

#[test]
fn complete_games_are_counted_by_their_results() {
    let answer = json(&["perft", "kalah:3,2", "--complete"]);
    let count = |name: &str| -> u64 {
        let text = answer[name].as_str().expect("a decimal number as text");
        text.parse().expect("a small number")
    };
    assert_eq!(
        count("wins") + count("draws") + count("losses"),
        count("games")
    );
    let plies = json(&["perft", "kalah:3,2", "--depth", "40"]);
    assert_eq!(plies["nodes"][39], 0);
    let finished = numbers(&plies["finished"]).iter().sum::<i64>();
    assert_eq!(count("games"), u64::try_from(finished).expect("a count"));

    let text = run(&["perft", "kalah:4,2", "--complete"]).stdout;
    assert!(text.contains("games     917,389,397"), "{text}");

    let (kind, _) = failure(&["perft", "toguz", "--complete"]);
    assert_eq!(kind, "rules");
    let (kind, message) = failure(&["perft", "kalah:6,4", "--complete", "--memory", "1M"]);
    assert_eq!(kind, "memory");
    assert!(message.contains("positions"), "{message}");
    let (kind, _) = failure(&["perft", "kalah:6,4"]);
    assert_eq!(kind, "usage");
}

#[test]
fn threads_that_help_nobody_are_not_started() {
    let answer = json(&["perft", "kalah:6,4", "--depth", "2", "--threads", "1000"]);
    let processors = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    assert_eq!(answer["threads"].as_u64(), Some(8 * processors), "{answer}");
}
