//! Every reader of positions, moves and game names: none may panic, and whatever is read must be
//! written so that it reads back as the same.
//!
//! The first line of the input names the game, what follows is the text. Where the name is none,
//! all of the input is a text for the default rules.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mancala_position::GameSpec;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState};
use mancala_position::toguz::{ToguzGame, ToguzRules, ToguzState};

fn kalah(rules: &KalahRules, seeds: u32, text: &str) {
    let read = [
        KalahState::from_text(rules, text),
        KalahState::from_kgp(rules, text),
    ];
    for state in read.into_iter().flatten() {
        assert_eq!(
            KalahState::from_text(rules, &state.to_text(rules)),
            Ok(state)
        );
        let turned = KalahState::from_kgp(rules, &state.to_kgp(rules)).expect("it was written");
        assert_eq!(turned.position(), state.position());
        assert_eq!(state.draw(rules).lines().count(), 7);
    }
    let Ok(start) = KalahPosition::start(rules, seeds) else {
        return;
    };
    let start = KalahState::new(start);
    if let Ok(game) = start.read_game(rules, text) {
        let written = start.write_game(rules, &game.moves);
        assert_eq!(start.read_game(rules, &written), Ok(game));
    }
    if let Ok(turn) = start.read_turn(rules, text) {
        assert_eq!(start.read_game(rules, text), Ok(turn));
    }
}

fn toguz(rules: &ToguzRules, text: &str) {
    let fen = ToguzState::from_fen(rules, text).map(|(state, number)| {
        let written = state.to_fen(rules, number);
        assert_eq!(ToguzState::from_fen(rules, &written), Ok((state, number)));
        state
    });
    let read = [ToguzState::from_text(rules, text), fen];
    for state in read.into_iter().flatten() {
        assert_eq!(
            ToguzState::from_text(rules, &state.to_text(rules)),
            Ok(state)
        );
        assert_eq!(state.draw(rules).lines().count(), 7);
    }
    let mut state = ToguzState::start(rules);
    for word in text.split(' ') {
        let Ok(hole) = state.read_move(rules, word) else {
            return;
        };
        let written = state.write_move(rules, hole).to_string();
        assert_eq!(state.read_move(rules, &written), Ok(hole));
        state = state.play(rules, hole).expect("it was read");
    }
}

fuzz_target!(|input: &str| {
    let (name, text) = input.split_once('\n').unwrap_or((input, ""));
    match name.parse::<GameSpec>() {
        Ok(spec) => {
            assert_eq!(spec.to_string().parse(), Ok(spec));
            match spec {
                GameSpec::Kalah { rules, seeds, .. } => kalah(&rules, seeds.unwrap_or(4), text),
                GameSpec::Toguz { rules } => toguz(&rules, text),
            }
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            kalah(&KalahRules::new(6).expect("6 pits are held"), 4, input);
            toguz(&ToguzRules::new(ToguzGame::Toguz), input);
        }
    }
});
