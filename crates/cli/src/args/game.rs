//! The game and the position that a command is about, from the two arguments that name them.

use crate::failure::{Failure, Kind};
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState};
use mancala_position::toguz::{ToguzRules, ToguzState};
use mancala_position::{GameSpec, GameState};

/// The game that a text names.
pub(crate) fn parse(text: &str) -> Result<GameSpec, Failure> {
    Ok(text.parse::<GameSpec>()?)
}

/// The position given, or the start of the game.
pub(crate) fn state(game: &GameSpec, position: Option<&str>) -> Result<GameState, Failure> {
    Ok(match *game {
        GameSpec::Kalah { rules, seeds, .. } => GameState::Kalah {
            rules,
            state: kalah_state(&rules, seeds, position)?,
        },
        GameSpec::Toguz { rules } => GameState::Toguz {
            rules,
            state: match position {
                Some(text) => toguz_state(&rules, text)?,
                None => ToguzState::start(&rules),
            },
        },
    })
}

/// The position given, or the start with so many seeds in each pit.
pub(crate) fn kalah_state(
    rules: &KalahRules,
    seeds: Option<u32>,
    position: Option<&str>,
) -> Result<KalahState, Failure> {
    match (position, seeds) {
        (Some(text), _) => kalah_position(rules, text),
        (None, Some(seeds)) => Ok(KalahState::new(KalahPosition::start(rules, seeds)?)),
        (None, None) => Err(Failure::new(
            Kind::Usage,
            format_args!("{rules} names no start: it does not say how many seeds are in a pit"),
        )
        .hint(format_args!(
            "name the seeds, as in kalah:{},4, or give a position with --position",
            rules.pits()
        ))),
    }
}

/// Reads a position of Kalah.
pub(crate) fn kalah_position(rules: &KalahRules, text: &str) -> Result<KalahState, Failure> {
    KalahState::read(rules, text).map_err(|error| Failure::position(text, &error))
}

/// Reads a position of the Toguz family.
pub(crate) fn toguz_state(rules: &ToguzRules, text: &str) -> Result<ToguzState, Failure> {
    ToguzState::read(rules, text).map_err(|error| Failure::position(text, &error))
}

/// The rules of Kalah that a text names, for commands that serve Kalah alone.
pub(crate) fn kalah_rules(text: &str, command: &str) -> Result<KalahRules, Failure> {
    match parse(text)? {
        GameSpec::Kalah { rules, .. } => Ok(rules),
        GameSpec::Toguz { rules } => Err(not_kalah(&rules, command)),
    }
}

/// A command that does not serve the Toguz family.
pub(crate) fn not_kalah(rules: &ToguzRules, command: &str) -> Failure {
    Failure::new(
        Kind::Rules,
        format_args!(
            "`mancala {command}` serves Kalah only, not {}",
            rules.game.name()
        ),
    )
}
