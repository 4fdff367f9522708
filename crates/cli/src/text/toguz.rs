//! Names of the players of the Toguz family, and lines of play in their notation.

use mancala_position::Side;
use mancala_position::toguz::{ToguzRules, ToguzState};

/// The moves of a line in the notation of players.
pub(crate) fn written(rules: &ToguzRules, state: &ToguzState, line: &[u32]) -> Vec<String> {
    let mut state = *state;
    let mut moves = Vec::with_capacity(line.len());
    for &hole in line {
        moves.push(state.write_move(rules, hole).to_string());
        state = state.play_unchecked(rules, hole);
    }
    moves
}

/// The name of a player of the Toguz family in JSON.
pub(crate) const fn side_word(side: Side) -> &'static str {
    match side {
        Side::First => "white",
        Side::Second => "black",
    }
}

/// The name of a player of the Toguz family.
pub(crate) const fn player(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}
