//! The options of Kalah, and their names.

use crate::error::RuleError;
use crate::options::option_names;
#[cfg(feature = "serde")]
use serde::de::Error;
#[cfg(feature = "serde")]
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;

/// The most pits a side.
pub const MAX_PITS: u32 = 8;

/// The capture by a last seed in an empty own pit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Capture {
    /// The opposite seeds and the last seed, if there are opposite seeds.
    #[default]
    Standard,
    /// The opposite seeds and the last seed, which goes to the store even where the opposite pit is
    /// empty.
    Empty,
    /// Nothing.
    Never,
    /// The opposite seeds alone; the last seed stays where it fell.
    Opponent,
}

/// When the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum End {
    /// As soon as either row is empty after a move.
    #[default]
    AtOnce,
    /// When the player who is to move has an empty row.
    OnTurn,
}

/// The owner of the seeds that are on the board at the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Leftover {
    /// The player in whose row they lie.
    #[default]
    Owner,
    /// Nobody.
    Nobody,
    /// The player whose row is empty.
    Emptied,
}

/// How a sowing goes on: over the pit that it came from, and in pits that hold seeds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Lap {
    /// The pit of origin is sown like any other on later laps.
    #[default]
    Plain,
    /// The pit of origin is left out.
    SkipOrigin,
    /// A last seed that falls into a pit of either row that held seeds is lifted with them and sown
    /// on from the next pit, until a last seed falls into the store or an empty pit. A sowing that
    /// goes round puts a seed into the store each time, so it ends.
    Relay,
}

/// Whether a last seed in the own store gives another move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum ExtraTurn {
    /// The same player moves again.
    #[default]
    On,
    /// The turn ends as with any other last seed.
    Off,
}

impl Capture {
    /// Whether a last seed that falls into an empty own pit goes to the store, with seeds opposite
    /// or without.
    #[inline(always)]
    #[must_use]
    pub const fn takes_last(self, opposed: bool) -> bool {
        match self {
            Self::Standard => opposed,
            Self::Empty => true,
            Self::Never | Self::Opponent => false,
        }
    }
}

option_names!(
    Capture,
    Standard = "standard",
    Empty = "empty",
    Never = "never",
    Opponent = "opponent"
);
option_names!(End, AtOnce = "at-once", OnTurn = "on-turn");
option_names!(
    Leftover,
    Owner = "owner",
    Nobody = "nobody",
    Emptied = "emptied"
);
option_names!(
    Lap,
    Plain = "plain",
    SkipOrigin = "skip-origin",
    Relay = "relay"
);
option_names!(ExtraTurn, On = "on", Off = "off");

/// The rules of one form of Kalah: pits a side and the five options. How many seeds there are is a
/// matter of the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct KalahRules {
    #[cfg_attr(feature = "serde", serde(deserialize_with = "read_pits"))]
    pits: u8,
    /// The capture by a last seed in an empty own pit.
    pub capture: Capture,
    /// When the game ends.
    pub end: End,
    /// The owner of the seeds that are left.
    pub leftover: Leftover,
    /// How a sowing goes on.
    pub lap: Lap,
    /// Whether a last seed in the own store gives another move.
    #[cfg_attr(feature = "serde", serde(default))]
    pub extra_turn: ExtraTurn,
}

/// Reads a number of pits, and refuses one that is not held.
#[cfg(feature = "serde")]
fn read_pits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let pits = u8::deserialize(deserializer)?;
    KalahRules::new(u32::from(pits))
        .map(|rules| rules.pits)
        .map_err(D::Error::custom)
}

impl KalahRules {
    /// The default rules with the given number of pits a side.
    ///
    /// # Errors
    ///
    /// [`RuleError::Pits`] unless there are 1 to [`MAX_PITS`] pits.
    pub fn new(pits: u32) -> Result<Self, RuleError> {
        match u8::try_from(pits) {
            Ok(pits @ 1..=8) => Ok(Self {
                pits,
                capture: Capture::default(),
                end: End::default(),
                leftover: Leftover::default(),
                lap: Lap::default(),
                extra_turn: ExtraTurn::default(),
            }),
            _ => Err(RuleError::Pits {
                found: pits,
                most: MAX_PITS,
            }),
        }
    }

    /// The pits a side, 1 to 8.
    #[inline(always)]
    #[must_use]
    pub const fn pits(&self) -> u32 {
        self.pits as u32
    }

    /// The same options with another number of pits.
    ///
    /// # Errors
    ///
    /// As for [`KalahRules::new`].
    pub fn with_pits(self, pits: u32) -> Result<Self, RuleError> {
        Ok(Self {
            pits: Self::new(pits)?.pits,
            ..self
        })
    }

    /// All combinations of options for a number of pits.
    ///
    /// # Errors
    ///
    /// As for [`KalahRules::new`].
    pub fn all_options(pits: u32) -> Result<Vec<Self>, RuleError> {
        let rules = Self::new(pits)?;
        let captures = Capture::ALL
            .iter()
            .map(|&capture| Self { capture, ..rules });
        let ends =
            captures.flat_map(|rules| End::ALL.iter().map(move |&end| Self { end, ..rules }));
        let leftovers = ends.flat_map(|rules| {
            let all = Leftover::ALL.iter();
            all.map(move |&leftover| Self { leftover, ..rules })
        });
        let laps =
            leftovers.flat_map(|rules| Lap::ALL.iter().map(move |&lap| Self { lap, ..rules }));
        let turns = laps.flat_map(|rules| {
            let all = ExtraTurn::ALL.iter();
            all.map(move |&extra_turn| Self {
                extra_turn,
                ..rules
            })
        });
        Ok(turns.collect())
    }

    /// Whether every seed of a finished game goes to one of the players, so that all values of a
    /// layer have the parity of its seeds.
    #[must_use]
    pub const fn shares_out_all_seeds(&self) -> bool {
        !matches!(self.leftover, Leftover::Nobody)
    }

    /// Sets an option by its name, as in `capture=empty`.
    ///
    /// # Errors
    ///
    /// [`RuleError::Option`] for a name that Kalah does not have, [`RuleError::Value`] for a value
    /// that the option does not have.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), RuleError> {
        match option {
            "capture" => self.capture = Capture::from_name(option, value)?,
            "end" => self.end = End::from_name(option, value)?,
            "leftover" => self.leftover = Leftover::from_name(option, value)?,
            "lap" => self.lap = Lap::from_name(option, value)?,
            "extra-turn" => self.extra_turn = ExtraTurn::from_name(option, value)?,
            _ => {
                return Err(RuleError::Option {
                    game: "kalah",
                    found: option.to_owned(),
                    allowed: "capture, end, leftover, lap, extra-turn, pie",
                });
            }
        }
        Ok(())
    }

    /// The options that differ from the default, each with a comma before it.
    pub(crate) fn write_options(&self, f: &mut impl fmt::Write) -> fmt::Result {
        if self.capture != Capture::default() {
            write!(f, ",capture={}", self.capture.name())?;
        }
        if self.end != End::default() {
            write!(f, ",end={}", self.end.name())?;
        }
        if self.leftover != Leftover::default() {
            write!(f, ",leftover={}", self.leftover.name())?;
        }
        if self.lap != Lap::default() {
            write!(f, ",lap={}", self.lap.name())?;
        }
        self.write_extra_turn(f)
    }

    fn write_extra_turn(&self, f: &mut impl fmt::Write) -> fmt::Result {
        if self.extra_turn != ExtraTurn::default() {
            write!(f, ",extra-turn={}", self.extra_turn.name())?;
        }
        Ok(())
    }

    /// The rules with their options spelled out, defaults too: what a database header carries.
    /// `extra-turn` is there only if it is off, since it came after the first databases.
    #[must_use]
    pub fn id(&self) -> String {
        let mut id = format!(
            "kalah:{},capture={},end={},leftover={},lap={}",
            self.pits,
            self.capture.name(),
            self.end.name(),
            self.leftover.name(),
            self.lap.name()
        );
        let _ = self.write_extra_turn(&mut id);
        id
    }
}

/// The short form: `kalah:6`, with only the options that differ from the default behind it.
impl fmt::Display for KalahRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "kalah:{}", self.pits)?;
        self.write_options(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_from_outside_have_pits_that_are_held() {
        for rules in KalahRules::all_options(3).expect("three pits are held") {
            let text = serde_json::to_string(&rules).expect("plain data");
            assert_eq!(serde_json::from_str::<KalahRules>(&text).ok(), Some(rules));
            for pits in ["0", "9", "255", "256", "-1"] {
                let text = text.replace("\"pits\":3", &format!("\"pits\":{pits}"));
                assert!(text.contains(&format!(":{pits},")));
                assert!(serde_json::from_str::<KalahRules>(&text).is_err(), "{text}");
            }
        }
    }
}
