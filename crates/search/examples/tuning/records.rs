//! Positions of recorded games.

use crate::Failure;
use mancala_position::Game;
use mancala_position::record::read_records;
use mancala_position::toguz::{Toguz, ToguzGame, ToguzPosition, ToguzRules, ToguzState};

pub(crate) const RULES: ToguzRules = ToguzRules::new(ToguzGame::Toguz);

/// All positions of all games, the starts first; a game that does not fit the rules ends where it does not.
pub(crate) fn games(files: &[&str]) -> Result<Vec<Vec<ToguzPosition>>, Failure> {
    let game = Toguz::new(&RULES);
    let mut games = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
        for record in read_records(&text)? {
            let mut state = ToguzState::start(&RULES);
            let mut positions = vec![state.position()];
            for recorded in &record.moves {
                match recorded.written.play(&RULES, &state) {
                    Ok(next) => state = next,
                    Err(_) => break,
                }
                if game.is_finished(&state.position()) {
                    break;
                }
                positions.push(state.position());
            }
            games.push(positions);
        }
    }
    if games.is_empty() {
        return Err("no games: name files of records".into());
    }
    Ok(games)
}
