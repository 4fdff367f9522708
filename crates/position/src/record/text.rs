//! Games of either family as text: records of their family, written and read.

use super::kalah;
use super::toguz::text::{read_records, write_records};
use crate::error::ParseError;
use crate::variant::history::GameHistory;
use crate::variant::spec::GameSpec;
use crate::variant::state::GameState;

impl GameHistory {
    /// The record of the game: the tags given, those of the game, its start where it is another than the game's, and its
    /// result where it is decided, then the moves. For the Toguz family it is TGK, for Kalah the same tags with turns
    /// behind them. Tags with a name that cannot be, or with a value that cannot be read back, are left out.
    #[must_use]
    pub fn to_record(&self, tags: &[(&str, &str)]) -> String {
        match self.start() {
            GameState::Kalah { .. } => kalah::write(self, tags),
            GameState::Toguz { .. } => write_records(&[self.toguz_record(tags)]),
        }
    }
}

/// Reads the games of a file of records and plays them: of Kalah if `game` is Kalah, else in any form that
/// [`read_records`] takes. Where a record names no game it is `game`.
///
/// # Errors
///
/// [`ParseError`] at the first place that cannot be read, or the first move that does not fit.
pub fn read_games(text: &str, game: &GameSpec) -> Result<Vec<GameHistory>, ParseError> {
    match game {
        GameSpec::Kalah { .. } => kalah::read(text, game),
        GameSpec::Toguz { .. } => {
            let records = read_records(text)?;
            records
                .iter()
                .map(|record| GameHistory::of_toguz(record, game))
                .collect()
        }
    }
}
