//! Positions, moves and boards of the Toguz family as text, both ways.

use crate::support::{picks, toguz_game, toguz_rules};
use mancala_position::toguz::{ToguzGame, ToguzPosition, ToguzRules, ToguzState};
use mancala_position::{ParseError, Side};
use proptest::prelude::*;

fn toguz() -> ToguzRules {
    ToguzRules::new(ToguzGame::Toguz)
}

/// Any position: balls thrown into holes and kazans, tuzdiks wherever they can be.
fn any_state(rules: ToguzRules) -> impl Strategy<Value = ToguzState> {
    let holes = rules.holes() as usize;
    let places = 2 * holes + 2;
    (
        proptest::collection::vec(0..places, rules.balls() as usize),
        (0..=rules.holes(), 0..=rules.holes()),
        any::<bool>(),
    )
        .prop_map(move |(thrown, (white, black), white_to_move)| {
            let possible = |number| {
                if number == 0 || rules.allows_tuzdik_in(number) {
                    number
                } else {
                    0
                }
            };
            let white = possible(white);
            let black = if black == white { 0 } else { possible(black) };
            let mut counts = vec![0u32; places];
            for place in thrown {
                counts[place] += 1;
            }
            // What lies in a tuzdik is its owner's.
            for (number, row, kazan) in [(white, holes, 2 * holes), (black, 0, 2 * holes + 1)] {
                if number > 0 {
                    let fallen = std::mem::take(&mut counts[row + number as usize - 1]);
                    counts[kazan] += fallen;
                }
            }
            let (rows, kazans) = counts.split_at(2 * holes);
            let (own, opponent) = rows.split_at(holes);
            let view = ToguzPosition::new(
                &rules,
                own,
                opponent,
                [kazans[0], kazans[1]],
                [white, black],
            )
            .expect("all balls are there and no tuzdik holds one");
            if white_to_move {
                ToguzState::new(&rules, view, Side::First)
            } else {
                ToguzState::new(&rules, view.turned(), Side::Second)
            }
        })
}

proptest! {
    #[test]
    fn positions_read_back((rules, state) in toguz_rules().prop_flat_map(|r| (Just(r), any_state(r)))) {
        let text = state.to_text(&rules);
        prop_assert_eq!(ToguzState::from_text(&rules, &text), Ok(state));
        prop_assert_eq!(ToguzState::from_text(&rules, &format!(" {text}\r\n")), Ok(state));
        let fen = state.to_fen(&rules, 17);
        prop_assert_eq!(ToguzState::from_fen(&rules, &fen), Ok((state, 17)));
    }

    #[test]
    fn games_read_back(rules in toguz_rules(), picks in picks()) {
        let (played, end) = toguz_game(&rules, ToguzState::start(&rules), &picks);
        prop_assert_eq!(ToguzState::from_text(&rules, &end.to_text(&rules)), Ok(end));
        for (state, hole) in played {
            prop_assert_eq!(ToguzState::from_text(&rules, &state.to_text(&rules)), Ok(state));
            prop_assert_eq!(ToguzState::from_fen(&rules, &state.to_fen(&rules, 1)), Ok((state, 1)));
            let written = state.write_move(&rules, hole);
            prop_assert_eq!(state.read_move(&rules, &written.to_string()), Ok(hole));
            prop_assert_eq!(state.read_move(&rules, &format!(" {} ", hole + 1)), Ok(hole));
            let after = state.play_unchecked(&rules, hole);
            prop_assert_eq!(written.play(&rules, &state), Ok(after));
            let playok = format!("{written}({})", after.kazans()[state.to_move().index()]);
            prop_assert_eq!(state.read_move(&rules, &playok.to_uppercase()), Ok(hole));
        }
    }
}

#[test]
fn starts_are_written_for_every_game() {
    for (game, text, fen) in [
        (
            ToguzGame::Toguz,
            "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- w",
            "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1",
        ),
        (
            ToguzGame::Qozdatu,
            "7,7,7,7,7,7,7/7,7,7,7,7,7,7 0,0 -,- w",
            "7S,7S,7S,7S,7S,7S,7S/7S,7S,7S,7S,7S,7S,7S 0 0 S 1",
        ),
        (
            ToguzGame::Bestemshe,
            "5,5,5,5,5/5,5,5,5,5 0,0 -,- w",
            "5S,5S,5S,5S,5S/5S,5S,5S,5S,5S 0 0 S 1",
        ),
    ] {
        let rules = ToguzRules::new(game);
        let start = ToguzState::start(&rules);
        assert_eq!(start.to_text(&rules), text);
        assert_eq!(ToguzState::from_text(&rules, text), Ok(start));
        assert_eq!(start.to_fen(&rules, 1), fen);
        assert_eq!(ToguzState::from_fen(&rules, fen), Ok((start, 1)));
    }
}

#[test]
fn a_fen_has_norths_row_reversed_and_a_tuzdik_in_its_row() {
    let rules = toguz();
    let fen = "2,T,24S,2S,9S,3S,9S,9S/2S,11S,2S,T,2,9S,9S,4S 30 39 S 16";
    let text = "2,11,2,0,0,0,9,9,4/9,9,3,9,2,24,0,0,0 30,39 7,4 w";
    let (state, number) = ToguzState::from_fen(&rules, fen).expect("well formed");
    assert_eq!((state.to_text(&rules).as_str(), number), (text, 16));
    assert_eq!(state.to_fen(&rules, 16), fen.replace('T', "t"));
    // One ball may be a bare `S`, and a row may be one run.
    let (state, _) = ToguzState::from_fen(&rules, "9/S,8 80 81 N 70").expect("well formed");
    assert_eq!(
        state.to_text(&rules),
        "1,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0 80,81 -,- b"
    );
    assert_eq!(state.to_fen(&rules, 70), "9/1S,8 80 81 N 70");
}

#[test]
fn moves_are_written_as_players_do() {
    let rules = toguz();
    let start = ToguzState::start(&rules);
    let written = (0..9).map(|hole| start.write_move(&rules, hole).to_string());
    assert_eq!(
        written.collect::<Vec<_>>(),
        ["19", "21", "32", "43", "54", "65", "76", "87", "98"]
    );
    assert_eq!(start.read_move(&rules, "76(10)"), Ok(6));
    assert_eq!(start.write_move(&rules, 9).to_string(), "10");

    // White takes a tuzdik in hole 3: the mark may be left out, and the kazan stands on either
    // form.
    let state = ToguzState::from_text(&rules, "0,0,0,0,0,0,0,0,4/9,9,2,9,9,9,9,9,0 50,43 -,- w")
        .expect("162 balls");
    assert_eq!(state.write_move(&rules, 8).to_string(), "93x");
    for text in ["9", "93", "93x", "93X", "93X(53)", "9x", "93(53)"] {
        assert_eq!(state.read_move(&rules, text), Ok(8), "{text}");
    }
}

#[test]
fn a_stuck_players_turn_is_kept_through_text() {
    let mut rules = toguz();
    rules.set("atsyz", "extra-move").expect("the option exists");
    let text = "0,0,0,0,0,0,0,0,0/3,0,0,0,0,0,0,0,1 79,79 -,- w";
    let state = ToguzState::from_text(&rules, text).expect("162 balls");
    assert_eq!(state.to_move(), Side::Second);
    assert_eq!(state.turn(), Side::First);
    assert_eq!(state.to_text(&rules), text);
    assert_eq!(state.read_move(&rules, "91"), Ok(8));
}

#[test]
fn boards_are_drawn_with_tuzdiks_crossed() {
    let rules = toguz();
    let text = "2,11,2,0,0,0,9,9,4/9,9,3,9,2,24,0,0,0 30,39 7,4 w";
    let state = ToguzState::from_text(&rules, text).expect("162 balls");
    let lines = [
        "     9    8    7    6    5    4    3    2    1",
        "   +----+----+----+----+----+----+----+----+----+ Black",
        "   |  0 |  0 |  x | 24 |  2 |  9 |  3 |  9 |  9 |",
        "39 +----+----+----+----+----+----+----+----+----+ 30",
        "   |  2 | 11 |  2 |  x |  0 |  0 |  9 |  9 |  4 |",
        "   +----+----+----+----+----+----+----+----+----+ White, to move",
        "     1    2    3    4    5    6    7    8    9",
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
    const ROW: &str = "9,9,9,9,9,9,9,9,9";
    let rules = toguz();
    for (text, refusal) in [
        (
            "9,9,9,9,9,9,9,9/9",
            (16, "`,` and White's hole 9 of 9", "/"),
        ),
        ("9,9,9,9,9,9,9,9,9,9/9", (18, "`/` and Black's row", ",")),
        (
            &format!("{ROW}/9,9,9 0,0 -,- w"),
            (24, "`,` and Black's hole 4 of 9", " "),
        ),
        (
            &format!("{ROW}/{ROW} 0 0 -,- w"),
            (38, "`,` and Black's kazan", " "),
        ),
        (
            &format!("{ROW}/{ROW} 0,0"),
            (40, "a space, then the tuzdiks", ""),
        ),
        (
            &format!("{ROW}/{ROW} 0,0 0,- w"),
            (41, "the number of White's tuzdik or `-`", "0"),
        ),
        (
            &format!("{ROW}/{ROW} 0,0 -,x w"),
            (43, "the number of Black's tuzdik or `-`", "x"),
        ),
        (
            &format!("{ROW}/{ROW} 0,0 - w"),
            (42, "`,` and Black's tuzdik", " "),
        ),
        (
            &format!("{ROW}/{ROW} 0,0 -,- s"),
            (45, "the side to move, `w` or `b`", "s"),
        ),
        (&format!("{ROW}/{ROW} 0,0 -,- w w"), (47, "the end", "w")),
        (
            &format!("{ROW}/{ROW} 0,1 -,- w"),
            (39, "162 balls on the board and in the kazans", "163 balls"),
        ),
        (
            "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,8 0,0 -,- w",
            (39, "162 balls on the board and in the kazans", "161 balls"),
        ),
        (
            "9,9,9,9,99,9,9,9,9/9,9,9,9,9,9,9,9,8 0,0 -,- w",
            (18, "162 balls on the board and in the kazans", "251 balls"),
        ),
        (
            "0,0,0,0,0,0,0,0,0/2,0,0,0,0,0,0,0,0 80,80 1,- w",
            (19, "0 in hole 1, which is White's tuzdik", "2"),
        ),
        (
            "0,0,2,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0 80,80 3,3 w",
            (5, "0 in hole 3, which is Black's tuzdik", "2"),
        ),
        (
            "2,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0 80,80 3,3 w",
            (
                45,
                "another tuzdik or none (both players' have the number 3)",
                "3",
            ),
        ),
        (
            "2,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0 80,80 9,3 w",
            (
                43,
                "another tuzdik or none (toguz makes none in hole 9)",
                "9",
            ),
        ),
        (
            "2,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0 80,80 8,10 w",
            (
                45,
                "another tuzdik or none (toguz makes none in hole 10)",
                "10",
            ),
        ),
    ] {
        assert_refused(text, ToguzState::from_text(&rules, text), refusal);
    }
    let bestemshe = ToguzRules::new(ToguzGame::Bestemshe);
    let text = "0,0,0,0,0/2,0,0,0,0 24,24 2,- w";
    assert_refused(
        text,
        ToguzState::from_text(&bestemshe, text),
        (
            27,
            "another tuzdik or none (bestemshe makes none in hole 2)",
            "2",
        ),
    );
}

#[test]
fn malformed_fens_are_refused_at_the_place() {
    const CELL: &str = "a hole as in `9S`, `t`, or a number of empty holes";
    let rules = toguz();
    for (text, refusal) in [
        ("", (1, CELL, "")),
        ("9S,x,7/9 0 0 S 1", (4, CELL, "x")),
        ("9S,0,8/9 0 0 S 1", (4, CELL, "0")),
        ("9S,-1S,7/9 0 0 S 1", (4, CELL, "-1S")),
        ("9S,9/9 0 0 S 1", (4, "8 more of the row's 9 holes", "9")),
        (
            "8/9 0 0 S 1",
            (2, "`,` and 1 more of the row's 9 holes", "/"),
        ),
        ("9,9S/9 0 0 S 1", (2, "`/` and South's row", ",")),
        ("t,t,7/9 0 0 S 1", (3, "at most one tuzdik in a row", "t")),
        ("9/9 81", (7, "a space, then Black's kazan", "")),
        ("9/9 81 81 w 1", (11, "the side to move, `S` or `N`", "w")),
        (
            "9/9 81 81 S",
            (12, "a space, then the number of the move", ""),
        ),
        ("9/9 81 81 S one", (13, "the number of the move", "one")),
        ("9/9 81 81 S 1 2", (15, "the end", "2")),
        (
            "9/9 81 82 S 1",
            (8, "162 balls on the board and in the kazans", "163 balls"),
        ),
        (
            "t,8/9 81 81 S 1",
            (
                1,
                "another tuzdik or none (toguz makes none in hole 9)",
                "t",
            ),
        ),
        (
            "8,t/t,8 81 81 S 1",
            (
                5,
                "another tuzdik or none (both players' have the number 1)",
                "t",
            ),
        ),
    ] {
        assert_refused(text, ToguzState::from_fen(&rules, text), refusal);
    }
}

#[test]
fn moves_that_do_not_fit_are_refused_at_the_part() {
    const FORM: &str = "a move as in `76`, `93x`, `7` or `76(10)`";
    let rules = toguz();
    let start = ToguzState::start(&rules);
    for (text, refusal) in [
        ("", (1, FORM, "")),
        ("0", (1, FORM, "0")),
        ("70", (1, FORM, "70")),
        ("765", (1, FORM, "765")),
        ("76y", (1, FORM, "76y")),
        ("76(", (1, FORM, "76(")),
        ("76()", (1, FORM, "76()")),
        ("76(10)x", (1, FORM, "76(10)x")),
        ("76 10", (4, "the end", "10")),
        ("75", (2, "6, where the last ball of hole 7 falls", "5")),
        ("76(11)", (4, "10, the kazan after the move", "11")),
        ("76x", (3, "no tuzdik in hole 6", "x")),
        ("76X(10)", (3, "no tuzdik in hole 6", "X")),
        ("76x(9)", (5, "10, the kazan after the move", "9")),
    ] {
        assert_refused(text, start.read_move(&rules, text), refusal);
    }
    let text = "0,1,0,0,0,0,0,0,0/0,0,0,0,2,0,0,0,0 80,79 5,- w";
    assert_refused(
        text,
        ToguzState::from_text(&rules, text),
        (27, "0 in hole 5, which is White's tuzdik", "2"),
    );
    let state = ToguzState::from_text(&rules, "0,1,0,0,0,0,0,0,0/0,0,0,0,2,0,0,0,0 80,79 -,- w")
        .expect("162 balls");
    assert_refused(
        "3",
        state.read_move(&rules, "3"),
        (1, "a hole with balls (2)", "3"),
    );
    let over = ToguzState::from_text(&rules, "0,1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0 82,79 -,- w")
        .expect("162 balls");
    assert_refused(
        "2",
        over.read_move(&rules, "2"),
        (1, "no move, since the game is over", "2"),
    );
}
