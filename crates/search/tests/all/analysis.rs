//! Analysis compared with plain search, with exact values, and with itself.

use crate::plain_search::plain_score;
use crate::random::thrown;
use mancala_endgame::{Damage, Error, Guarantees, Silent, Tablebase, ToguzValues};
use mancala_position::kalah::{
    KalahPosition, KalahRules, KalahVisitor, WideKalah, WideKalahPosition, with_kalah,
};
use mancala_position::random::SplitMix64;
use mancala_position::toguz::{Toguz, ToguzGame, ToguzPosition, ToguzRules};
use mancala_position::{Game, Side};
use mancala_search::analysis::{
    AnalysisError, AnalysisOptions, Analyzer, EvaluatedGame, EvaluatedKalah, EvaluatedToguz,
    EvaluatedWideKalah, Evaluation, Features, HandCraftedEvaluation, Limits, Outcome, RootPosition,
    SearchReport, UNITS_PER_SEED, WIN_BONUS,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

fn options() -> AnalysisOptions {
    AnalysisOptions {
        table_bytes: 1 << 20,
        ..AnalysisOptions::default()
    }
}

fn to_depth(depth: u32) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

fn search<G: EvaluatedGame>(
    analyzer: &mut Analyzer<G>,
    position: &G::Position,
    limits: &Limits,
) -> SearchReport {
    let stop = AtomicBool::new(false);
    let root = RootPosition::new(position);
    analyzer
        .analyze(root, limits, &stop, &mut |_| {})
        .expect("threads and a sound tablebase")
}

/// A position of a game after so many random moves from the start, with those before it; not a
/// finished one.
fn played(rules: &ToguzRules, plies: usize, random: &mut SplitMix64) -> Vec<ToguzPosition> {
    let game = Toguz::new(rules);
    let mut positions = vec![ToguzPosition::start(rules)];
    while positions.len() <= plies {
        let position = positions[positions.len() - 1];
        let moves = game.moves(&position);
        let index = random.next_u64() % moves.len() as u64;
        let hole = moves.iter().nth(usize::try_from(index).expect("few moves"));
        let next = game
            .play_unchecked(&position, hole.expect("a legal move"))
            .position;
        if game.is_finished(&next) {
            positions.truncate(1);
        } else {
            positions.push(next);
        }
    }
    positions
}

/// A board of so many balls, each thrown into a random hole; not a finished one.
fn few_balls(rules: &ToguzRules, balls: u32, random: &mut SplitMix64) -> ToguzPosition {
    let holes = rules.holes() as usize;
    loop {
        let mut board = vec![0; 2 * holes];
        for _ in 0..balls {
            board[usize::try_from(random.next_u64()).unwrap_or(0) % (2 * holes)] += 1;
        }
        let rest = rules.balls() - balls;
        let (own, opponent) = board.split_at(holes);
        let kazan =
            (rest / 2 + u32::try_from(random.next_u64() % 7).expect("small")).saturating_sub(3);
        let kazans = [kazan, rest - kazan];
        let position = ToguzPosition::new(rules, own, opponent, kazans, [0, 0]).expect("valid");
        if !Toguz::new(rules).is_finished(&position) {
            return position;
        }
    }
}

#[test]
fn without_its_selective_parts_it_is_plain_search_in_the_toguz_family() {
    let mut random = SplitMix64::new(11);
    for game in ToguzGame::ALL {
        let mut rules = ToguzRules::new(*game);
        for atsyz in ["rest-to-opponent", "extra-move"] {
            rules.set("atsyz", atsyz).expect("an option");
            let game = || EvaluatedToguz::new(&rules);
            let options = AnalysisOptions {
                features: Features::PLAIN,
                ..options()
            };
            let mut analyzer = Analyzer::new(game(), options).expect("memory");
            for (index, depth) in [1, 2, 3, 4, 5, 4, 5, 4].into_iter().enumerate() {
                let positions = played(&rules, 9 * index, &mut random);
                let position = positions[positions.len() - 1];
                let found = search(&mut analyzer, &position, &to_depth(depth));
                let plain = plain_score(&game(), &position, depth);
                assert_eq!(
                    found.lines[0].score, plain,
                    "{rules}, depth {depth}: {position:?}"
                );
            }
        }
    }
}

#[test]
fn with_few_balls_too_where_positions_recur() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let options = AnalysisOptions {
        features: Features::PLAIN,
        ..options()
    };
    let mut analyzer = Analyzer::new(EvaluatedToguz::new(&rules), options).expect("memory");
    let mut random = SplitMix64::new(5);
    for balls in [2, 3, 4, 5] {
        for depth in [6, 9] {
            let position = few_balls(&rules, balls, &mut random);
            let found = search(&mut analyzer, &position, &to_depth(depth));
            let plain = plain_score(&EvaluatedToguz::new(&rules), &position, depth);
            assert_eq!(found.lines[0].score, plain, "depth {depth}: {position:?}");
        }
    }
}

#[test]
fn without_its_selective_parts_it_is_plain_search_in_kalah() {
    struct Compare<'a>(&'a KalahRules, KalahPosition, u32);
    impl KalahVisitor for Compare<'_> {
        type Output = ();
        fn visit<G: Game<Position = KalahPosition> + 'static>(self, game: G) {
            let Self(rules, position, depth) = self;
            let options = AnalysisOptions {
                features: Features::PLAIN,
                ..options()
            };
            let mut analyzer =
                Analyzer::new(EvaluatedKalah::new(game, rules), options).expect("memory");
            let found = search(&mut analyzer, &position, &to_depth(depth));
            let plain = plain_score(&EvaluatedKalah::new(game, rules), &position, depth);
            assert_eq!(
                found.lines[0].score, plain,
                "{rules}, depth {depth}: {position:?}"
            );
        }
    }
    let mut random = SplitMix64::new(3);
    for rules in KalahRules::all_options(5).expect("five pits") {
        let position = thrown(&rules, 25, &mut random);
        if !rules.is_finished(&position) {
            with_kalah(&rules, Compare(&rules, position, 5));
        }
    }
}

#[test]
fn on_large_boards_too() {
    let mut random = SplitMix64::new(11);
    for options_of in KalahRules::all_options(8).expect("eight pits").chunks(9) {
        for pits in [7, 10, 12] {
            let rules = WideKalah::new(pits, &options_of[0]).expect("pits that are held");
            let mut row = || -> Vec<u32> {
                (0..pits)
                    .map(|_| u32::try_from(random.below(6)).expect("few"))
                    .collect()
            };
            let position = WideKalahPosition::new(&rules, &row(), &row()).expect("few seeds");
            if rules.is_finished(&position) {
                continue;
            }
            let options = AnalysisOptions {
                features: Features::PLAIN,
                ..options()
            };
            let game = || EvaluatedWideKalah::new(rules);
            let mut analyzer = Analyzer::new(game(), options).expect("memory");
            let found = search(&mut analyzer, &position, &to_depth(4));
            let plain = plain_score(&game(), &position, 4);
            assert_eq!(found.lines[0].score, plain, "{rules:?}: {position:?}");
        }
    }
}

/// The evaluation of a board does not depend on the type that holds it.
#[test]
fn large_boards_are_evaluated_as_small_ones() {
    let rules = KalahRules::new(6).expect("six pits");
    let wide = WideKalah::new(6, &rules).expect("six pits");
    let (narrow, wide_game) = (
        EvaluatedKalah::new(rules, &rules),
        EvaluatedWideKalah::new(wide),
    );
    let mut random = SplitMix64::new(12);
    for seeds in 1..=255 {
        let position = thrown(&rules, seeds, &mut random);
        let own: Vec<u32> = position.own_pits(&rules).collect();
        let opponent: Vec<u32> = position.opponent_pits(&rules).collect();
        let large = WideKalahPosition::new(&wide, &own, &opponent).expect("few seeds");
        assert_eq!(narrow.evaluate(&position), wide_game.evaluate(&large));
    }
}

/// All parts on, a search deep enough sees how a game with few seeds ends.
#[test]
fn deep_searches_find_exact_values() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let values = ToguzValues::compute(&rules, 6, 1, &Silent).expect("few boards");
    let mut analyzer = Analyzer::new(EvaluatedToguz::new(&rules), options()).expect("memory");
    let mut random = SplitMix64::new(17);
    let mut decided = 0;
    for _ in 0..40 {
        let position = few_balls(&rules, 6, &mut random);
        let known = values.guarantees(&position).expect("six balls");
        let own = position.own_kazan() + known.mover;
        let opponent = position.opponent_kazan() + known.opponent;
        let found = search(&mut analyzer, &position, &to_depth(24));
        if let Some(outcome) = found.lines[0].outcome {
            decided += 1;
            let won = outcome == Outcome::Won;
            assert_eq!([won, !won], [own > 25, opponent > 25], "{position:?}");
        }
    }
    assert!(decided > 20, "{decided} of 40 were decided");
}

#[test]
fn within_reach_of_exact_values_no_ball_is_lost() {
    for (game, balls, moves) in [(ToguzGame::Bestemshe, 8, 60), (ToguzGame::Toguz, 4, 60)] {
        let rules = ToguzRules::new(game);
        let values = Arc::new(ToguzValues::compute(&rules, balls, 2, &Silent).expect("few boards"));
        let game = EvaluatedToguz::new(&rules)
            .with_tablebase(values.clone())
            .expect("the same rules");
        let mut analyzer = Analyzer::new(game, options()).expect("memory");
        let game = Toguz::new(&rules);
        let mut random = SplitMix64::new(23);
        for _ in 0..30 {
            let mut position = few_balls(&rules, balls, &mut random);
            let mut margins = Vec::new();
            for ply in 0..moves {
                if game.is_finished(&position) {
                    break;
                }
                let found = search(&mut analyzer, &position, &to_depth(4));
                assert!(found.proved);
                let known = values.guarantees(&position).expect("in reach");
                let rest = known.mover as i32 - known.opponent as i32;
                let line = &found.lines[0];
                let sign = if ply % 2 == 0 { 1 } else { -1 };
                if known.mover + known.opponent == position.balls() {
                    assert_eq!(line.score_seeds, rest, "{position:?}");
                    margins.push(sign * line.margin_seeds);
                }
                let best = found.best().expect("an unfinished game");
                position = game.play_unchecked(&position, best).position;
            }
            assert!(
                margins.windows(2).all(|pair| pair[0] == pair[1]),
                "{margins:?}"
            );
        }
    }
}

#[test]
fn one_thread_finds_the_same_every_time() {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let mut random = SplitMix64::new(7);
    let position = *played(&rules, 20, &mut random).last().expect("a position");
    let limits = [
        to_depth(9),
        Limits {
            nodes: Some(20_000),
            ..Limits::default()
        },
    ];
    let mut analyzer = Analyzer::new(EvaluatedToguz::new(&rules), options()).expect("memory");
    for limits in &limits {
        let seen: Vec<SearchReport> = (0..2)
            .map(|_| {
                analyzer.forget().expect("memory");
                search(&mut analyzer, &position, limits)
            })
            .collect();
        assert_eq!(seen[0].lines, seen[1].lines);
        assert_eq!(seen[0].nodes, seen[1].nodes);
        assert!(limits.nodes.is_none_or(|nodes| seen[0].nodes == nodes));
    }
}

#[test]
fn stopped_at_any_moment_it_has_a_legal_move() {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let game = Toguz::new(&rules);
    let mut random = SplitMix64::new(29);
    let mut analyzer = Analyzer::new(EvaluatedToguz::new(&rules), options()).expect("memory");
    for nodes in (1..60).chain([100, 1_000, 3_000]) {
        let positions = played(
            &rules,
            usize::try_from(nodes).expect("small") % 50,
            &mut random,
        );
        let (position, past) = positions.split_last().expect("a position");
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let root = RootPosition::new(position).after(past);
        let found = analyzer
            .analyze(root, &limits, &AtomicBool::new(false), &mut |_| {})
            .expect("threads");
        assert!(game.moves(position).contains(found.best().expect("a move")));
        let mut after = *position;
        for &hole in &found.lines[0].moves {
            assert!(
                game.moves(&after).contains(hole),
                "{nodes} nodes: {found:?}"
            );
            after = game.play_unchecked(&after, hole).position;
        }
    }
    let position = ToguzPosition::start(&rules);
    let found = analyzer
        .analyze(
            RootPosition::new(&position),
            &Limits::default(),
            &AtomicBool::new(true),
            &mut |_| {},
        )
        .expect("threads");
    assert!(
        game.moves(&position)
            .contains(found.best().expect("a move"))
    );
}

#[test]
fn threads_stop_together() {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let options = AnalysisOptions {
        threads: 3,
        ..options()
    };
    let mut analyzer = Analyzer::new(EvaluatedToguz::new(&rules), options).expect("memory");
    let position = ToguzPosition::start(&rules);
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            stop.store(true, Ordering::Relaxed);
        });
        let root = RootPosition::new(&position);
        let found = analyzer.analyze(root, &Limits::default(), &stop, &mut |_| {});
        assert!(found.expect("threads").best().is_some());
    });
    let found = search(&mut analyzer, &position, &to_depth(8));
    assert_eq!(found.depth, 8);
}

#[test]
fn several_lines_come_in_the_order_of_their_scores() {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let options = AnalysisOptions {
        multipv: 20,
        ..options()
    };
    let mut analyzer = Analyzer::new(EvaluatedToguz::new(&rules), options).expect("memory");
    let found = search(&mut analyzer, &ToguzPosition::start(&rules), &to_depth(6));
    assert_eq!(found.lines.len(), 9);
    assert!(found.lines.is_sorted_by_key(|line| -line.score));
    let mut firsts: Vec<u32> = found.lines.iter().map(|line| line.moves[0]).collect();
    firsts.sort_unstable();
    assert_eq!(firsts, (0..9).collect::<Vec<u32>>());
}

/// The hand-crafted evaluation, with a stability margin.
struct Unstable(HandCraftedEvaluation);

impl Evaluation for Unstable {
    fn evaluate(&self, position: &ToguzPosition) -> i32 {
        self.0.evaluate(position)
    }

    fn stability_margin(&self) -> i32 {
        MARGIN
    }
}

const MARGIN: i32 = UNITS_PER_SEED - 1;

/// What every depth up to the last found.
fn by_depth<G: EvaluatedGame>(
    analyzer: &mut Analyzer<G>,
    position: &G::Position,
    last: u32,
) -> Vec<SearchReport> {
    let stop = AtomicBool::new(false);
    let mut found = Vec::new();
    let root = RootPosition::new(position);
    analyzer
        .analyze(root, &to_depth(last), &stop, &mut |report| {
            found.push(report.clone());
        })
        .expect("threads");
    found
}

#[test]
fn from_depth_12_on_a_new_best_move_is_better_by_the_stability_margin() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let analyzer = |multipv, features| {
        let game =
            EvaluatedToguz::with_evaluation(&rules, Unstable(HandCraftedEvaluation::new(&rules)));
        let options = AnalysisOptions {
            multipv,
            features,
            ..options()
        };
        Analyzer::new(game, options).expect("memory")
    };
    let mut values = analyzer(5, Features::PLAIN);
    let (mut kept, mut left) = (0, 0);
    let mut random = SplitMix64::new(12);
    for aspiration in [false, true] {
        let features = Features {
            steady: true,
            aspiration,
            ..Features::PLAIN
        };
        let mut steady = analyzer(1, features);
        for _ in 0..40 {
            let position = few_balls(&rules, 14, &mut random);
            let all = by_depth(&mut values, &position, 15);
            let found = by_depth(&mut steady, &position, 15);
            for (depth, (all, pair)) in (2..).zip(all[1..].iter().zip(found.windows(2))) {
                let [before, now] = [&pair[0], &pair[1]].map(|report| report.best());
                let value = |pit| {
                    let line = all.lines.iter().find(|line| Some(line.moves[0]) == pit);
                    line.expect("a move").score
                };
                let best = all.lines[0].score;
                let place = format!("depth {depth}, aspiration {aspiration}: {position:?}");
                assert_eq!(pair[1].lines[0].score, value(now), "{place}");
                if depth < 12 {
                    assert_eq!(value(now), best, "{place}");
                } else if value(before) + MARGIN >= best {
                    assert_eq!(now, before, "{place}");
                    kept += u32::from(value(before) < best);
                } else {
                    assert!(value(now) > value(before) + MARGIN, "{place}");
                    left += 1;
                }
            }
        }
    }
    assert!(kept > 0 && left > 0, "kept {kept}, left {left}");
}

#[test]
fn wherever_a_search_is_stopped_its_line_goes_on() {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let game = Toguz::new(&rules);
    let mut random = SplitMix64::new(20);
    for index in 0..240 {
        let positions = played(&rules, index % 30, &mut random);
        let mut position = positions[positions.len() - 1];
        let limits = Limits {
            nodes: Some(2_000 + random.next_u64() % 30_000),
            ..Limits::default()
        };
        let mut analyzer = Analyzer::new(EvaluatedToguz::new(&rules), options()).expect("memory");
        let found = search(&mut analyzer, &position, &limits);
        let line = &found.lines[0].moves;
        for &pit in line {
            assert!(
                game.moves(&position).contains(pit),
                "{line:?}: {position:?}"
            );
            position = game.play_unchecked(&position, pit).position;
        }
        assert!(
            line.len() > 1 || game.is_finished(&position),
            "{limits:?}, {line:?}: {position:?}"
        );
    }
}

#[test]
fn a_finished_game_has_no_lines() {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let mut analyzer = Analyzer::new(EvaluatedToguz::new(&rules), options()).expect("memory");
    let mut own = [0; 9];
    own[0] = 2;
    for (kazans, board) in [([82, 78], own), ([80, 80], [0; 9])] {
        let opponent = if board == own { [0; 9] } else { own };
        let position = ToguzPosition::new(&rules, &board, &opponent, kazans, [0, 0]);
        let found = search(&mut analyzer, &position.expect("valid"), &to_depth(5));
        assert!(found.lines.is_empty() && found.best().is_none());
    }
}

#[test]
fn a_win_in_sight_is_taken() {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let mut analyzer = Analyzer::new(EvaluatedToguz::new(&rules), options()).expect("memory");
    // Hole 9 with two balls reaches the opponent's first hole, which then has two: 80 and 2 are 82.
    let own = [4, 0, 0, 0, 0, 0, 0, 0, 2];
    let opponent = [1, 0, 0, 0, 5, 0, 0, 0, 0];
    let position = ToguzPosition::new(&rules, &own, &opponent, [80, 70], [0, 0]).expect("valid");
    let found = search(&mut analyzer, &position, &to_depth(3));
    assert_eq!(found.best(), Some(8));
    assert_eq!(found.lines[0].outcome, Some(Outcome::Won));
    assert!(found.lines[0].score >= WIN_BONUS);
}

/// A position that came before in the game is worth a draw, whatever the kazans promise.
#[test]
fn positions_of_the_game_come_again_as_draws() {
    let rules = ToguzRules {
        stop_at_majority: false,
        ..ToguzRules::new(ToguzGame::Bestemshe)
    };
    let game = Toguz::new(&rules);
    let evaluated = EvaluatedToguz::with_evaluation(&rules, HandCraftedEvaluation::new(&rules));
    let mut analyzer = Analyzer::new(evaluated, options()).expect("memory");
    let position = ToguzPosition::new(&rules, &[0, 1, 0, 0, 0], &[0, 0, 1, 0, 0], [40, 8], [0, 0])
        .expect("valid");
    let next = game.play_unchecked(&position, 1).position;
    let afterwards = game.play_unchecked(&next, 2).position;
    let fresh = search(&mut analyzer, &position, &to_depth(1));
    assert!(fresh.lines[0].score > 0);
    // As if the position after both moves had been there before.
    analyzer.forget().expect("memory");
    let past = [afterwards, next];
    let limits = to_depth(2);
    let stop = AtomicBool::new(false);
    let root = RootPosition::new(&position).after(&past);
    let again = analyzer.analyze(root, &limits, &stop, &mut |_| {});
    assert_eq!(again.expect("threads").lines[0].score, 0);
}

/// It does not matter which colour a player has: positions are the mover's.
#[test]
fn both_colours_are_evaluated_alike() {
    use mancala_position::toguz::ToguzState;
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let game = EvaluatedToguz::new(&rules);
    let mut random = SplitMix64::new(31);
    for plies in [10, 40, 80] {
        let position = *played(&rules, plies, &mut random)
            .last()
            .expect("a position");
        let white = ToguzState::new(&rules, position, Side::First);
        let black = ToguzState::new(&rules, position, Side::Second);
        let read = |text: String| {
            ToguzState::from_text(&rules, &text)
                .expect("valid")
                .position()
        };
        let scores = [white, black].map(|state| game.evaluate(&read(state.to_text(&rules))));
        assert_eq!(scores[0], scores[1]);
        assert!(scores[0].abs() < WIN_BONUS / 2);
    }
}

/// A tablebase whose files are damaged.
struct Damaged(ToguzRules);

impl Tablebase<ToguzPosition> for Damaged {
    fn rules(&self) -> Option<&ToguzRules> {
        Some(&self.0)
    }

    fn most_seeds(&self) -> u32 {
        40
    }

    fn probe(&self, _: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
        Err(Error::Damaged {
            path: "040.layer".into(),
            damage: Damage::Hash,
        })
    }
}

#[test]
fn a_damaged_tablebase_ends_the_search_with_its_error() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let game = EvaluatedToguz::new(&rules).with_tablebase(Arc::new(Damaged(rules)));
    let mut analyzer = Analyzer::new(game.expect("the same rules"), options()).expect("memory");
    let position = few_balls(&rules, 30, &mut SplitMix64::new(5));
    let stop = AtomicBool::new(false);
    for _ in 0..2 {
        let root = RootPosition::new(&position);
        let result = analyzer.analyze(root, &Limits::default(), &stop, &mut |_| {});
        assert!(
            matches!(
                result,
                Err(AnalysisError::Tablebase(Error::Damaged { ref path, .. }))
                    if path.ends_with("040.layer")
            ),
            "{result:?}"
        );
    }
}

#[test]
fn a_tablebase_of_other_rules_is_refused() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let other = ToguzRules::new(ToguzGame::Qozdatu);
    let refused = EvaluatedToguz::new(&rules).with_tablebase(Arc::new(Damaged(other)));
    assert!(refused.is_err());
}
