//! The proof search against plain minimax, with every option, driver and switch.

use mancala_endgame::{BuildOptions, Database, Error, Monitor, NoTablebase, Silent, build};
use mancala_position::Game;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState};
use mancala_search::{
    Driver, MAX_THREADS, SearchOptions, Solution, SolveError, SolveOptions, solve,
};
use proptest::prelude::*;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

type Memo = HashMap<KalahPosition, i32>;

/// The value by the rules alone: no window, no bounds, no order.
fn plain(rules: &KalahRules, position: &KalahPosition, memo: &mut Memo) -> i32 {
    if let Some(value) = rules.outcome(position) {
        return value;
    }
    if let Some(&value) = memo.get(position) {
        return value;
    }
    let value = rules.moves(position).iter().map(|pit| {
        let step = rules.play_unchecked(position, pit);
        let after = plain(rules, &step.position, memo);
        step.gain + if step.again { after } else { -after }
    });
    let value = value.max().expect("a live position has a move");
    memo.insert(*position, value);
    value
}

fn solved(rules: &KalahRules, position: &KalahPosition, options: &SolveOptions) -> Solution {
    solve(rules, position, &NoTablebase, options, &Silent).expect("nothing stops it")
}

/// A small table, so that entries are replaced all the time.
fn options() -> SolveOptions {
    SolveOptions {
        table_bytes: 1 << 18,
        ..SolveOptions::default()
    }
}

/// Every single switch off, and everything off.
fn switches() -> Vec<SearchOptions> {
    let all = SearchOptions::ALL;
    vec![
        SearchOptions {
            table: false,
            ..all
        },
        SearchOptions {
            tablebase_at_children: false,
            ..all
        },
        SearchOptions {
            table_at_children: false,
            ..all
        },
        SearchOptions {
            seed_bounds: false,
            ..all
        },
        SearchOptions {
            table_move: false,
            ..all
        },
        SearchOptions {
            extra_turns: false,
            ..all
        },
        SearchOptions {
            gains: false,
            ..all
        },
        SearchOptions {
            placement: false,
            ..all
        },
        SearchOptions {
            shallow_search: false,
            ..all
        },
        SearchOptions {
            effort_probes: false,
            ..all
        },
        SearchOptions::NONE,
    ]
}

/// Plays the line; what it gains is the value.
fn check_line(rules: &KalahRules, position: &KalahPosition, solution: &Solution) {
    let mut state = KalahState::new(*position);
    for &pit in &solution.line {
        assert!(
            rules.moves(&state.position()).contains(pit),
            "{rules} {position:x?}: {:?}",
            solution.line
        );
        state = state.play_unchecked(rules, pit);
    }
    let [own, opponent] = state.final_stores(rules).expect("the line ends the game");
    assert_eq!(
        i64::from(own) - i64::from(opponent),
        i64::from(solution.value),
        "{rules} {position:x?}"
    );
}

/// A turn is worth what it gains and what plain search gives for where it leads.
fn check_turns(rules: &KalahRules, position: &KalahPosition, solution: &Solution, memo: &mut Memo) {
    for turn in &solution.turns {
        let (mut at, mut gain, mut again) = (*position, 0, true);
        for &pit in &turn.pits {
            assert!(
                again && rules.moves(&at).contains(pit),
                "{rules} {position:x?}: {:?}",
                turn.pits
            );
            let step = rules.play_unchecked(&at, pit);
            (at, gain, again) = (step.position, gain + step.gain, step.again);
        }
        assert!(!again || rules.is_finished(&at), "the turn is over");
        let after = plain(rules, &at, memo);
        assert_eq!(
            turn.value,
            gain + if again { after } else { -after },
            "{rules} {position:x?}: {:?}",
            turn.pits
        );
    }
    let best = solution.turns.iter().map(|turn| turn.value).max();
    assert_eq!(
        best,
        (!rules.is_finished(position)).then_some(solution.value)
    );
}

/// Whether all orders of all moves can be searched without a table: the steps that the seeds can
/// make are few.
fn is_short(rules: &KalahRules, position: &KalahPosition) -> bool {
    let steps = |pits: &mut dyn Iterator<Item = u32>| -> u32 {
        pits.zip((1..=rules.pits()).rev())
            .map(|(seeds, distance)| seeds * distance)
            .sum()
    };
    steps(&mut position.own_pits(rules)) + steps(&mut position.opponent_pits(rules)) <= 24
}

fn any_position() -> impl Strategy<Value = (KalahRules, KalahPosition)> {
    (1u32..=8, any::<proptest::sample::Index>()).prop_flat_map(|(pits, option)| {
        let rules = *option.get(&KalahRules::all_options(pits).expect("valid pits"));
        // Few pits can hold many seeds, so that sowings go round the board; plain minimax sets the
        // limit.
        let most = [16, 12, 10, 9, 8, 8, 7, 7][pits as usize - 1];
        let places = proptest::collection::vec(0..2 * pits as usize, 0..=most);
        places.prop_map(move |places| {
            let mut board = vec![0; 2 * pits as usize];
            places.into_iter().for_each(|place| board[place] += 1);
            let (own, opponent) = board.split_at(pits as usize);
            (
                rules,
                KalahPosition::new(&rules, own, opponent).expect("few seeds"),
            )
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn values_turns_and_lines_are_those_of_plain_minimax((rules, position) in any_position()) {
        let mut memo = Memo::new();
        let value = plain(&rules, &position, &mut memo);
        for &driver in Driver::ALL {
            let solution = solved(&rules, &position, &SolveOptions { driver, ..options() });
            prop_assert_eq!(solution.value, value, "{} {}", rules, driver);
            check_line(&rules, &position, &solution);
            check_turns(&rules, &position, &solution, &mut memo);
        }
        for search in switches().into_iter().filter(|search| search.table || is_short(&rules, &position)) {
            let solution = solved(&rules, &position, &SolveOptions { search, value_only: true, ..options() });
            prop_assert_eq!(solution.value, value, "{} {:?}", rules, search);
        }
    }
}

#[test]
fn every_small_position_has_its_value_with_every_option() {
    for (pits, seeds) in [(1, 9), (2, 6), (3, 4), (4, 3)] {
        let ranker = mancala_position::rank::RowRanker::new(pits);
        for rules in KalahRules::all_options(pits).expect("valid pits") {
            let mut memo = Memo::new();
            for n in 0..=seeds {
                for s in 0..=n {
                    for own in ranker.iter(s) {
                        for opponent in ranker.iter(n - s) {
                            let position = KalahPosition::from_rows_unchecked(own, opponent);
                            let options = SolveOptions {
                                value_only: true,
                                ..options()
                            };
                            let value = solved(&rules, &position, &options).value;
                            assert_eq!(
                                value,
                                plain(&rules, &position, &mut memo),
                                "{rules} {position:x?}"
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_database_changes_no_value_whatever_its_size() {
    for options_of in [
        &[][..],
        &[("capture", "empty")],
        &[("end", "on-turn"), ("leftover", "nobody")],
    ] {
        let mut rules = KalahRules::new(4).expect("four pits");
        for (option, value) in options_of {
            rules.set(option, value).expect("a known option");
        }
        let start = KalahPosition::start(&rules, 3).expect("a start");
        let alone = solved(&rules, &start, &SolveOptions::default());
        for seeds in [0, 5, 11, 24] {
            let folder = tempfile::tempdir().expect("a folder");
            build(folder.path(), &rules, &BuildOptions::new(seeds), &Silent).expect("it builds");
            let database = Database::open(folder.path(), &rules).expect("it opens");
            for tablebase_at_children in [true, false] {
                let search = SearchOptions {
                    tablebase_at_children,
                    ..SearchOptions::ALL
                };
                let options = SolveOptions {
                    search,
                    ..SolveOptions::default()
                };
                let above = solve(&rules, &start, &database, &options, &Silent).expect("proved");
                assert_eq!(
                    (above.value, &above.turns),
                    (alone.value, &alone.turns),
                    "{rules}, {seeds} seeds"
                );
                assert_eq!(above.tablebase_seeds, Some(seeds));
                check_line(&rules, &start, &above);
            }
        }
    }
}

#[test]
fn one_thread_counts_the_same_nodes_and_more_threads_find_the_same_values() {
    let rules = KalahRules::new(5).expect("five pits");
    let start = KalahPosition::start(&rules, 3).expect("a start");
    let one = solved(&rules, &start, &SolveOptions::default());
    let again = solved(&rules, &start, &SolveOptions::default());
    assert_eq!((one.nodes, &one.line), (again.nodes, &again.line));
    let three = solved(
        &rules,
        &start,
        &SolveOptions {
            threads: 3,
            ..SolveOptions::default()
        },
    );
    assert_eq!((one.value, &one.turns), (three.value, &three.turns));
}

#[test]
fn the_pie_rule_takes_the_most_even_turn() {
    let rules = KalahRules::new(6).expect("six pits");
    let start = KalahPosition::start(&rules, 2).expect("a start");
    let solution = solved(&rules, &start, &SolveOptions::default());
    let expected = solution
        .turns
        .iter()
        .map(|turn| turn.value.abs())
        .min()
        .map(|most_even| -most_even);
    assert_eq!(solution.pie_value(), expected);
}

/// Stops after so many questions.
struct StopAfter(AtomicU64);

impl Monitor for StopAfter {
    fn should_stop(&self) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

#[test]
fn a_stopped_proof_says_what_it_has_proved() {
    let rules = KalahRules::new(6).expect("six pits");
    let start = KalahPosition::start(&rules, 3).expect("a start");
    let options = SolveOptions {
        driver: Driver::Bisect,
        value_only: true,
        ..SolveOptions::default()
    };
    let mut widths = Vec::new();
    for questions in (2..).step_by(4) {
        let monitor = StopAfter(AtomicU64::new(questions));
        match solve(&rules, &start, &NoTablebase, &options, &monitor) {
            Err(SolveError::Interrupted { bounds, nodes, .. }) => {
                assert!(
                    bounds.lower <= 2 && 2 <= bounds.upper,
                    "{bounds:?} without the value"
                );
                assert!(nodes > 0);
                widths.push(bounds.upper - bounds.lower);
            }
            Ok(solution) => {
                assert_eq!(solution.value, 2, "it was not stopped in time");
                break;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(widths.is_sorted_by(|a, b| a >= b), "{widths:?}");
    assert!(
        widths.first() > widths.last(),
        "nothing was proved on the way: {widths:?}"
    );
}

#[test]
fn a_damaged_or_foreign_database_gives_an_error_and_no_value() {
    let rules = KalahRules::new(4).expect("four pits");
    let start = KalahPosition::start(&rules, 3).expect("a start");
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path(), &rules, &BuildOptions::new(12), &Silent).expect("it builds");
    let mut other = rules;
    other.set("end", "on-turn").expect("an option");
    let database = Database::open(folder.path(), &rules).expect("it opens");
    let refused = solve(&other, &start, &database, &SolveOptions::default(), &Silent);
    assert!(
        matches!(refused, Err(SolveError::RulesDiffer { .. })),
        "{refused:?}"
    );
    drop(database);

    // Every block of the layer of ten seeds is damaged.
    let path = folder.path().join("010.layer");
    let mut bytes = std::fs::read(&path).expect("readable");
    for at in (4096..bytes.len() - 8192).step_by(512) {
        bytes[at] ^= 0x10;
    }
    std::fs::write(&path, bytes).expect("writable");
    let database =
        Database::open(folder.path(), &rules).expect("blocks are checked when they are read");
    for threads in [1, 2] {
        let options = SolveOptions {
            threads,
            ..SolveOptions::default()
        };
        match solve(&rules, &start, &database, &options, &Silent) {
            Err(SolveError::Tablebase(Error::Damaged { path, .. })) => {
                assert!(path.ends_with("010.layer"), "{}", path.display());
            }
            other => panic!("a value out of a damaged block: {other:?}"),
        }
    }
}

#[test]
fn more_threads_than_a_proof_can_have_are_an_error() {
    let rules = KalahRules::new(2).expect("two pits");
    let start = KalahPosition::start(&rules, 2).expect("a start");
    let with_threads = |threads| SolveOptions {
        threads,
        ..SolveOptions::default()
    };
    for threads in [MAX_THREADS + 1, usize::MAX] {
        let refused = solve(
            &rules,
            &start,
            &NoTablebase,
            &with_threads(threads),
            &Silent,
        );
        assert!(
            matches!(refused, Err(SolveError::Threads(ref error)) if error.threads == threads),
            "{refused:?}"
        );
    }
    // No thread at all counts as one.
    let value = solved(&rules, &start, &with_threads(0)).value;
    assert_eq!(value, solved(&rules, &start, &with_threads(1)).value);
}
