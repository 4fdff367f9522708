//! Real games, replayed: everything that is recorded of them must follow from the rules.

use mancala_position::GameSpec;
use mancala_position::record::{GameRecord, RecordedEnd, read_records, replay, write_records};
use mancala_position::toguz::{ToguzGame, ToguzRules};

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
