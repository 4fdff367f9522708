//! Kalah positions, moves and boards as text, both ways.

use crate::support::{kalah_game, kalah_rules, picks};
use mancala_position::kalah::MAX_STORE;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState};
use mancala_position::notation::write_turn;
use mancala_position::{Game, ParseError, Side};
use proptest::prelude::*;

fn six() -> KalahRules {
    KalahRules::new(6).expect("6 pits are held")
}

fn start(rules: &KalahRules, seeds: u32) -> KalahState {
    KalahState::new(KalahPosition::start(rules, seeds).expect("the start is held"))
}

/// Any board that is held, with any stores.
fn board(rules: KalahRules) -> impl Strategy<Value = KalahState> {
    let row = || proptest::collection::vec(0u32..=15, rules.pits() as usize);
    let stores = || prop_oneof![0..=99u32, Just(MAX_STORE)];
    (row(), row(), stores(), stores(), any::<bool>()).prop_map(move |(own, other, s, n, south)| {
        let position = KalahPosition::new(&rules, &own, &other).expect("at most 240 seeds");
        let to_move = if south { Side::First } else { Side::Second };
        KalahState::with_stores(position, [s, n], to_move).expect("at most MAX_STORE")
    })
}

proptest! {
    #[test]
    fn boards_read_back((rules, state) in kalah_rules().prop_flat_map(|r| (Just(r), board(r)))) {
        let text = state.to_text(&rules);
        prop_assert_eq!(KalahState::from_text(&rules, &text), Ok(state));
        let spaced = format!("  {}\n", text.replace(' ', " \t "));
        prop_assert_eq!(KalahState::from_text(&rules, &spaced), Ok(state));
        // The protocol's board keeps the mover's view and forgets who he is.
        let back = KalahState::from_kgp(&rules, &state.to_kgp(&rules)).expect("it has been written");
        prop_assert_eq!(back.position(), state.position());
        prop_assert_eq!(back.to_move(), Side::First);
        prop_assert_eq!(back.stores()[0], state.stores()[state.to_move().index()]);
        prop_assert_eq!(back.stores()[1], state.stores()[state.to_move().other().index()]);
    }

    #[test]
    fn games_read_back(rules in kalah_rules(), seeds in 0u32..=8, picks in picks()) {
        let start = start(&rules, seeds);
        let (played, end) = kalah_game(&rules, start, &picks);
        let moves = played.iter().map(|(_, pit)| *pit).collect::<Vec<_>>();
        let text = start.write_game(&rules, &moves);
        let game = start.read_game(&rules, &text).expect("it has been written");
        prop_assert_eq!(game.moves, moves);
        prop_assert_eq!(game.end, end);
        for (state, pit) in played {
            prop_assert_eq!(KalahState::from_text(&rules, &state.to_text(&rules)), Ok(state));
            let turn = state.read_turn(&rules, &write_turn(&[pit])).expect("the move is legal");
            prop_assert_eq!(turn.end, state.play_unchecked(&rules, pit));
        }
    }
}

#[test]
fn positions_are_written_as_each_player_sees_his_row() {
    let rules = KalahRules::new(3).expect("3 pits are held");
    let text = "1,2,3/4,5,6 7,8 n";
    let state = KalahState::from_text(&rules, text).expect("it is well formed");
    assert_eq!(state.to_move(), Side::Second);
    assert_eq!(state.stores(), [7, 8]);
    assert_eq!(
        state.position().own_pits(&rules).collect::<Vec<_>>(),
        [4, 5, 6]
    );
    assert_eq!(
        state.position().opponent_pits(&rules).collect::<Vec<_>>(),
        [1, 2, 3]
    );
    assert_eq!(state.to_text(&rules), text);
    assert_eq!(state.to_kgp(&rules), "<3,8,7,4,5,6,1,2,3>");
    let south = KalahState::from_kgp(&rules, "<3,7,8,1,2,3,4,5,6>").expect("it is well formed");
    assert_eq!(south.to_text(&rules), "1,2,3/4,5,6 7,8 s");
    assert_eq!(south.to_kgp(&rules), "<3,7,8,1,2,3,4,5,6>");
}

#[test]
fn turns_hold_all_moves_of_a_player() {
    let rules = six();
    let start = start(&rules, 4);
    let turn = start
        .read_turn(&rules, "3-6")
        .expect("the third pit ends in the store");
    assert_eq!(turn.moves, [2, 5]);
    assert_eq!(turn.end.to_text(&rules), "4,4,0,5,5,0/5,5,5,5,4,4 2,0 n");
    assert_eq!(write_turn(&turn.moves), "3-6");
    let game = start
        .read_game(&rules, " 3-6 2-3\n1 ")
        .expect("the moves are legal");
    assert_eq!(game.moves, [2, 5, 1, 2, 0]);
    assert_eq!(start.write_game(&rules, &game.moves), "3-6 2-3 1");
}

#[test]
fn the_last_turn_may_be_unfinished_and_no_move_is_no_game() {
    let rules = six();
    let start = start(&rules, 4);
    let game = start.read_game(&rules, "3").expect("the move is legal");
    assert_eq!(game.end.to_move(), Side::First);
    let nothing = start.read_game(&rules, " ").expect("there is nothing");
    assert_eq!(nothing.moves, Vec::<u32>::new());
}

#[test]
fn boards_are_drawn_with_opposite_pits_facing() {
    let rules = six();
    let lines = [
        "    6   5   4   3   2   1",
        "  +---+---+---+---+---+---+ North",
        "  | 4 | 4 | 4 | 4 | 4 | 4 |",
        "0 +---+---+---+---+---+---+ 0",
        "  | 4 | 4 | 4 | 4 | 4 | 4 |",
        "  +---+---+---+---+---+---+ South, to move",
        "    1   2   3   4   5   6",
    ];
    assert_eq!(
        start(&rules, 4).draw(&rules).lines().collect::<Vec<_>>(),
        lines
    );
    let rules = KalahRules::new(3).expect("3 pits are held");
    let state = KalahState::from_text(&rules, "1,0,123/4,5,6 7,88 n").expect("well formed");
    let lines = [
        "      3     2     1",
        "   +-----+-----+-----+ North, to move",
        "   |   6 |   5 |   4 |",
        "88 +-----+-----+-----+ 7",
        "   |   1 |   0 | 123 |",
        "   +-----+-----+-----+ South",
        "      1     2     3",
    ];
    assert_eq!(state.draw(&rules).lines().collect::<Vec<_>>(), lines);
}

/// Column, expected, found.
type Refusal = (usize, &'static str, &'static str);

fn assert_refused<T: std::fmt::Debug>(text: &str, read: Result<T, ParseError>, expected: Refusal) {
    let error = read.expect_err(text);
    let found = (error.column, &*error.expected, &*error.found);
    assert_eq!(found, expected, "{text}");
    assert_eq!(error.line, 1, "{text}");
}

#[test]
fn malformed_positions_are_refused_at_the_place() {
    let rules = KalahRules::new(3).expect("3 pits are held");
    for (text, refusal) in [
        ("", (1, "South's pit 1 of 3", "")),
        ("   ", (4, "South's pit 1 of 3", "")),
        ("x", (1, "South's pit 1 of 3", "x")),
        (",1,2/3,4,5 0,0 s", (1, "South's pit 1 of 3", ",")),
        ("1,-2,3/4,5,6 0,0 s", (3, "South's pit 2 of 3", "-2")),
        ("1, ,3/4,5,6 0,0 s", (4, "South's pit 2 of 3", ",")),
        ("1,2/4,5,6 0,0 s", (4, "`,` and South's pit 3 of 3", "/")),
        ("1,2,3,4/4,5,6 0,0 s", (6, "`/` and North's row", ",")),
        ("1,2,3 4,5,6 0,0 s", (6, "`/` and North's row", " ")),
        ("1,2,3/4,5 0,0 s", (10, "`,` and North's pit 3 of 3", " ")),
        ("1,2,3/4,5,six 0,0 s", (11, "North's pit 3 of 3", "six")),
        ("1,2,3/4,5,6,7 0,0 s", (12, "a space, then the stores", ",")),
        ("1,2,3/4,5,6 0 s", (14, "`,` and North's store", " ")),
        (
            "1,2,3/4,5,6 0,0",
            (16, "a space, then the side to move, `s` or `n`", ""),
        ),
        (
            "1,2,3/4,5,6 0,0 w",
            (17, "the side to move, `s` or `n`", "w"),
        ),
        ("1,2,3/4,5,6 0,0 s s", (19, "the end", "s")),
        (
            "1,2,3/4,5,6 0,1000000001 s",
            (15, "North's store, at most 1000000000", "1000000001"),
        ),
        (
            "1,2,3/4,5,99999999999 0,0 s",
            (11, "North's pit 3 of 3", "99999999999"),
        ),
        (
            "100,100,50/5,1,0 0,0 s",
            (14, "at most 255 seeds on the board", "256 seeds"),
        ),
        ("é,2,3/4,5,6 0,0 s", (1, "South's pit 1 of 3", "é")),
    ] {
        assert_refused(text, KalahState::from_text(&rules, text), refusal);
    }
    for (text, refusal) in [
        ("x3,0,0,1,2,3,4,5,6", (1, "`<` and the board", "x3")),
        ("<4,0,0,1,2,3,4,5,6>", (2, "3, the pits a side", "4")),
        ("<3,0>", (5, "`,` and North's store", ">")),
        ("<3,0,0,1,2,3,4,5>", (17, "`,` and North's pit 3 of 3", ">")),
        ("<3,0,0,1,2,3,4,5,6,7>", (19, "`>`", ",")),
        ("<3,0,0,1,2,3,4,5,6> x", (21, "the end", "x")),
        (
            "<3,0,0,255,0,0,0,0,1>",
            (20, "at most 255 seeds on the board", "256 seeds"),
        ),
    ] {
        assert_refused(text, KalahState::from_kgp(&rules, text), refusal);
    }
    let second_line = KalahState::from_text(&rules, "\n 1,2,x").expect_err("x is no pit");
    assert_eq!((second_line.line, second_line.column), (2, 6));
}

#[test]
fn moves_that_cannot_be_are_refused_at_the_place() {
    let rules = six();
    let start = start(&rules, 4);
    let all = "a pit of South's that holds seeds (1, 2, 3, 4, 5, 6)";
    for (text, refusal) in [
        ("0", (1, all, "0")),
        ("7", (1, all, "7")),
        ("three", (1, all, "three")),
        ("-3", (1, all, "-")),
        (
            "3-3",
            (3, "a pit of South's that holds seeds (1, 2, 4, 5, 6)", "3"),
        ),
        (
            "3-",
            (3, "a pit of South's that holds seeds (1, 2, 4, 5, 6)", ""),
        ),
        (
            "3-6-1",
            (4, "a space or the end, since the turn is over", "-1"),
        ),
        (
            "3 6",
            (3, "`-` before it, since the same player moves again", "6"),
        ),
        (
            "3-6 8",
            (
                5,
                "a pit of North's that holds seeds (1, 2, 3, 4, 5, 6)",
                "8",
            ),
        ),
    ] {
        assert_refused(text, start.read_game(&rules, text), refusal);
    }
    assert_refused(
        "3-6 1",
        start.read_turn(&rules, "3-6 1"),
        (5, "the end", "1"),
    );
    assert_refused("", start.read_turn(&rules, ""), (1, all, ""));

    let last = KalahState::from_text(&rules, "0,0,0,0,0,1/0,0,1,0,0,0 0,0 s").expect("well formed");
    let game = last.read_game(&rules, "6").expect("the move is legal");
    assert!(rules.is_finished(&game.end.position()));
    assert_refused(
        "6 3",
        last.read_game(&rules, "6 3"),
        (3, "the end, since the game is over", "3"),
    );
    assert_refused(
        "6-3",
        last.read_game(&rules, "6-3"),
        (2, "a space or the end, since the turn is over", "-3"),
    );
}
