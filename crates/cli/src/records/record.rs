//! A record: what is proved of a start, and the command that repeats the proof.

use super::start::Start;
use super::value::RecordedValue;
use crate::failure::{Failure, Kind};
use mancala_position::GameSpec;
use mancala_position::kalah::{KalahPosition, KalahState};
use serde::{Deserialize, Serialize};

/// A proof of a start, with the field names of `mancala solve --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The start, in short form (`kalah:6,4`).
    pub(crate) game: String,
    /// The rules with every option.
    pub(crate) rules: String,
    /// Whether all values are exact. Written only where `false`, for a stopped proof.
    #[serde(default = "yes", skip_serializing_if = "is_proved")]
    pub(crate) proved: bool,
    /// The value for the first player.
    #[serde(flatten)]
    pub(crate) value: RecordedValue,
    /// Every first turn; empty if only the value was proved.
    pub(crate) moves: Vec<Turn>,
    /// The turns of best play to the end; empty if only the value was proved.
    pub(crate) principal_variation: Vec<String>,
    pub(crate) nodes: u64,
    pub(crate) elapsed_ms: u64,
    pub(crate) threads: u32,
    /// The drivers that agreed.
    pub(crate) drivers: Vec<String>,
    /// The largest layer of the database that the proof used, in seeds; none without a database.
    pub(crate) database_seeds: Option<u32>,
    /// The version of the program that made the proof.
    pub(crate) version: String,
    /// The command that repeats the proof.
    pub(crate) command: String,
}

/// A complete first turn with its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) r#move: String,
    #[serde(flatten)]
    pub(crate) value: RecordedValue,
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_proved(proved: &bool) -> bool {
    *proved
}

impl Record {
    /// The start.
    ///
    /// # Errors
    ///
    /// [`Kind::Record`] if the game is not a start of Kalah, or its rules differ from those of the
    /// record.
    pub(crate) fn start(&self) -> Result<Start, Failure> {
        let refuse = |message: String| Failure::new(Kind::Record, message);
        let spec: GameSpec = self
            .game
            .parse()
            .map_err(|error| refuse(format!("{}: {error}", self.game)))?;
        let GameSpec::Kalah {
            rules,
            seeds: Some(seeds),
            ..
        } = spec
        else {
            return Err(refuse(format!("{} is no start of Kalah", self.game)));
        };
        if rules.id() != self.rules {
            return Err(refuse(format!(
                "{} has the rules {}, and the record says {}",
                self.game,
                rules.id(),
                self.rules
            )));
        }
        let position = KalahPosition::start(&rules, seeds)
            .map_err(|error| refuse(format!("{}: {error}", self.game)))?;
        Ok(Start {
            rules,
            seeds,
            state: KalahState::new(position),
        })
    }

    /// The first turns that are proved best.
    pub(crate) fn best(&self) -> Vec<&str> {
        let value = self.value.exact();
        let best = self.moves.iter();
        let best = best.filter(|turn| value.is_some() && turn.value.exact() == value);
        best.map(|turn| turn.r#move.as_str()).collect()
    }

    /// The largest layer of the database in words.
    pub(crate) fn database_words(&self) -> String {
        self.database_seeds
            .map_or_else(|| "none".to_owned(), |seeds| seeds.to_string())
    }

    /// The value for the first player if the second may swap sides after the first turn; none if
    /// the values of the turns are not proved.
    pub(crate) fn pie_value(&self) -> Option<i32> {
        let values: Option<Vec<_>> = self.moves.iter().map(|turn| turn.value.exact()).collect();
        values?.into_iter().map(|value| -value.abs()).max()
    }
}
