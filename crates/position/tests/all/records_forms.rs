//! The forms of game records, and what is refused of them.

use mancala_position::random::SplitMix64;
use mancala_position::record::{GameRecord, RecordedEnd, read_records, replay, write_records};
use mancala_position::toguz::{ToguzGame, ToguzRules};
use mancala_position::{GameHistory, GameResult, GameSpec, GameState, ParseError, Place, Side};

fn toguz() -> GameSpec {
    GameSpec::Toguz {
        rules: ToguzRules::new(ToguzGame::Toguz),
    }
}

fn read(text: &str) -> Vec<GameRecord> {
    read_records(text, &toguz()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(record: &GameRecord) -> Vec<String> {
    let moves = record.moves.iter();
    moves.map(|recorded| recorded.written.to_string()).collect()
}

#[test]
fn playok_text_with_its_kazans_is_replayed() {
    let text = "1. 76(10) 98 2. 66 87(4)\n3. 12(22) 76(8)\n4. 25(34) 78 5. 48(38) 36X 1-0";
    let records = read(text);
    assert_eq!(records.len(), 1);
    let record = &records[0];
    assert_eq!(
        moves(record),
        [
            "76(10)", "98", "66", "87(4)", "12(22)", "76(8)", "25(34)", "78", "48(38)", "36x"
        ]
    );
    assert_eq!(record.closing, Some(GameResult::FirstWins));
    let replay = replay(record, &toguz());
    assert_eq!(replay.plies(), 10);
    assert_eq!(replay.misfits, []);
    assert_eq!(replay.stores(), [38, 11]);
    let GameState::Toguz { state, .. } = replay.end() else {
        panic!("a game of Toguz Kumalak");
    };
    assert_eq!(state.white_view().opponent_tuzdik(), 6);
}

#[test]
fn tags_comments_and_odd_spacing_are_read() {
    let text = "\u{feff}% a line of the file\n\
        [White \"A \\\"b\\\" \\\\c\"]\r\n\
        [Result \"*\"] [Round \"?\"]\r\n\
        \r\n\
        {before} 1.76 {one}{two} 98 ; to the end of the line 2. 11\n\
        2. 66{three} 87\n\
        3...\n\
        12 *\n";
    let records = read(text);
    assert_eq!(records.len(), 1);
    let record = &records[0];
    assert_eq!(record.place, Place { line: 2, column: 1 });
    assert_eq!(record.tag("White"), Some("A \"b\" \\c"));
    assert_eq!(record.tag("Round"), Some("?"));
    assert_eq!(record.tag("Black"), None);
    assert_eq!(record.tags().result(), None);
    assert_eq!(record.comment, "before");
    assert_eq!(moves(record), ["76", "98", "66", "87", "12"]);
    let comments = record.moves.iter().map(|m| m.comment.as_str());
    assert_eq!(
        comments.collect::<Vec<_>>(),
        ["one two", "", "three", "", ""]
    );
    let numbers = record.moves.iter().map(|m| m.number);
    assert_eq!(
        numbers.collect::<Vec<_>>(),
        [Some(1), None, Some(2), None, Some(3)]
    );
    assert_eq!(
        record.moves[0].place,
        Place {
            line: 5,
            column: 12
        }
    );
    assert_eq!(record.moves[4].place, Place { line: 8, column: 1 });

    let written = record.to_text();
    assert_eq!(
        written,
        "[White \"A \\\"b\\\" \\\\c\"]\n[Result \"*\"]\n[Round \"?\"]\n\n{before}\n\
         1. 76 {one two} 98\n2. 66 {three} 87\n3. 12\n"
    );
    let again = read(&written);
    assert_eq!(again[0].to_text(), written);
}

#[test]
fn games_part_at_results_and_tags() {
    let records =
        read("76 98 1-0 76 0-1\n[Round \"3\"]\n[Round \"4\"]\n[Site \"?\"]\n66\n[Round \"5\"] *");
    let found = records
        .iter()
        .map(|r| (r.moves.len(), r.closing, r.tag("Round")))
        .collect::<Vec<_>>();
    assert_eq!(
        found,
        [
            (2, Some(GameResult::FirstWins), None),
            (1, Some(GameResult::SecondWins), None),
            (0, None, Some("3")),
            (1, None, Some("4")),
            (0, None, Some("5")),
        ]
    );
    let text = write_records(&records);
    assert_eq!(
        text,
        "1. 76 98\n1-0\n\n1. 76\n0-1\n\n[Round \"3\"]\n\n*\n\n[Round \"4\"]\n\
         [Site \"?\"]\n\n1. 66\n\n[Round \"5\"]\n\n*\n"
    );
    assert_eq!(read(&text).len(), records.len());
}

#[test]
fn a_game_may_start_anywhere_and_by_other_rules() {
    let text = "[Game \"bestemshe,atsyz=extra-move\"]\n\
        [Position \"0,0,0,0,3/1,0,0,0,0 23,23 -,- b\"]\n\n1... 12\n2. 52\n";
    let record = &read(text)[0];
    let rules = record.tags().game().expect("the tag names them");
    assert_eq!(rules.to_string(), "bestemshe,atsyz=extra-move");
    let played = replay(record, &toguz());
    assert_eq!(played.misfits, []);
    assert_eq!(played.plies(), 2);
    assert_eq!(played.stores(), [25, 23]);
    assert_eq!(record.to_text(), text);

    let text = "[FEN \"9/8,1S 80 81 S 70\"]\n\n1. 91\n";
    let played = replay(&read(text)[0], &toguz());
    assert_eq!(played.misfits, []);
    // White has no ball after it, but it is Black's turn.
    assert!(played.history.now().result().is_none());
    let text = "[FEN \"8,1S/9 80 81 N 70\"]\n\n1... 12\n";
    assert_eq!(read(text)[0].to_text(), text);
}

#[test]
fn a_table_may_have_its_columns_in_any_order() {
    let text = "# a comment\nmoves\tsite\twhite elo\tfinal_black\tresult\tfinal_white\tgame\tend\n\
        76 98\tAlmaty\t1500\t0\t1-0\t10\ttoguz\tunfinished\n\
        \n\
        1. 76 98\t\t\t\t\t\t\t\n";
    let records = read(text);
    assert_eq!(records.len(), 2);
    assert_eq!(records[0].place, Place { line: 3, column: 1 });
    assert_eq!(records[0].tag("site"), Some("Almaty"));
    let tags = records[0].tags();
    assert_eq!(tags.result(), Some(GameResult::FirstWins));
    assert_eq!(tags.stores(), Some([10, 0]));
    assert_eq!(tags.game(), Some(&toguz()));
    assert_eq!(tags.end(), Some(RecordedEnd::Unfinished));
    assert_eq!(replay(&records[0], &toguz()).misfits, []);
    assert_eq!(moves(&records[1]), ["76", "98"]);
    assert!(records[1].tags().is_empty());
    assert_eq!(read("moves\n").len(), 0);
    assert_eq!(moves(&read("moves\n76 98\n")[0]), ["76", "98"]);
}

#[test]
fn a_record_can_be_made_move_by_move() {
    let mut record = GameRecord::new(Place::START);
    let start = record.start(&toguz()).expect("no tag says otherwise");
    let mut history = GameHistory::new(start);
    for hole in [6, 8, 5] {
        history.push(hole).expect("a hole with balls");
    }
    for recorded in history.record(&[]).moves {
        record.push(recorded.written);
    }
    for value in ["1-0", "1/2-1/2"] {
        record
            .set_tag("Result", value, Place::START)
            .expect("a result");
    }
    assert_eq!(record.tags().iter().count(), 1);
    assert_eq!(record.tags().result(), Some(GameResult::Draw));
    assert_eq!(
        record.to_text(),
        "[Result \"1/2-1/2\"]\n\n1. 76 98\n2. 66\n"
    );
}

#[test]
fn unreadable_records_are_refused_at_the_place() {
    const MOVE: &str = "a move as in `76`, `93x`, `7` or `76(10)`";
    for (text, refusal) in [
        (
            "",
            (
                1,
                1,
                "a game: tags, moves, or the header row of a table",
                "",
            ),
        ),
        (
            "% only\n\n",
            (
                3,
                1,
                "a game: tags, moves, or the header row of a table",
                "",
            ),
        ),
        ("1. 76 98\n2. 6y 87", (2, 4, MOVE, "6y")),
        ("1. 76 90", (1, 7, MOVE, "90")),
        ("x. 76", (1, 1, "the number of a move, as in `12.`", "x.")),
        (
            "99999999999. 76",
            (1, 1, "the number of a move, as in `12.`", "99999999999."),
        ),
        ("1.7z", (1, 3, MOVE, "7z")),
        ("76 2-0", (1, 4, MOVE, "2-0")),
        ("76 {never closed", (1, 17, "`}` behind the comment", "")),
        ("[]", (1, 2, "the name of a tag", "]")),
        (
            "[Result]",
            (1, 8, "a space, then the value of the tag in quotes", "]"),
        ),
        (
            "[Result 1-0]",
            (1, 9, "`\"` and the value of the tag", "1-0]"),
        ),
        (
            "[Result \"1-0]\n",
            (1, 14, "`\"` behind the value of the tag", "\n"),
        ),
        ("[Result \"1-0\" x]", (1, 15, "`]`", "x]")),
        (
            "[White \"?\"]\n[Result \"2-0\"]",
            (2, 10, "a result: `1-0`, `0-1`, `1/2-1/2` or `*`", "2-0"),
        ),
        (
            "[Count \"84\"]",
            (1, 9, "both stores or kazans, as in `84-54`", "84"),
        ),
        (
            "[Count \"84-\"]",
            (1, 9, "both stores or kazans, as in `84-54`", "84-"),
        ),
        ("[Plies \"few\"]", (1, 9, "the number of plies", "few")),
        (
            "[End \"lost\"]",
            (
                1,
                7,
                "`stuck`, `majority` (or `82`), or `unfinished`",
                "lost",
            ),
        ),
        (
            "result\tplies\n",
            (1, 1, "a column `moves`", "result\tplies"),
        ),
        (
            "moves\tmoves\n",
            (1, 7, "another name than the columns before have", "moves"),
        ),
        ("moves\t\n", (1, 7, "the name of a column", "")),
        (
            "result\tmoves\n1-0",
            (2, 4, "a tab and the column `moves`", ""),
        ),
        (
            "result\tmoves\n1-0\t76\t98",
            (2, 8, "the end of the row", "98"),
        ),
        (
            "result\tmoves\n1:0\t76",
            (2, 1, "a result: `1-0`, `0-1`, `1/2-1/2` or `*`", "1:0"),
        ),
        ("result\tmoves\n1-0\t76 0", (2, 8, MOVE, "0")),
        (
            "result\tmoves\n1-0\t76 1-0 98",
            (2, 12, "a move or the end of the row", "98"),
        ),
        (
            "final_white\tmoves\n3\t76",
            (2, 1, "both kazans or none", "3"),
        ),
        (
            "final_white\tfinal_black\tmoves\n3\tx\t76",
            (2, 3, "a kazan", "x"),
        ),
        ("plies\tmoves\n-1\t76", (2, 1, "the number of plies", "-1")),
    ] {
        let (line, column, expected, found) = refusal;
        let expected = ParseError {
            expected: expected.to_owned(),
            found: found.to_owned(),
            column,
            line,
        };
        assert_eq!(read_records(text, &toguz()), Err(expected), "{text}");
    }
}

#[test]
fn a_record_of_the_other_family_is_refused_where_one_family_is_due() {
    let kalah: GameSpec = "kalah:6,4".parse().expect("a game");
    for (text, due, expected) in [
        ("[Game \"kalah:6\"]", toguz(), "a game of the Toguz family"),
        ("[Game \"bestemshe\"]", kalah, "a game of Kalah"),
    ] {
        let record = &read(text)[0];
        let refused = record.check_family(&due).expect_err(text);
        assert_eq!(refused.expected, expected);
        assert_eq!((refused.line, refused.column), (1, 8));
        assert_eq!(record.check_family(&record.game(&due)), Ok(()));
    }
    assert_eq!(read("1. 76")[0].check_family(&toguz()), Ok(()));
}

#[test]
fn games_of_kalah_are_replayed_and_their_misfits_named() {
    let text = "[Game \"kalah:6,4\"]\n\n3-6 2-3 1 *\n";
    let record = &read(text)[0];
    let played = replay(record, &toguz());
    assert_eq!(played.misfits, []);
    assert_eq!(played.plies(), 5);
    assert_eq!(record.to_text(), text);

    for (moves, ply) in [("3-6 2-3-3 1", 5), ("1-2", 2), ("3-6-7", 3)] {
        let record = &read(&format!("[Game \"kalah:6,4\"]\n\n{moves}\n"))[0];
        let played = replay(record, &toguz());
        assert_eq!(played.misfits.len(), 1, "{moves}");
        assert_eq!(played.misfits[0].ply, ply, "{moves}");
        assert_eq!(played.plies(), ply - 1, "{moves}");
    }
}

/// Random games of Kalah, each played on from its start to the end.
fn random_games_of_kalah(game: &GameSpec, count: u64) -> Vec<GameHistory> {
    let mut random = SplitMix64::new(count);
    (0..count)
        .map(|_| {
            let mut history = GameHistory::new(GameState::start(game).expect("a start"));
            while !history.now().is_finished() {
                let moves = history.now().moves();
                let index = random.below(moves.len() as u64);
                let mut moves = (0..).zip(moves);
                let pit = moves
                    .find_map(|(at, pit)| (at == index).then_some(pit))
                    .expect("a legal move");
                history.push(pit).expect("a legal move");
            }
            history
        })
        .collect()
}

/// The board as South's pits, South's store, North's pits, North's store.
fn board_of(state: &GameState) -> Vec<u32> {
    let GameState::Kalah { rules, state } = state else {
        panic!("a state of Kalah");
    };
    let view = state.south_view();
    let [south, north] = state.stores();
    view.own_pits(rules)
        .chain([south])
        .chain(view.opponent_pits(rules))
        .chain([north])
        .collect()
}

/// The record of a text is the game, and stays it when it is written and read again.
fn assert_is_game(text: &str, game: &GameSpec, history: &GameHistory) {
    let records = read_records(text, game).expect(text);
    assert_eq!(records.len(), 1, "{text}");
    let again = read_records(&records[0].to_text(), game).expect("it was written");
    for record in records.iter().chain(&again) {
        let played = replay(record, game);
        assert_eq!(played.misfits, [], "{text}");
        assert_eq!(played.history.moves(), history.moves(), "{text}");
        assert_eq!(played.history.start(), history.start(), "{text}");
    }
}

#[test]
fn games_of_kalah_are_read_by_places_as_json_and_from_protocol_logs() {
    for game in ["kalah:6,4", "kalah:3,2", "kalah:4,3,capture=empty"] {
        let game: GameSpec = game.parse().expect("a game");
        for history in random_games_of_kalah(&game, 40) {
            let states = history.states();
            let places: Vec<String> = states
                .iter()
                .zip(history.moves())
                .map(|(state, &pit)| {
                    let GameState::Kalah { rules, .. } = state else {
                        panic!("a state of Kalah");
                    };
                    let north = u32::from(state.to_move() == Side::Second);
                    (pit + 1 + north * (rules.pits() + 1)).to_string()
                })
                .collect();
            assert_is_game(&places.join(", "), &game, &history);
            assert_is_game(&format!("[{}]", places.join(",")), &game, &history);
            let pits: Vec<u32> = history.moves().iter().map(|pit| pit + 1).collect();
            let object = serde_json::json!({ "moves": pits, "players": 2 });
            assert_is_game(&object.to_string(), &game, &history);

            let boards: Vec<Vec<u32>> = states.iter().map(board_of).collect();
            assert_is_game(&serde_json::json!(boards).to_string(), &game, &history);
            let step =
                |board: &Vec<u32>| serde_json::json!([{"observation": {"board": board}}, {}]);
            let steps: Vec<_> = boards.iter().map(step).collect();
            let episode = serde_json::json!({ "name": "mancala", "steps": steps });
            assert_is_game(&episode.to_string(), &game, &history);

            for has_answers in [true, false] {
                let log = protocol_log(&history, has_answers);
                let south = |ply: &usize| states[*ply].to_move() == Side::First;
                let last = (0..history.plies()).rfind(south).expect("South has moved");
                let known = history.first_plies(if has_answers { last + 1 } else { last });
                assert_is_game(&log, &game, &known);
            }
        }
    }
}

/// The log of a client that plays South, with a first answer that another one replaces.
fn protocol_log(history: &GameHistory, has_answers: bool) -> String {
    let mut log = "< 0 kgp 1 0 1\n> 1@0 mode freeplay\n".to_owned();
    for (state, pit) in history.states().iter().zip(history.moves()) {
        let GameState::Kalah { rules, state } = state else {
            panic!("a state of Kalah");
        };
        if state.to_move() == Side::First {
            log += &format!("< 2 state {}\n", state.to_kgp(rules));
            if has_answers {
                log += &format!("> 4@2 move 1\n> 6@2 move {}\n> 8@2 yield\n", pit + 1);
            }
        }
    }
    log
}

#[test]
fn json_that_is_no_game_is_refused() {
    let kalah: GameSpec = "kalah:2,1".parse().expect("a game");
    for (text, expected) in [
        ("[1, 2", "JSON"),
        ("{\"moves\": 7}", "a list of moves or boards"),
        ("{\"players\": 2}", "an object with `moves`"),
        ("[[1,1,0,1,1,0],[0,1,0,1,1,0]]", "as board 2"),
        ("[1, [2]]", "a list of moves or boards"),
    ] {
        let error = read_records(text, &kalah).expect_err(text);
        assert!(error.expected.contains(expected), "{text}: {error}");
    }
    let games = read_records("[[1], {\"moves\": \"2 1\"}]", &kalah).expect("two games");
    assert_eq!(games.len(), 2);
    assert_eq!(games[1].moves.len(), 2);
}
