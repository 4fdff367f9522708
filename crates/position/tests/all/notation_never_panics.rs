//! No text makes a reader panic, and what is read is written so that it reads back.

use crate::support::{kalah_rules, toguz_rules};
use mancala_position::GameSpec;
use mancala_position::kalah::{KalahPosition, KalahState};
use mancala_position::record::{read_records, replay, write_records};
use mancala_position::toguz::{ToguzGame, ToguzRules, ToguzState};
use proptest::prelude::*;

const PIECES: &str = "0 1 3 9 42 255 4294967295 99999999999 , / \t \n < > - s n w b S N t x X ( ) 76 93x 1. ... [ ] \
    { } \" \\ ; % # * 1-0 1/2-1/2 Result Count Position FEN Game moves result kalah toguz atsyz : = é \
    4,4,4,4,4,4/4,4,4,4,4,4 9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9 0,0 -,- 9S,8/9S,8";

/// Any text, and texts made of the pieces that notation is made of.
fn text() -> impl Strategy<Value = String> {
    let mut pieces = PIECES.split(' ').collect::<Vec<_>>();
    pieces.extend([" "; 12]);
    prop_oneof![
        any::<String>(),
        proptest::collection::vec(proptest::sample::select(pieces), 0..24)
            .prop_map(|pieces| pieces.concat()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn game_names(text in text()) {
        if let Ok(spec) = text.parse::<GameSpec>() {
            prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }

    #[test]
    fn kalah_positions_and_games(rules in kalah_rules(), text in text()) {
        let read = [KalahState::from_text(&rules, &text), KalahState::from_kgp(&rules, &text)];
        for state in read.into_iter().flatten() {
            prop_assert_eq!(KalahState::from_text(&rules, &state.to_text(&rules)), Ok(state));
        }
        let start = KalahState::new(KalahPosition::start(&rules, 3).expect("48 seeds at most"));
        if let Ok(game) = start.read_game(&rules, &text) {
            let written = start.write_game(&rules, &game.moves);
            prop_assert_eq!(start.read_game(&rules, &written), Ok(game));
        }
        let _ = start.read_turn(&rules, &text);
    }

    #[test]
    fn toguz_positions_and_moves(rules in toguz_rules(), text in text()) {
        if let Ok(state) = ToguzState::from_text(&rules, &text) {
            prop_assert_eq!(ToguzState::from_text(&rules, &state.to_text(&rules)), Ok(state));
        }
        if let Ok((state, number)) = ToguzState::from_fen(&rules, &text) {
            prop_assert_eq!(ToguzState::from_fen(&rules, &state.to_fen(&rules, number)), Ok((state, number)));
        }
        let start = ToguzState::start(&rules);
        if let Ok(hole) = start.read_move(&rules, &text) {
            let written = start.write_move(&rules, hole).to_string();
            prop_assert_eq!(start.read_move(&rules, &written), Ok(hole));
        }
    }

    #[test]
    fn records(text in text()) {
        let toguz = GameSpec::Toguz {
            rules: ToguzRules::new(ToguzGame::Toguz),
        };
        if let Ok(records) = read_records(&text, &toguz) {
            for record in &records {
                let found = replay(record, &toguz);
                prop_assert!(found.plies() <= record.moves.len());
            }
            if !records.is_empty() {
                let written = write_records(&records);
                let again = read_records(&written, &toguz).expect("it has been written");
                prop_assert_eq!(again.len(), records.len());
                prop_assert_eq!(write_records(&again), written);
            }
        }
    }
}
