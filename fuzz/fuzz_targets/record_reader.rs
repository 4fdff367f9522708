//! Reading and replaying game records: no file may panic, and what is read is written as text that
//! reads back as the same games.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mancala_position::GameSpec;
use mancala_position::record::{GameRecord, read_records, replay, write_records};
use mancala_position::toguz::{ToguzGame, ToguzRules};

fuzz_target!(|text: &str| {
    let default = GameSpec::Toguz {
        rules: ToguzRules::new(ToguzGame::Toguz),
    };
    let Ok(records) = read_records(text, &default) else {
        return;
    };
    for record in &records {
        let replay = replay(record, &default);
        assert!(replay.plies() <= record.moves.len());
        assert!(replay.plies() == record.moves.len() || !replay.misfits.is_empty());
        if let GameSpec::Toguz { rules } = record.game(&default) {
            assert!(replay.stores().iter().sum::<u32>() <= rules.balls());
        }
    }
    if records.is_empty() {
        return;
    }
    let written = write_records(&records);
    let again = read_records(&written, &default).expect("it was written");
    assert_eq!(again.len(), records.len());
    for (again, record) in again.iter().zip(&records) {
        let said = |record: &GameRecord| {
            let tags = record.tags();
            let stores = (tags.stores(), tags.plies());
            (tags.game().copied(), tags.result(), tags.end(), stores)
        };
        assert_eq!(said(again), said(record));
        assert_eq!(again.moves.len(), record.moves.len());
    }
    assert_eq!(write_records(&again), written);
});
