//! `mancala fair` against plain enumeration and proofs of every start by itself.

use crate::support::{data, failure, finish, json, object, program, run};
use mancala_endgame::{NoTablebase, Silent};
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState};
use mancala_position::{Game, GameSpec};
use mancala_search::{SolveOptions, solve};
use std::collections::BTreeSet;

/// All ways to put a start's places together after moving single seeds one after the other, those
/// left out that bring a seed back.
fn near(pits: usize, seeds: u32, moved: u32) -> BTreeSet<Vec<u32>> {
    let mut start = vec![seeds; pits];
    start.push(0);
    let start = start.repeat(2);
    let mut reached = BTreeSet::from([start.clone()]);
    for _ in 0..moved {
        let mut next = BTreeSet::new();
        for places in &reached {
            for from in 0..places.len() {
                for to in 0..places.len() {
                    if places[from] > 0 {
                        let mut places = places.clone();
                        places[from] -= 1;
                        places[to] += 1;
                        next.insert(places);
                    }
                }
            }
        }
        reached = next;
    }
    let away = |places: &Vec<u32>| {
        let gone = start.iter().zip(places).map(|(a, b)| a.saturating_sub(*b));
        gone.sum::<u32>() == moved
    };
    reached.into_iter().filter(away).collect()
}

/// The value of a start for South, stores included; none if the game is over.
fn margin(rules: &KalahRules, places: &[u32]) -> Option<i64> {
    let pits = rules.pits() as usize;
    let (south, north) = places.split_at(pits + 1);
    let position = KalahPosition::new(rules, &south[..pits], &north[..pits]).unwrap();
    let options = SolveOptions {
        table_bytes: 1 << 16,
        value_only: true,
        ..SolveOptions::default()
    };
    if rules.is_finished(&position) {
        return None;
    }
    let solution = solve(rules, &position, &NoTablebase, &options, &Silent).unwrap();
    Some(i64::from(south[pits]) - i64::from(north[pits]) + i64::from(solution.value))
}

fn places(text: &str) -> Vec<u32> {
    text.split('\t')
        .map(|seeds| seeds.parse().unwrap())
        .collect()
}

#[test]
fn fair_starts_are_those_that_plain_search_finds() {
    for (game, threads) in [
        ("kalah:3,2", "2"),
        ("kalah:3,2,capture=empty,end=on-turn", "1"),
        ("kalah:2,3,leftover=nobody", "1"),
        ("kalah:2,1", "2"),
        ("kalah:4,2", "2"),
    ] {
        let GameSpec::Kalah {
            rules,
            seeds: Some(seeds),
            ..
        } = game.parse().unwrap()
        else {
            panic!("{game} is a start");
        };
        // The larger game with one seed moved only.
        let most = if rules.pits() == 4 { 1 } else { 2 };
        let moved = if most == 1 { "1" } else { "1,2" };
        let mut expected = [0, 0, 0];
        let mut fair = BTreeSet::new();
        for moved in 1..=most {
            for places in near(rules.pits() as usize, seeds, moved) {
                let Some(margin) = margin(&rules, &places) else {
                    continue;
                };
                expected[usize::try_from(margin.signum() + 1).unwrap()] += 1;
                if margin == 0 {
                    fair.insert(places);
                }
            }
        }
        let arguments = [
            "fair",
            game,
            "--no-db",
            "--threads",
            threads,
            "--moved",
            moved,
        ];
        let answer = json(&arguments);
        let counts = ["north_wins", "fair_starts", "south_wins"];
        assert_eq!(
            counts.map(|name| answer[name].as_u64().unwrap()),
            expected,
            "{game}"
        );
        assert_eq!(answer["starts"], expected.iter().sum::<u64>());
        assert_eq!(
            (&answer["complete"], &answer["decided"]),
            (&true.into(), &answer["starts"])
        );
        assert_eq!(answer["rules"], rules.id());

        let listed = run(&[&arguments[..], &["--tsv", "-q"]].concat());
        assert_eq!((listed.code, listed.stderr.as_str()), (0, ""));
        let rows = listed.stdout.lines().filter(|line| !line.starts_with('#'));
        let rows: Vec<_> = rows.map(places).collect();
        assert_eq!(
            rows.iter().cloned().collect::<BTreeSet<_>>(),
            fair,
            "{game}"
        );
        assert_eq!(rows.len(), fair.len());

        let lines = run(&[&arguments[..], &["--jsonl", "-q"]].concat());
        let lines: Vec<_> = lines.stdout.lines().map(object).collect();
        assert_eq!(answer["fair"].as_array().unwrap(), &lines);
        for (line, places) in lines.iter().zip(&rows) {
            let text = line["position"].as_str().unwrap();
            let state = KalahState::from_text(&rules, text).unwrap();
            let [south, north] = state.stores();
            let written: Vec<u32> = state
                .position()
                .own_pits(&rules)
                .chain([south])
                .chain(state.position().opponent_pits(&rules))
                .chain([north])
                .collect();
            assert_eq!(&written, places);
        }
    }
}

#[test]
fn a_database_and_parts_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().to_str().unwrap();
    let game = "kalah:4,2,capture=empty";
    let alone = json(&["fair", game, "--no-db"]);
    let with = json(&["fair", game, "--db", db]);
    assert_eq!(alone["fair"], with["fair"]);
    assert_eq!(with["database"]["seeds"], 8);
    assert_eq!(with["database"]["verified_level"], 3);
    let mut parts = Vec::new();
    for part in ["1/3", "2/3", "3/3"] {
        let answer = json(&["fair", game, "--db", db, "--seeds", "6", "--part", part]);
        assert_eq!(answer["part"], part);
        assert_eq!(answer["database"]["seeds"], 6);
        parts.extend(answer["fair"].as_array().unwrap().clone());
    }
    assert_eq!(alone["fair"].as_array().unwrap(), &parts);
}

#[test]
fn one_thread_counts_the_same_nodes_again() {
    let arguments = ["fair", "kalah:3,3", "--no-db", "--threads", "1"];
    assert_eq!(json(&arguments)["nodes"], json(&arguments)["nodes"]);
}

#[test]
fn the_end_of_the_time_leaves_what_was_found() {
    let arguments = ["fair", "kalah:6,4", "--no-db", "--stop-after", "300ms"];
    let stopped = finish(program().args(arguments).arg("--json"));
    assert_eq!(stopped.code, 130, "{}", stopped.stderr);
    let answer = object(&stopped.stdout);
    assert_eq!(answer["complete"], false);
    assert_eq!(answer["starts"], 6396);
    assert!(answer["decided"].as_u64().unwrap() < 6396);
    assert!(
        stopped.stderr.contains("--stop-after"),
        "{}",
        stopped.stderr
    );
}

#[test]
fn people_see_the_starts_and_a_summary() {
    let answer = run(&["fair", "kalah:3,1", "--no-db"]);
    assert_eq!(answer.code, 0);
    assert!(
        answer
            .stdout
            .contains(" starts with 1 or 2 seeds of kalah:3,1 moved: "),
        "{}",
        answer.stdout
    );
    assert!(answer.stdout.starts_with("0,"), "{}", answer.stdout);
}

#[test]
fn what_is_no_start_is_refused() {
    for (arguments, kind) in [
        (&["fair", "kalah:6"][..], "usage"),
        (&["fair", "toguz"], "rules"),
        (&["fair", "kalah:6,4", "--moved", "0"], "usage"),
        (&["fair", "kalah:6,4", "--part", "3/2"], "usage"),
        (&["fair", "kalah:1,1", "--moved", "1"], "usage"),
        (&["fair", "kalah:6,4", "--tsv"], "usage"),
        (&["fair", "kalah:6,4", "--jsonl"], "usage"),
    ] {
        assert_eq!(failure(arguments).0, kind, "{arguments:?}");
    }
}

fn rows_of(path: &str) -> BTreeSet<Vec<u32>> {
    let text = std::fs::read_to_string(data(path)).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<_> = rows.map(places).collect();
    let different: BTreeSet<_> = rows.iter().cloned().collect();
    assert_eq!(different.len(), rows.len(), "{path}");
    different
}

#[test]
fn the_published_starts_are_in_the_list_of_the_project() {
    let all: BTreeSet<_> = (1..=2).flat_map(|moved| near(6, 4, moved)).collect();
    assert_eq!(all.len(), 6396);
    let published = rows_of("reference/fair-kalah-empty.tsv");
    assert_eq!(published.len(), 127);
    let found = rows_of("kalah/fair-kalah-6,4,capture=empty.tsv");
    assert_eq!(found.len(), 254);
    assert!(found.is_subset(&all));
    assert!(published.is_subset(&found));
    // The published number for the other capture.
    let found = rows_of("kalah/fair-kalah-6,4.tsv");
    assert_eq!(found.len(), 323);
    assert!(found.is_subset(&all));
}
