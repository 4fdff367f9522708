//! Published values, proved again.

use mancala_endgame::{BuildOptions, Database, NoTablebase, Silent, build};
use mancala_position::Game;
use mancala_position::kalah::{Capture, KalahPosition, KalahRules, KalahState};
use mancala_search::{Driver, Solution, SolveOptions, solve};

fn rules(pits: &str, options: &[(&str, &str)]) -> KalahRules {
    let mut rules = KalahRules::new(pits.parse().expect("a number")).expect("valid pits");
    for (option, value) in options {
        rules.set(option, value).expect("a known option");
    }
    rules
}

fn start(rules: &KalahRules, seeds: &str) -> KalahPosition {
    KalahPosition::start(rules, seeds.parse().expect("a number")).expect("it is held")
}

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| line.split('\t').collect())
}

fn solved(rules: &KalahRules, position: &KalahPosition, options: &SolveOptions) -> Solution {
    solve(rules, position, &NoTablebase, options, &Silent).expect("nothing stops it")
}

/// The value of a move is that of its best turn.
fn move_values(rules: &KalahRules, solution: &Solution) -> Vec<i32> {
    let best = |pit| {
        solution
            .turns
            .iter()
            .filter(|turn| turn.pits[0] == pit)
            .map(|turn| turn.value)
            .max()
    };
    (0..rules.pits()).filter_map(best).collect()
}

#[test]
fn starts_and_their_moves() {
    let table = include_str!("../../../../solver-data/reference/kalah-starts.tsv");
    let mut checked = 0;
    for row in rows(table) {
        let rules = rules(
            row[0],
            &[("capture", row[2]), ("end", row[3]), ("leftover", row[4])],
        );
        let position = start(&rules, row[1]);
        let moves: Vec<i32> = row[6]
            .split(',')
            .map(|value| value.parse().expect("a number"))
            .collect();
        for &driver in Driver::ALL {
            let solution = solved(
                &rules,
                &position,
                &SolveOptions {
                    driver,
                    ..SolveOptions::default()
                },
            );
            assert_eq!(solution.value.to_string(), row[5], "{rules} {driver}");
            assert_eq!(move_values(&rules, &solution), moves, "{rules} {driver}");
        }
        checked += 1;
    }
    assert_eq!(checked, 106, "every row of the table");
}

/// The turns of a start with their values, as the table writes them.
fn first_turns(pits: &str, seeds: &str, capture: &str) -> Vec<(String, i32)> {
    let table = include_str!("../../../../solver-data/reference/kalah-first-moves.tsv");
    rows(table)
        .filter(|row| row[..3] == [pits, seeds, capture])
        .map(|row| (row[3].to_owned(), row[4].parse().expect("a number")))
        .collect()
}

fn written(solution: &Solution) -> Vec<(String, i32)> {
    let name = |pits: &[u32]| {
        pits.iter()
            .map(|pit| (pit + 1).to_string())
            .collect::<Vec<_>>()
            .join("-")
    };
    solution
        .turns
        .iter()
        .map(|turn| (name(&turn.pits), turn.value))
        .collect()
}

/// All drivers prove the value and all first turns of Kalah(6, n) above a database.
fn check_first_turns(seeds: &str, database_seeds: u32) {
    for capture in ["standard", "empty"] {
        let rules = rules("6", &[("capture", capture)]);
        let folder = tempfile::tempdir().expect("a folder");
        build(
            folder.path(),
            &rules,
            &BuildOptions::new(database_seeds),
            &Silent,
        )
        .expect("it builds");
        let database = Database::open(folder.path(), &rules).expect("it opens");
        let expected = first_turns("6", seeds, capture);
        assert!(!expected.is_empty());
        let best = expected.iter().map(|(_, value)| *value).max();
        for &driver in Driver::ALL {
            // One driver proves all turns, the others the value.
            let options = SolveOptions {
                driver,
                value_only: driver != Driver::Mtdf,
                ..SolveOptions::default()
            };
            let solution =
                solve(&rules, &start(&rules, seeds), &database, &options, &Silent).expect("proved");
            assert_eq!(Some(solution.value), best, "{rules} {driver}");
            assert_eq!(solution.tablebase_seeds, Some(database_seeds));
            if !options.value_only {
                assert_eq!(written(&solution), expected, "{rules} {driver}");
            }
        }
    }
}

#[test]
fn first_turns_of_six_pits_and_three_seeds() {
    check_first_turns("3", 12);
}

/// Plays a line that counts pits from 0 and has a dash where the player changes, and gives the
/// margin for the first player; an error says where it cannot be played.
fn replay(rules: &KalahRules, position: KalahPosition, line: &str) -> Result<i64, String> {
    let mut state = KalahState::new(position);
    let turns: Vec<&str> = line.split('-').collect();
    for (number, turn) in turns.iter().enumerate() {
        let mover = state.to_move();
        for pit in turn.bytes().map(|digit| u32::from(digit - b'0')) {
            if state.to_move() != mover || !rules.moves(&state.position()).contains(pit) {
                return Err(format!(
                    "turn {} of {line}: pit {pit} cannot be played",
                    number + 1
                ));
            }
            state = state.play_unchecked(rules, pit);
        }
        let ended = rules.is_finished(&state.position());
        if state.to_move() == mover && !ended || ended != (number + 1 == turns.len()) {
            return Err(format!(
                "turn {} of {line}: the turn does not end there",
                number + 1
            ));
        }
    }
    let [first, second] = state.final_stores(rules).ok_or("the game is not over")?;
    Ok(i64::from(first) - i64::from(second))
}

#[test]
fn values_and_lines_of_irving_and_others() {
    let table = include_str!("../../../../solver-data/reference/kalah-irving-2000.tsv");
    let mut proved = 0;
    let mut misprinted = Vec::new();
    for row in rows(table) {
        let mut rules = rules(row[0], &[]);
        rules.capture = Capture::Empty;
        let position = start(&rules, row[1]);
        let value: i32 = row[2].parse().expect("a number");
        if replay(&rules, position, row[3]) != Ok(i64::from(value)) {
            misprinted.push((row[0], row[1]));
        }
        if position.seeds() <= 40 || row[..2] == ["4", "6"] {
            let options = SolveOptions {
                value_only: true,
                ..SolveOptions::default()
            };
            assert_eq!(
                solved(&rules, &position, &options).value,
                value,
                "{rules},{}",
                row[1]
            );
            proved += 1;
        }
    }
    assert_eq!(
        misprinted,
        [("4", "6")],
        "one line of the table is misprinted"
    );
    assert_eq!(proved, 13, "the starts of up to 40 seeds, and Kalah(4, 6)");
}
