//! Real games, replayed: everything that is recorded of them must follow from the rules.

use mancala_position::notation::ToguzMove;
use mancala_position::record::{
    GameRecord, RecordedEnd, WrittenMove, read_records, replay, write_records,
};
use mancala_position::toguz::{ToguzGame, ToguzRules};
use mancala_position::{GameSpec, GameState};

const ONLINE: &str = include_str!("../../../../solver-data/games/toguz-games-online.tsv");
const MASTER: &str = include_str!("../../../../solver-data/games/toguz-games-master.tgk");

fn toguz() -> GameSpec {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    GameSpec::Toguz { rules }
}

fn read(text: &str) -> Vec<GameRecord> {
    read_records(text, &toguz()).expect("the file is well formed")
}

/// All games fit, and each claims its final kazans and its result.
fn assert_all_fit(records: &[GameRecord]) {
    for record in records {
        let replay = replay(record, &toguz());
        assert_eq!(replay.misfits, [], "line {}", record.place.line);
        assert_eq!(replay.plies(), record.moves.len());
        assert_eq!(Some(replay.stores()), record.tags().stores());
        assert!(record.tags().result().is_some());
    }
}

#[test]
fn online_games_fit() {
    let records = read(ONLINE);
    assert_eq!(records.len(), 1814);
    assert_all_fit(&records);
    for (end, games) in [
        (RecordedEnd::Stuck, 392),
        (RecordedEnd::Majority, 294),
        (RecordedEnd::Unfinished, 1128),
    ] {
        let recorded = |record: &&GameRecord| record.tags().end() == Some(end);
        assert_eq!(records.iter().filter(recorded).count(), games, "{end}");
    }
    let plies: u32 = records.iter().filter_map(|r| r.tags().plies()).sum();
    let moves: usize = records.iter().map(|record| record.moves.len()).sum();
    assert_eq!(plies as usize, moves);
}

#[test]
fn master_games_fit() {
    let records = read(MASTER);
    assert_eq!(records.len(), 371);
    assert_all_fit(&records);
    let numbered = |record: &GameRecord| record.moves.iter().step_by(2).all(|m| m.number.is_some());
    assert!(records.iter().all(numbered));
}

/// All games, with each move rewritten by a function of the state before it.
fn rewritten(
    text: &str,
    rewrite: impl Fn(&GameState, WrittenMove) -> WrittenMove,
) -> Vec<GameRecord> {
    let mut records = read(text);
    for record in &mut records {
        let played = replay(record, &toguz());
        for (recorded, state) in record.moves.iter_mut().zip(played.history.states()) {
            recorded.written = rewrite(state, recorded.written);
        }
    }
    records
}

fn by_numbers(written: WrittenMove) -> ToguzMove {
    match written {
        WrittenMove::Toguz(written) => written,
        _ => panic!("the files have moves by numbers"),
    }
}

#[test]
fn without_marks_of_tuzdiks_and_as_bare_holes_they_fit() {
    for text in [ONLINE, MASTER] {
        let unmarked = |_: &GameState, written| {
            WrittenMove::Toguz(ToguzMove {
                tuzdik: false,
                ..by_numbers(written)
            })
        };
        assert_all_fit(&rewritten(text, unmarked));
        let bare = |_: &GameState, written| {
            WrittenMove::Toguz(ToguzMove {
                landing: None,
                tuzdik: false,
                ..by_numbers(written)
            })
        };
        assert_all_fit(&rewritten(text, bare));
    }
}

#[test]
fn by_squares_they_are_written_and_read_back() {
    for text in [ONLINE, MASTER] {
        let records = rewritten(text, |state, written| match state {
            GameState::Toguz { rules, state } => {
                let hole = by_numbers(written).from - 1;
                WrittenMove::Square(state.write_squares(rules, hole).expect("a legal move"))
            }
            GameState::Kalah { .. } => panic!("a game of Toguz Kumalak"),
        });
        assert_all_fit(&records);
        let again = read(&write_records(&records));
        assert_all_fit(&again);
        let written = |r: &GameRecord| r.moves.iter().map(|m| m.written).collect::<Vec<_>>();
        assert!(again.iter().map(written).eq(records.iter().map(written)));
    }
}

#[test]
fn written_as_tgk_they_are_the_same_games() {
    let master = read(MASTER);
    let body = &MASTER[MASTER.find("\n\n").expect("a comment comes first") + 2..];
    assert_eq!(write_records(&master), body);
    for records in [master, read(ONLINE)] {
        let again = read(&write_records(&records));
        assert_eq!(again.len(), records.len());
        for (again, record) in again.iter().zip(&records) {
            let said = |r: &GameRecord| {
                let tags = r.tags();
                let stores = (tags.stores(), tags.plies());
                (tags.game().copied(), tags.result(), tags.end(), stores)
            };
            assert_eq!(said(again), said(record));
            let written = |r: &GameRecord| r.moves.iter().map(|m| m.written).collect::<Vec<_>>();
            assert_eq!(written(again), written(record));
            let tags = |r: &GameRecord| {
                let tags = r.tags().iter();
                tags.map(|tag| (tag.name.clone(), tag.value.clone()))
                    .collect::<Vec<_>>()
            };
            assert_eq!(tags(again), tags(record));
        }
    }
}
