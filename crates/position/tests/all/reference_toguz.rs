//! The Toguz family that is used against the plain one: three games, every option.

use crate::plain::random::Random;
use crate::plain::toguz::{BLACK, Board, Event, WHITE};
use mancala_position::toguz::{
    Atsyz, Toguz, ToguzGame, ToguzPosition, ToguzRules, ToguzState, Tuzdik,
};
use mancala_position::{Game, Side};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn side(player: usize) -> Side {
    if player == WHITE {
        Side::First
    } else {
        Side::Second
    }
}

fn number(tuzdik: Option<usize>) -> u32 {
    tuzdik.map_or(0, |hole| u32::try_from(hole).expect("few holes") + 1)
}

/// A position, before anybody looks whether its player can move.
#[derive(Clone, Debug)]
struct Given {
    rules: ToguzRules,
    rows: [Vec<u32>; 2],
    kazans: [u32; 2],
    tuzdiks: [Option<usize>; 2],
    turn: usize,
}

impl Given {
    fn start(rules: ToguzRules) -> Self {
        let row = vec![rules.holes(); rules.holes() as usize];
        Self {
            rules,
            rows: [row.clone(), row],
            kazans: [0, 0],
            tuzdiks: [None, None],
            turn: WHITE,
        }
    }

    fn both(&self) -> (ToguzState, Board) {
        let (turn, other) = (self.turn, 1 - self.turn);
        let position = ToguzPosition::new(
            &self.rules,
            &self.rows[turn],
            &self.rows[other],
            [self.kazans[turn], self.kazans[other]],
            [number(self.tuzdiks[turn]), number(self.tuzdiks[other])],
        )
        .expect("a position of the game");
        let board = Board::new(
            &self.rules,
            self.rows.clone(),
            self.kazans,
            self.tuzdiks,
            turn,
        );
        (ToguzState::new(&self.rules, position, side(turn)), board)
    }
}

fn lead(pair: [u32; 2], player: usize) -> i32 {
    i32::try_from(pair[player]).expect("few balls")
        - i32::try_from(pair[1 - player]).expect("few balls")
}

/// Compares what both say about a position.
fn compare_position(rules: &ToguzRules, state: &ToguzState, board: &Board) {
    let game = Toguz::new(rules);
    assert_eq!(
        game.moves(&state.position())
            .iter()
            .map(|hole| hole as usize)
            .collect::<Vec<_>>(),
        board.legal()
    );
    assert_eq!(game.is_finished(&state.position()), board.is_over);
    assert_eq!(game.outcome(&state.position()).is_some(), board.is_over);
    assert_eq!(state.to_move(), side(board.mover));
    if board.is_over {
        // The plain game has shared out the balls by now, the other does so when it is asked.
        assert_eq!(state.final_kazans(rules), Some(board.kazans));
        if rules.atsyz == Atsyz::ExtraMove {
            // Balls left beside a stuck player would mean that the extra move is still to come.
            assert_eq!(state.kazans(), board.kazans);
        }
        return;
    }
    assert_eq!(state.final_kazans(rules), None);
    assert_eq!(state.kazans(), board.kazans);
    assert_eq!(state.position().is_extra_move(), board.is_extra);
    let turn = if board.is_extra {
        1 - board.mover
    } else {
        board.mover
    };
    assert_eq!(state.turn(), side(turn));
    assert_eq!(
        game.seeds(&state.position()),
        board.row_sum(WHITE) + board.row_sum(BLACK)
    );
    let view = state.white_view();
    for hole in 0..rules.holes() {
        let found = [view.own_hole(hole), view.opponent_hole(hole)];
        let expected = board.rows.each_ref().map(|row| row[hole as usize]);
        assert_eq!(found, expected, "hole {hole}");
    }
    assert_eq!(
        [view.own_tuzdik(), view.opponent_tuzdik()],
        board.tuzdiks.map(number)
    );
}

/// Compares a position and all its moves.
fn compare(rules: &ToguzRules, state: &ToguzState, board: &Board) {
    compare_position(rules, state, board);
    let game = Toguz::new(rules);
    for hole in game.moves(&state.position()) {
        let mut next_board = board.clone();
        next_board.play(rules, hole as usize);
        let next = state.play_unchecked(rules, hole);
        compare_position(rules, &next, &next_board);
        let step = game.play_unchecked(&state.position(), hole);
        assert_eq!(step.position, next.position());
        assert_eq!(step.again, next.to_move() == state.to_move());
        let outcome = game.outcome(&step.position).unwrap_or(0);
        assert_eq!(
            step.gain + if step.again { outcome } else { -outcome },
            lead(next_board.kazans, board.mover) - lead(board.kazans, board.mover),
            "hole {hole} of {board:?}"
        );
    }
}

fn all_rules() -> Vec<ToguzRules> {
    ToguzGame::ALL
        .iter()
        .flat_map(|&game| ToguzRules::all_options(game))
        .collect()
}

fn some_tuzdik(rules: &ToguzRules, random: &mut Random) -> Option<usize> {
    let holes = match rules.tuzdik {
        Tuzdik::Standard => rules.holes() - 1,
        Tuzdik::AllowNinth => rules.holes(),
        Tuzdik::None => return None,
    };
    (!random.once_in(3)).then(|| random.below(holes) as usize)
}

fn some_row(random: &mut Random, balls: u32, tuzdik: Option<usize>, holes: usize) -> Vec<u32> {
    match tuzdik {
        Some(hole) => {
            let mut row = random.scatter(balls, holes - 1);
            row.insert(hole, 0);
            row
        }
        None => random.scatter(balls, holes),
    }
}

/// The start, or a position with any number of balls in the kazans; often so many that the end is
/// near.
fn some_position(rules: ToguzRules, random: &mut Random) -> Given {
    if random.once_in(8) {
        return Given::start(rules);
    }
    let holes = rules.holes() as usize;
    let half = rules.balls() / 2;
    let most = random.pick(&[8, 20, half, rules.balls()]);
    let on_board = 1 + random.below(most);
    let in_kazans = rules.balls() - on_board;
    let first = if random.once_in(2) {
        random.below(in_kazans + 1)
    } else {
        // Neither past half, where that is possible.
        let least = in_kazans.saturating_sub(half);
        least + random.below(in_kazans.min(half) - least + 1)
    };
    let white_balls = random.below(on_board + 1);
    let white_tuzdik = some_tuzdik(&rules, random);
    let black_tuzdik = some_tuzdik(&rules, random);
    let black_tuzdik = if black_tuzdik == white_tuzdik {
        None
    } else {
        black_tuzdik
    };
    Given {
        rules,
        rows: [
            some_row(random, white_balls, black_tuzdik, holes),
            some_row(random, on_board - white_balls, white_tuzdik, holes),
        ],
        kazans: [first, in_kazans - first],
        tuzdiks: [white_tuzdik, black_tuzdik],
        turn: random.pick(&[WHITE, BLACK]),
    }
}

#[test]
fn random_games_agree_with_the_plain_game() {
    let mut seen: BTreeMap<Event, u32> = BTreeMap::new();
    let mut random = Random::new(2);
    for rules in all_rules() {
        for _ in 0..100 {
            let (mut state, mut board) = some_position(rules, &mut random).both();
            // A game without a tuzdik can go on for ever.
            for _ in 0..200 {
                compare(&rules, &state, &board);
                let legal = board.legal();
                if legal.is_empty() {
                    break;
                }
                let hole = random.pick(&legal);
                for event in board.play(&rules, hole) {
                    *seen.entry(event).or_default() += 1;
                }
                state = state.play_unchecked(&rules, u32::try_from(hole).expect("few holes"));
            }
        }
    }
    for event in [
        Event::Capture,
        Event::CaptureBySingleBall,
        Event::CaptureAfterLap,
        Event::EvenLeft,
        Event::TuzdikMade,
        Event::TuzdikMadeInLastHole,
        Event::RefusedSecondTuzdik,
        Event::RefusedLastHole,
        Event::RefusedSameNumber,
        Event::RefusedByGame,
        Event::BallIntoOwnTuzdik,
        Event::BallIntoOpponentsTuzdik,
        Event::LastBallIntoOwnTuzdik,
        Event::LastBallIntoOpponentsTuzdik,
        Event::MajorityOfMover,
        Event::MajorityByFeeding,
        Event::HalfAndHalf,
        Event::StuckAndOver,
        Event::ExtraMove,
        Event::ExtraMoveFrees,
        Event::ExtraMoveFails,
        Event::BareBoard,
    ] {
        let times = seen.get(&event).copied().unwrap_or(0);
        assert!(times >= 20, "{event:?} happened only {times} times");
    }
}

#[test]
fn every_sowing_from_one_hole_agrees() {
    for rules in all_rules() {
        let holes = rules.holes() as usize;
        for hole in 0..holes {
            for balls in 1..=rules.balls() {
                for opposite in 0..=3 {
                    let there = opposite * rules.holes();
                    let Some(rest) = (rules.balls() - balls).checked_sub(there) else {
                        continue;
                    };
                    let mut row = vec![0; holes];
                    row[hole] = balls;
                    let given = Given {
                        rules,
                        rows: [row, vec![opposite; holes]],
                        kazans: [rest / 2, rest - rest / 2],
                        tuzdiks: [None, None],
                        turn: WHITE,
                    };
                    let (state, board) = given.both();
                    compare(&rules, &state, &board);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn random_positions_agree_with_the_plain_game(
        rules in proptest::sample::select(all_rules()),
        seed in any::<u64>(),
    ) {
        let (state, board) = some_position(rules, &mut Random::new(seed)).both();
        compare(&rules, &state, &board);
    }
}

#[test]
fn perft_agrees_with_the_plain_game() {
    for rules in all_rules() {
        let (state, board) = Given::start(rules).both();
        for depth in 0..=4 {
            let fast = mancala_position::perft(&Toguz::new(&rules), &state.position(), depth);
            assert_eq!((fast.nodes, fast.finished), board.perft(&rules, depth));
        }
    }
}
