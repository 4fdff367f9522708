//! Positions of recorded games.

use crate::Failure;
use mancala_position::record::{GameRecord, read_records, replay};
use mancala_position::toguz::{Toguz, ToguzGame, ToguzPosition, ToguzRules, ToguzState};
use mancala_position::{Game, GameSpec, GameState};

pub(crate) const RULES: ToguzRules = ToguzRules::new(ToguzGame::Toguz);
pub(crate) const GAME: GameSpec = GameSpec::Toguz { rules: RULES };

/// The states of a recorded game as far as its moves fit.
pub(crate) fn toguz_states(record: &GameRecord) -> Vec<ToguzState> {
    let history = replay(record, &GAME).history;
    let state = |state: &GameState| match state {
        GameState::Toguz { state, .. } => Some(*state),
        GameState::Kalah { .. } => None,
    };
    history.states().iter().filter_map(state).collect()
}

/// All positions of all games, the starts first; a game that does not fit the rules ends where it
/// does not.
pub(crate) fn games(files: &[&str]) -> Result<Vec<Vec<ToguzPosition>>, Failure> {
    let game = Toguz::new(&RULES);
    let mut games = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        for record in read_records(&text, &GAME)? {
            let states = toguz_states(&record);
            let positions = states.iter().map(ToguzState::position);
            games.push(positions.take_while(|p| !game.is_finished(p)).collect());
        }
    }
    if games.is_empty() {
        return Err("no games: name files of records".into());
    }
    Ok(games)
}
