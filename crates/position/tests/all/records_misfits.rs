//! Damaged records: each is caught at the ply where it leaves the game, for the right reason.

use mancala_position::notation::ToguzMove;
use mancala_position::notation::ToguzMoveMisfit;
use mancala_position::record::{
    GameRecord, Misfit, MisfitReason, MoveMisfit, RecordedEnd, WrittenMove, read_records, replay,
};
use mancala_position::toguz::{ToguzGame, ToguzRules};
use mancala_position::{GameResult, GameSpec, Place};

const ONLINE: &str = include_str!("../../../../solver-data/games/toguz-games-online.tsv");

fn toguz() -> GameSpec {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    GameSpec::Toguz { rules }
}

/// A written move of the Toguz family, to be changed.
fn toguz_move(written: &mut WrittenMove) -> &mut ToguzMove {
    match written {
        WrittenMove::Toguz(written) => written,
        _ => panic!("a game of Toguz Kumalak, by numbers"),
    }
}

/// The first recorded games: stuck, then by majority, then broken off.
fn games() -> Vec<GameRecord> {
    read_records(ONLINE, &toguz()).expect("the file is well formed")
}

fn ended_by(end: RecordedEnd) -> GameRecord {
    let mut games = games().into_iter();
    games
        .find(|game| game.tags().end() == Some(end))
        .expect("there is one of each")
}

fn misfits(record: &GameRecord) -> Vec<Misfit> {
    replay(record, &toguz()).misfits
}

fn misfits_of(text: &str) -> Vec<String> {
    let records = read_records(text, &toguz()).unwrap_or_else(|error| panic!("{text}: {error}"));
    let misfits = records.iter().flat_map(misfits);
    misfits.map(|misfit| misfit.to_string()).collect()
}

fn set(record: &mut GameRecord, tag: &str, value: &str) {
    let set = record.set_tag(tag, value, Place::START);
    set.expect("the value can be read");
}

/// Every recorded game with moves, and a ply of it by index, spread over the games from first to
/// last.
fn games_and_plies() -> impl Iterator<Item = (GameRecord, usize)> {
    games()
        .into_iter()
        .enumerate()
        .filter_map(|(index, record)| {
            let ply = (index * 7919).checked_rem(record.moves.len())?;
            Some((record, ply))
        })
}

#[test]
fn a_wrong_landing_hole_is_caught_at_its_ply() {
    for (mut record, index) in games_and_plies() {
        let recorded = &mut record.moves[index];
        let written = toguz_move(&mut recorded.written);
        let landing = written.landing.expect("the file has landing holes");
        let wrong = landing % 9 + 1;
        written.landing = Some(wrong);
        let expected = Misfit {
            ply: index + 1,
            place: recorded.place,
            reason: MisfitReason::Move(MoveMisfit::Toguz(ToguzMoveMisfit::Landing {
                from: written.from,
                written: wrong,
                landing,
            })),
        };
        let found = replay(&record, &toguz());
        assert_eq!(found.plies(), record.moves.len());
        assert_eq!(found.misfits, [expected]);
    }
}

#[test]
fn a_tuzdik_marked_where_none_is_made_is_caught_at_its_ply() {
    for (mut record, index) in games_and_plies() {
        let written = toguz_move(&mut record.moves[index].written);
        if written.tuzdik {
            continue;
        }
        written.tuzdik = true;
        let landing = written.landing.expect("the file has landing holes");
        let found = misfits(&record);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].ply, index + 1);
        assert_eq!(
            found[0].reason,
            MisfitReason::Move(MoveMisfit::Toguz(ToguzMoveMisfit::NoTuzdik { landing }))
        );
    }
}

#[test]
fn a_move_left_out_does_not_pass() {
    for (mut record, index) in games_and_plies() {
        record.moves.remove(index);
        let found = misfits(&record);
        assert!(!found.is_empty());
        assert!(found.iter().all(|misfit| misfit.ply >= index));
    }
}

#[test]
fn a_missing_mark_of_every_tuzdik_is_caught() {
    let mut tuzdiks = 0;
    for record in games() {
        for index in 0..record.moves.len() {
            let mut record = record.clone();
            let written = toguz_move(&mut record.moves[index].written);
            if !written.tuzdik {
                continue;
            }
            written.tuzdik = false;
            let landing = written.landing.expect("the file has landing holes");
            let found = misfits(&record);
            tuzdiks += 1;
            let mut moves = record.moves.clone();
            if !moves.iter_mut().any(|m| toguz_move(&mut m.written).tuzdik) {
                // A record without any mark does not mark tuzdiks.
                assert_eq!(found, []);
                continue;
            }
            assert_eq!(found.len(), 1);
            assert_eq!(found[0].ply, index + 1);
            assert_eq!(
                found[0].reason,
                MisfitReason::Move(MoveMisfit::Toguz(ToguzMoveMisfit::TuzdikUnmarked {
                    landing
                }))
            );
        }
    }
    assert_eq!(tuzdiks, 2838);
}

#[test]
fn wrong_moves_are_named_with_ply_and_line() {
    for (text, misfit) in [
        (
            "1. 76 98\n2. 65",
            "ply 3 (line 2): the last ball of hole 6 falls into hole 6, not 5",
        ),
        (
            "1. 76 98(11)",
            "ply 2 (line 1): the kazan is 0 after the move, not 11",
        ),
        (
            "[Position \"0,0,0,0,0,0,0,0,1/1,0,0,0,0,0,0,0,0 80,80 -,- w\"]\n91 99",
            "ply 2 (line 2): hole 9 cannot be played: expected no move, since the game is over",
        ),
        (
            "f1e2 f1e2",
            "ply 2 (line 1): f1 cannot be played: expected a hole with balls \
             (i2, h2, g2, f2, d2, c2, b2, a2)",
        ),
        (
            "f1e1",
            "ply 1 (line 1): the last ball of f1 falls into e2, not e1",
        ),
        (
            "76 98x",
            "ply 2 (line 1): no tuzdik is made in hole 8, though one is marked",
        ),
        (
            "1. 76 98 3. 66",
            "ply 3 (line 1): the move is numbered 3 where 2 is due",
        ),
        (
            "1. 76 2. 98 3. 66",
            "ply 2 (line 1): the move is numbered 2 where 1 is due",
        ),
        (
            "[Position \"1,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,0 80,80 -,- w\"]\n2",
            "ply 1 (line 2): hole 2 cannot be played: expected a hole with balls (1)",
        ),
        (
            "[Position \"0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,0,0 80,81 -,- w\"]\n91 2",
            "ply 2 (line 2): hole 2 cannot be played: expected a hole with balls (1)",
        ),
        (
            "[Position \"0,0,0,0,0,0,0,0,1/1,0,0,0,0,0,0,0,0 80,80 -,- w\"]\n91 1",
            "ply 2 (line 2): hole 1 cannot be played: expected no move, since the game is over",
        ),
        (
            "\n[Position \"1,0/1 0,0 -,- w\"]\n2",
            "ply 0 (line 2): the start cannot be read: line 2, column 15: \
             expected `,` and White's hole 3 of 9, found `/`",
        ),
    ] {
        assert_eq!(misfits_of(text), [misfit], "{text}");
    }
}

#[test]
fn wrong_claims_are_caught_at_the_last_ply() {
    let base = ended_by(RecordedEnd::Stuck);
    assert_eq!(base.moves.len(), 92);
    assert_eq!(base.tags().stores(), Some([30, 132]));
    assert_eq!(base.tags().result(), Some(GameResult::SecondWins));
    for (tag, value, reason) in [
        ("Plies", "91", "92 plies, though the record says 91"),
        (
            "Count",
            "30-131",
            "the kazans are 30-132 at the end, not 30-131",
        ),
        (
            "Count",
            "132-30",
            "the kazans are 30-132 at the end, not 132-30",
        ),
        (
            "Result",
            "1-0",
            "the kazans make it 0-1, though the record says 1-0",
        ),
        (
            "Result",
            "1/2-1/2",
            "the kazans make it 0-1, though the record says 1/2-1/2",
        ),
        (
            "End",
            "majority",
            "the record says that the game ended as majority, and it is stuck",
        ),
        (
            "End",
            "unfinished",
            "the record says that the game ended as unfinished, and it is stuck",
        ),
    ] {
        let mut record = base.clone();
        set(&mut record, tag, value);
        let found = misfits(&record);
        assert_eq!(found.len(), 1, "{tag} {value}");
        assert_eq!((found[0].ply, found[0].place), (92, record.place));
        assert_eq!(found[0].reason.to_string(), reason);
    }
    let mut record = base;
    record.closing = Some(GameResult::Draw);
    let found = misfits(&record);
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].reason.to_string(),
        "the result is 0-1 in the tags and 1/2-1/2 behind the moves"
    );
}

#[test]
fn the_result_of_a_game_broken_off_is_the_players_own() {
    let mut record = ended_by(RecordedEnd::Unfinished);
    for result in ["1-0", "0-1", "1/2-1/2", "*"] {
        set(&mut record, "Result", result);
        assert_eq!(misfits(&record), []);
    }
    set(&mut record, "End", "82");
    assert_eq!(
        misfits(&record)[0].reason,
        MisfitReason::End {
            recorded: RecordedEnd::Majority,
            found: RecordedEnd::Unfinished
        }
    );
}

#[test]
fn a_majority_decides_even_where_play_goes_on() {
    let mut record = ended_by(RecordedEnd::Majority);
    assert_eq!(record.tags().stores(), Some([84, 54]));
    let mut rules = ToguzRules::new(ToguzGame::Toguz);
    rules.stop_at_majority = false;
    let play_on = GameSpec::Toguz { rules };
    set(&mut record, "End", "unfinished");
    assert_eq!(replay(&record, &play_on).misfits, []);
    set(&mut record, "Result", "0-1");
    let reasons = |game: &GameSpec, record: &GameRecord| {
        let misfits = replay(record, game).misfits.into_iter();
        misfits.map(|misfit| misfit.reason).collect::<Vec<_>>()
    };
    let result = || MisfitReason::Result {
        name: "kazans",
        recorded: GameResult::SecondWins,
        decided: GameResult::FirstWins,
    };
    assert_eq!(reasons(&play_on, &record), [result()]);
    set(&mut record, "End", "82");
    assert_eq!(reasons(&toguz(), &record), [result()]);
    // Whatever is played behind the end is not part of the game.
    record.moves.push(record.moves[0].clone());
    let found = misfits(&record);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].ply, record.moves.len());
}
