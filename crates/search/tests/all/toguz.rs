//! Proofs for the Toguz family against known guarantees and against plain search.

use crate::plain_toguz::{Random, plain_sure, plain_win, position_of};
use mancala_endgame::{
    Error, Guarantees, NoTablebase, Silent, Tablebase, ToguzValues, TuzdikClass,
};
use mancala_position::toguz::{ToguzGame, ToguzPosition, ToguzRules};
use mancala_search::{ToguzGoal, ToguzOptions, ToguzResult, ToguzSolution, solve_guarantees};

/// Known guarantees, but of fewer balls.
struct Below<'a>(&'a ToguzValues, u32);

impl Tablebase<ToguzPosition> for Below<'_> {
    fn rules(&self) -> Option<&ToguzRules> {
        Some(self.0.rules())
    }

    fn most_seeds(&self) -> u32 {
        self.1
    }

    fn probe(&self, board: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
        assert!(board.balls() <= self.1);
        Ok(self.0.guarantees(board))
    }
}

fn solved<G: Tablebase<ToguzPosition>>(
    rules: &ToguzRules,
    position: &ToguzPosition,
    values: &G,
    goal: ToguzGoal,
    most_plies: u32,
) -> ToguzSolution {
    let options = ToguzOptions {
        goal,
        table_bytes: 1 << 18,
        most_plies,
        ..ToguzOptions::default()
    };
    solve_guarantees(rules, position, values, &options, &Silent).expect("a proof")
}

/// Games with and without tuzdiks, with the balls of which guarantees are computed.
fn games() -> Vec<(ToguzRules, u32)> {
    let mut extra = ToguzRules::new(ToguzGame::Bestemshe);
    extra.set("atsyz", "extra-move").expect("an option");
    let mut extra_toguz = ToguzRules::new(ToguzGame::Toguz);
    extra_toguz.set("atsyz", "extra-move").expect("an option");
    vec![
        (ToguzRules::new(ToguzGame::Bestemshe), 12),
        (ToguzRules::new(ToguzGame::Qozdatu), 9),
        (ToguzRules::new(ToguzGame::Toguz), 6),
        (extra, 10),
        (extra_toguz, 5),
    ]
}

#[test]
fn search_above_known_guarantees_finds_the_guarantees() {
    for (rules, balls) in games() {
        let values = ToguzValues::compute(&rules, balls, 1, &Silent).expect("values");
        let mut random = Random::new(7);
        let mut closed = [0, 0];
        for number in 0..60 {
            let more = 1 + number % 3;
            let position = random.position(&rules, balls - number / 3 % 2);
            let below = Below(&values, position.balls().saturating_sub(more));
            let exact = values.guarantees(&position).expect("few balls");
            let found = solved(&rules, &position, &below, ToguzGoal::Moves, 20);
            let bounds = found.bounds;
            assert!(
                bounds.mover.lower <= exact.mover && exact.mover <= bounds.mover.upper,
                "{rules} {position:?}: {bounds:?}, {exact:?}"
            );
            assert!(
                bounds.opponent.lower <= exact.opponent && exact.opponent <= bounds.opponent.upper,
                "{rules} {position:?}: {bounds:?}, {exact:?}"
            );
            let moves = values.moves(&position).expect("few balls");
            assert_eq!(found.moves.len(), moves.len());
            for (found, (hole, exact)) in found.moves.iter().zip(moves) {
                assert_eq!(found.hole, hole);
                let bounds = found.bounds;
                assert!(bounds.mover.lower <= exact.mover && exact.mover <= bounds.mover.upper);
                assert!(
                    bounds.opponent.lower <= exact.opponent
                        && exact.opponent <= bounds.opponent.upper
                );
            }
            let adds_up = exact.mover + exact.opponent == position.balls();
            closed[0] += u32::from(found.proved);
            closed[1] += u32::from(adds_up);
            if found.proved {
                assert_eq!(bounds.values(), Some(exact));
            }
        }
        assert!(closed[0] * 10 >= closed[1] * 3, "{rules}: {closed:?}");
    }
}

#[test]
fn search_alone_is_as_good_as_plain_search_and_never_better_than_the_truth() {
    for (rules, balls) in games() {
        let values = ToguzValues::compute(&rules, balls, 1, &Silent).expect("values");
        let mut random = Random::new(11);
        for _ in 0..60 {
            let position = random.position(&rules, balls);
            let exact = values.guarantees(&position).expect("few balls");
            for plies in 1..=4 {
                let found = solved(&rules, &position, &NoTablebase, ToguzGoal::Value, plies);
                let plain = plain_sure(&rules, &position, plies);
                let lower = [found.bounds.mover.lower, found.bounds.opponent.lower];
                for ((lower, plain), exact) in lower
                    .into_iter()
                    .zip(plain)
                    .zip([exact.mover, exact.opponent])
                {
                    assert!(
                        plain <= lower && lower <= exact,
                        "{rules} {position:?} {plies}: {plain} {lower} {exact}"
                    );
                }
            }
        }
    }
}

#[test]
fn shortest_wins_are_the_shortest() {
    for (rules, balls) in games() {
        let values = ToguzValues::compute(&rules, balls - 2, 1, &Silent).expect("values");
        let mut random = Random::new(3);
        let mut wins = 0;
        for number in 0..80 {
            let board = random.position(&rules, balls - number % 2);
            let position = position_of(&rules, &board, &mut random);
            let found = solved(&rules, &position, &values, ToguzGoal::Result, 20);
            let side = match found.result {
                Some(ToguzResult::Won) => 0,
                Some(ToguzResult::Lost) => 1,
                _ => continue,
            };
            let Some(shortest) = found.shortest else {
                continue;
            };
            let majority = rules.balls() / 2 + 1;
            let kazans = [position.own_kazan(), position.opponent_kazan()];
            let need = majority - kazans[side];
            assert!(plain_win(&rules, &board, side, need, shortest.plies));
            assert!(
                shortest.plies == 0 || !plain_win(&rules, &board, side, need, shortest.plies - 1),
                "{rules} {position:?}: {shortest:?}"
            );
            assert_eq!(shortest.line.len(), shortest.plies as usize);
            wins += 1;
        }
        assert!(wins > 20, "{rules}: {wins}");
    }
}

#[test]
fn values_from_a_class_are_those_of_all() {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let all = ToguzValues::compute(&rules, 4, 1, &Silent).expect("values");
    for class in [[0, 5], [3, 0], [4, 1]] {
        let [mover, opponent] = class;
        let class = TuzdikClass { mover, opponent };
        let some = ToguzValues::compute_from(&rules, class, 4, 1, &Silent).expect("values");
        for other in TuzdikClass::all(&rules) {
            let reached = class.leads_to(other) || class.turned().leads_to(other);
            for balls in 0..=4 {
                let found = some.class(other, balls);
                assert_eq!(found.is_some(), reached, "{class}: {other}");
                if let Some(found) = found {
                    let expected = all.class(other, balls).expect("all classes");
                    assert!(found.iter().eq(expected.iter()), "{class}: {other}");
                }
            }
        }
    }
}

#[test]
fn guarantees_of_other_rules_are_refused() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let mut other = rules;
    other.set("capture", "two").expect("an option");
    let values = ToguzValues::compute(&other, 4, 1, &Silent).expect("values");
    let start = ToguzPosition::start(&rules);
    let refused = solve_guarantees(&rules, &start, &values, &ToguzOptions::default(), &Silent);
    assert!(refused.is_err());
}

#[test]
fn a_table_too_small_for_a_bucket_changes_no_guarantee() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let values = ToguzValues::compute(&rules, 4, 1, &Silent).expect("values");
    let position = Random::new(5).position(&rules, 6);
    let solved_with = |table_bytes| {
        let options = ToguzOptions {
            table_bytes,
            most_plies: 12,
            ..ToguzOptions::default()
        };
        solve_guarantees(&rules, &position, &values, &options, &Silent)
            .expect("a proof")
            .bounds
    };
    for table_bytes in [0, 1, 64, 127, 128] {
        assert_eq!(
            solved_with(table_bytes),
            solved_with(1 << 18),
            "{table_bytes}"
        );
    }
}
