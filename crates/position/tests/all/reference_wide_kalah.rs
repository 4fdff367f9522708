//! Kalah on large boards against the plain one: every option, 1 to 12 pits, up to 1,000 seeds.

use crate::plain::kalah::{Board, NORTH, SOUTH};
use crate::plain::random::Random;
use mancala_position::Game;
use mancala_position::kalah::{
    KalahRules, MAX_WIDE_PITS, MAX_WIDE_SEEDS, WideKalah, WideKalahPosition,
};

fn position(game: &WideKalah, board: &Board) -> WideKalahPosition {
    let (own, opponent) = (&board.rows[board.turn], &board.rows[1 - board.turn]);
    WideKalahPosition::new(game, own, opponent).expect("a board that is held")
}

fn lead(pair: [u32; 2], player: usize) -> i32 {
    pair[player].cast_signed() - pair[1 - player].cast_signed()
}

/// Compares all that both say about a board and its moves.
fn compare(rules: &KalahRules, game: &WideKalah, board: &Board) {
    let before = position(game, board);
    let moves: Vec<usize> = game.moves(&before).iter().map(|pit| pit as usize).collect();
    assert_eq!(moves, board.legal(rules), "{rules} {board:?}");
    assert_eq!(game.is_finished(&before), board.is_over(rules));
    let outcome = board.shares(rules).map(|shares| lead(shares, board.turn));
    assert_eq!(game.outcome(&before), outcome, "{rules} {board:?}");
    assert_eq!(
        game.seeds(&before),
        board.row_sum(SOUTH) + board.row_sum(NORTH)
    );
    for pit in moves {
        let mut next = board.clone();
        next.play(rules, pit);
        let step = game.play_unchecked(&before, u32::try_from(pit).expect("few pits"));
        assert_eq!(
            step.position,
            position(game, &next),
            "{rules} pit {pit} of {board:?}"
        );
        let gain = lead(next.stores, board.turn) - lead(board.stores, board.turn);
        assert_eq!((step.gain, step.again), (gain, next.turn == board.turn));
    }
}

#[test]
fn random_games_on_large_boards_agree_with_the_plain_game() {
    let mut random = Random::new(5);
    let options = KalahRules::all_options(8).expect("eight pits");
    for pits in 1..=MAX_WIDE_PITS {
        for rules in &options {
            let game = WideKalah::new(pits, rules).expect("pits that are held");
            for most in [2 * pits, 60, MAX_WIDE_SEEDS] {
                let south = random.below(most + 1);
                let north = random.below(most - south + 1);
                let mut board = Board::new(
                    random.scatter(south, pits as usize),
                    random.scatter(north, pits as usize),
                    random.pick(&[SOUTH, NORTH]),
                );
                loop {
                    compare(rules, &game, &board);
                    let legal = board.legal(rules);
                    if legal.is_empty() {
                        break;
                    }
                    board.play(rules, random.pick(&legal));
                }
            }
        }
    }
}

#[test]
fn boards_that_are_too_large_are_refused() {
    let rules = KalahRules::new(6).expect("six pits");
    for pits in [0, 13, u32::MAX] {
        assert!(WideKalah::new(pits, &rules).is_err());
    }
    let game = WideKalah::new(12, &rules).expect("twelve pits");
    let mut row = [0; 12];
    row[3] = 1_000;
    assert!(WideKalahPosition::new(&game, &row, &[0; 12]).is_ok());
    assert!(WideKalahPosition::new(&game, &row, &[1; 12]).is_err());
    assert!(WideKalahPosition::new(&game, &row[..11], &[0; 12]).is_err());
    row[3] = u32::MAX;
    assert!(WideKalahPosition::new(&game, &row, &row).is_err());
}
