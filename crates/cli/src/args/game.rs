//! The arguments GAME and POSITION.

use crate::failure::{Failure, Kind};
use mancala_position::kalah::{KalahRules, KalahState};
use mancala_position::toguz::{ToguzRules, ToguzState};
use mancala_position::{GameSpec, GameState, StateError};

/// Reads the name of a game.
pub(crate) fn parse(text: &str) -> Result<GameSpec, Failure> {
    Ok(text.parse::<GameSpec>()?)
}

/// Reads a position of a game; without a position, the start.
pub(crate) fn state(game: &GameSpec, position: Option<&str>) -> Result<GameState, Failure> {
    GameState::read(game, position)
        .map_err(|error| no_state(error, game, position, "give a position with --position"))
}

/// The failure of a game and a position that give no state. `alternative` is what the user can do
/// instead of naming the seeds of a start.
pub(crate) fn no_state(
    error: StateError,
    game: &GameSpec,
    position: Option<&str>,
    alternative: &str,
) -> Failure {
    match error {
        StateError::NoStart { game } => {
            let seeds = match game {
                GameSpec::Kalah { rules, .. } => format!("kalah:{},4", rules.pits()),
                GameSpec::Toguz { rules } => rules.to_string(),
            };
            Failure::new(Kind::Usage, error).hint(format_args!(
                "name the seeds, as in {seeds}, or {alternative}"
            ))
        }
        StateError::Text(error) => {
            let text = position.unwrap_or_default();
            let failure = Failure::position(text, &error);
            match game {
                GameSpec::Kalah { rules, .. } => with_readings(failure, rules, text),
                GameSpec::Toguz { .. } => failure,
            }
        }
        StateError::Game(error) => error.into(),
        StateError::Start(error) => error.into(),
        _ => Failure::new(Kind::Position, error),
    }
}

/// Reads a position of Kalah; without a position, the start with `seeds` in each pit.
pub(crate) fn kalah_state(
    rules: &KalahRules,
    seeds: Option<u32>,
    position: Option<&str>,
) -> Result<KalahState, Failure> {
    let game = GameSpec::Kalah {
        rules: *rules,
        seeds,
        pie: false,
    };
    match state(&game, position)? {
        GameState::Kalah { state, .. } => Ok(state),
        GameState::Toguz { rules, .. } => Err(not_kalah(&rules, "solve")),
    }
}

/// Reads a position of Kalah.
pub(crate) fn kalah_position(rules: &KalahRules, text: &str) -> Result<KalahState, Failure> {
    KalahState::from_text(rules, text)
        .map_err(|error| with_readings(Failure::position(text, &error), rules, text))
}

/// Adds to the failure of a list of numbers all positions that it may stand for, each with the
/// order of the numbers that makes it so.
fn with_readings(failure: Failure, rules: &KalahRules, text: &str) -> Failure {
    let readings = KalahState::readings(rules, text).unwrap_or_default();
    if readings.is_empty() {
        return failure;
    }
    let mut hint = "write the position that is meant, with `n` if North is to move:".to_owned();
    for reading in readings {
        let position = reading.state.to_text(rules);
        hint.push_str(&format!("\n    {position}    if it is {}", reading.order));
    }
    failure.hint(hint)
}

/// Reads a position of the Toguz family.
pub(crate) fn toguz_state(rules: &ToguzRules, text: &str) -> Result<ToguzState, Failure> {
    ToguzState::from_text(rules, text).map_err(|error| Failure::position(text, &error))
}

/// Reads the name of a game for a command that serves Kalah only.
pub(crate) fn kalah_rules(text: &str, command: &str) -> Result<KalahRules, Failure> {
    match parse(text)? {
        GameSpec::Kalah { rules, .. } => Ok(rules),
        GameSpec::Toguz { rules } => Err(not_kalah(&rules, command)),
    }
}

/// The failure of a command that does not serve the Toguz family.
pub(crate) fn not_kalah(rules: &ToguzRules, command: &str) -> Failure {
    Failure::new(
        Kind::Rules,
        format_args!(
            "`mancala {command}` serves Kalah only, not {}",
            rules.game.name()
        ),
    )
}
