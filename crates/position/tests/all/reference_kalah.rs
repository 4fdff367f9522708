//! The Kalah that is used against the plain one: every option, 1 to 8 pits, up to the 255 seeds
//! that are held.

use crate::plain::kalah::{Board, Event, NORTH, SOUTH};
use crate::plain::random::Random;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState, KalahVisitor, with_kalah};
use mancala_position::{Game, Moves, Side, Step};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// All that a game says about a position.
#[derive(PartialEq, Debug)]
struct Answers {
    moves: Moves,
    is_finished: bool,
    outcome: Option<i32>,
    seeds: u32,
    steps: Vec<Step<KalahPosition>>,
}

struct Ask<'a>(&'a KalahPosition);

impl KalahVisitor for Ask<'_> {
    type Output = Answers;

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Answers {
        let moves = game.moves(self.0);
        Answers {
            moves,
            is_finished: game.is_finished(self.0),
            outcome: game.outcome(self.0),
            seeds: game.seeds(self.0),
            steps: moves
                .iter()
                .map(|pit| game.play_unchecked(self.0, pit))
                .collect(),
        }
    }
}

fn side(player: usize) -> Side {
    if player == SOUTH {
        Side::First
    } else {
        Side::Second
    }
}

/// The state that the plain board stands for.
fn packed(rules: &KalahRules, board: &Board) -> KalahState {
    let (mover, other) = (&board.rows[board.turn], &board.rows[1 - board.turn]);
    let position = KalahPosition::new(rules, mover, other).expect("a board that is held");
    KalahState::with_stores(position, board.stores, side(board.turn)).expect("few seeds")
}

fn lead(pair: [u32; 2], player: usize) -> i32 {
    i32::try_from(pair[player]).expect("few seeds")
        - i32::try_from(pair[1 - player]).expect("few seeds")
}

/// Compares all that both say about a board and its moves.
fn compare(rules: &KalahRules, board: &Board) {
    let state = packed(rules, board);
    let answers = with_kalah(rules, Ask(&state.position()));
    assert_eq!(answers, Ask(&state.position()).visit(*rules));
    assert_eq!(
        answers
            .moves
            .iter()
            .map(|pit| pit as usize)
            .collect::<Vec<_>>(),
        board.legal(rules)
    );
    assert_eq!(answers.is_finished, board.is_over(rules));
    assert_eq!(
        answers.outcome,
        board.shares(rules).map(|shares| lead(shares, board.turn))
    );
    assert_eq!(answers.seeds, board.row_sum(SOUTH) + board.row_sum(NORTH));
    assert_eq!(state.final_stores(rules), board.final_stores(rules));
    for (pit, step) in answers.moves.iter().zip(&answers.steps) {
        let mut next = board.clone();
        next.play(rules, pit as usize);
        let expected = packed(rules, &next);
        assert_eq!(
            state.play_unchecked(rules, pit),
            expected,
            "pit {pit} of {board:?}"
        );
        assert_eq!(
            *step,
            Step {
                position: expected.position(),
                gain: lead(next.stores, board.turn) - lead(board.stores, board.turn),
                again: next.turn == board.turn,
            }
        );
    }
}

fn all_rules() -> Vec<KalahRules> {
    (1..=8)
        .flat_map(|pits| KalahRules::all_options(pits).expect("1 to 8 pits"))
        .collect()
}

/// An even start, or seeds thrown anywhere: few, or up to all that are held.
fn start(rules: &KalahRules, random: &mut Random) -> Board {
    let pits = rules.pits();
    let turn = random.pick(&[SOUTH, NORTH]);
    if random.once_in(2) {
        let seeds = 1 + random.below(255 / (2 * pits));
        let row = vec![seeds; pits as usize];
        return Board::new(row.clone(), row, turn);
    }
    let most = random.pick(&[12, 40, 255]);
    let south = random.below(most + 1);
    let north = random.below(most - south + 1);
    Board::new(
        random.scatter(south, pits as usize),
        random.scatter(north, pits as usize),
        turn,
    )
}

#[test]
fn random_games_agree_with_the_plain_game() {
    let mut seen: BTreeMap<Event, u32> = BTreeMap::new();
    let mut random = Random::new(1);
    for rules in all_rules() {
        for _ in 0..30 {
            let mut board = start(&rules, &mut random);
            loop {
                compare(&rules, &board);
                let legal = board.legal(&rules);
                if legal.is_empty() {
                    break;
                }
                for event in board.play(&rules, random.pick(&legal)) {
                    *seen.entry(event).or_default() += 1;
                }
            }
        }
    }
    for event in [
        Event::ExtraTurn,
        Event::ExtraTurnOff,
        Event::RelayInOwnRow,
        Event::RelayInOpponentRow,
        Event::CaptureWithoutLast,
        Event::Capture,
        Event::CaptureInOrigin,
        Event::LonelyCapture,
        Event::LonelyLeft,
        Event::CaptureOff,
        Event::LapOverOrigin,
        Event::OriginSkipped,
        Event::TwoLaps,
        Event::OverAtExtraTurn,
        Event::OverByWaitingRow,
        Event::OnWithEmptyWaitingRow,
        Event::OverWithBareBoard,
    ] {
        let times = seen.get(&event).copied().unwrap_or(0);
        assert!(times >= 100, "{event:?} happened only {times} times");
    }
}

#[test]
fn every_sowing_from_one_pit_agrees() {
    for rules in all_rules() {
        let pits = rules.pits() as usize;
        for pit in 0..pits {
            for seeds in 1..=255 {
                let mut row = vec![0; pits];
                row[pit] = seeds;
                for spread in [0, 1] {
                    if seeds + spread * rules.pits() > 255 {
                        continue;
                    }
                    compare(&rules, &Board::new(row.clone(), vec![spread; pits], SOUTH));
                }
            }
        }
    }
}

fn any_board() -> impl Strategy<Value = (KalahRules, Board)> {
    proptest::sample::select(all_rules()).prop_flat_map(|rules| {
        let pits = rules.pits() as usize;
        let row = proptest::collection::vec(
            prop_oneof![3 => 0u32..4, 3 => 0u32..16, 1 => 0u32..256],
            pits,
        );
        (Just(rules), row.clone(), row, 0usize..2)
            .prop_filter("the board is held", |(_, south, north, _)| {
                south.iter().chain(north).sum::<u32>() <= 255
            })
            .prop_map(|(rules, south, north, turn)| (rules, Board::new(south, north, turn)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn random_boards_agree_with_the_plain_game((rules, board) in any_board()) {
        compare(&rules, &board);
    }
}

#[test]
fn perft_agrees_with_the_plain_game() {
    for rules in all_rules() {
        let seeds = 1 + rules.pits() % 4;
        let row = vec![seeds; rules.pits() as usize];
        let board = Board::new(row.clone(), row, SOUTH);
        let position = packed(&rules, &board).position();
        for depth in 0..=4 {
            let fast = mancala_position::perft(&rules, &position, depth);
            assert_eq!(
                (fast.nodes, fast.finished),
                board.perft(&rules, depth),
                "{rules} depth {depth}"
            );
        }
    }
}
