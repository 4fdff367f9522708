//! The games of the family, their options, and their names.

use crate::error::RuleError;
use crate::options::option_names;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};
use std::fmt;

/// A game of the family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum ToguzGame {
    /// Toguz Kumalak (Toguz Korgool): 9 holes of 9 balls.
    Toguz,
    /// Qozdatu: 7 holes of 7 balls, no tuzdik.
    Qozdatu,
    /// Bestemshe: 5 holes of 5 balls, no tuzdik.
    Bestemshe,
}

impl ToguzGame {
    /// All games of the family.
    pub const ALL: &'static [Self] = &[Self::Toguz, Self::Qozdatu, Self::Bestemshe];

    /// The holes a side, and the balls in each at the start.
    #[inline(always)]
    #[must_use]
    pub const fn holes(self) -> u32 {
        match self {
            Self::Toguz => 9,
            Self::Qozdatu => 7,
            Self::Bestemshe => 5,
        }
    }

    /// All balls of the game: 162, 98 or 50.
    #[must_use]
    pub const fn balls(self) -> u32 {
        2 * self.holes() * self.holes()
    }

    /// The game's name in a rules id.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Toguz => "toguz",
            Self::Qozdatu => "qozdatu",
            Self::Bestemshe => "bestemshe",
        }
    }
}

/// The rule for a player to move without a ball.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Atsyz {
    /// The game ends; the opponent takes all balls left.
    #[default]
    RestToOpponent,
    /// The opponent makes one more move. If the stuck player then has a ball the game goes on, else
    /// the opponent takes the rest.
    ExtraMove,
}

/// Whether tuzdiks are made, and where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Tuzdik {
    /// In the opponent's holes 1 to 8.
    #[default]
    Standard,
    /// In the opponent's ninth hole too.
    AllowNinth,
    /// Nowhere.
    None,
}

/// Whether the first ball goes back into the hole it came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Origin {
    /// It does, if there are two or more.
    #[default]
    FirstBall,
    /// All balls go to the following holes.
    Skipped,
}

/// The contents of an opponent's hole that a last ball captures.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum ToguzCapture {
    /// Every even number.
    #[default]
    Even,
    /// Two only.
    Two,
}

option_names!(
    Atsyz,
    RestToOpponent = "rest-to-opponent",
    ExtraMove = "extra-move"
);
option_names!(
    Tuzdik,
    Standard = "standard",
    AllowNinth = "allow-ninth",
    None = "none"
);
option_names!(Origin, FirstBall = "first-ball", Skipped = "skipped");
option_names!(ToguzCapture, Even = "even", Two = "two");

/// The rules of one form of a game of the family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct ToguzRules {
    /// The game, which gives the numbers of holes and balls.
    pub game: ToguzGame,
    /// Whether a kazan past half of all balls ends the game at once.
    pub stop_at_majority: bool,
    /// The rule for a player without a ball to move.
    pub atsyz: Atsyz,
    /// Whether tuzdiks are made.
    pub tuzdik: Tuzdik,
    /// Whether the first ball goes back.
    pub origin: Origin,
    /// The contents that are captured.
    pub capture: ToguzCapture,
}

impl ToguzRules {
    /// The default rules of a game.
    #[must_use]
    pub const fn new(game: ToguzGame) -> Self {
        Self {
            game,
            stop_at_majority: true,
            atsyz: Atsyz::RestToOpponent,
            tuzdik: match game {
                ToguzGame::Toguz => Tuzdik::Standard,
                ToguzGame::Qozdatu | ToguzGame::Bestemshe => Tuzdik::None,
            },
            origin: Origin::FirstBall,
            capture: ToguzCapture::Even,
        }
    }

    /// All 48 combinations of options for a game.
    #[must_use]
    pub fn all_options(game: ToguzGame) -> Vec<Self> {
        let mut all = Vec::with_capacity(48);
        for stop_at_majority in [true, false] {
            for &atsyz in Atsyz::ALL {
                for &tuzdik in Tuzdik::ALL {
                    for &origin in Origin::ALL {
                        for &capture in ToguzCapture::ALL {
                            all.push(Self {
                                game,
                                stop_at_majority,
                                atsyz,
                                tuzdik,
                                origin,
                                capture,
                            });
                        }
                    }
                }
            }
        }
        all
    }

    /// The holes a side.
    #[inline(always)]
    #[must_use]
    pub const fn holes(&self) -> u32 {
        self.game.holes()
    }

    /// All balls of the game.
    #[must_use]
    pub const fn balls(&self) -> u32 {
        self.game.balls()
    }

    /// The balls in a kazan that win: more than half of all.
    #[must_use]
    pub const fn majority(&self) -> u32 {
        self.balls() / 2 + 1
    }

    /// Whether a tuzdik may be made in the hole with this number (from 1), by the hole alone.
    #[must_use]
    pub const fn allows_tuzdik_in(&self, hole: u32) -> bool {
        match self.tuzdik {
            Tuzdik::Standard => hole >= 1 && hole < self.holes(),
            Tuzdik::AllowNinth => hole >= 1 && hole <= self.holes(),
            Tuzdik::None => false,
        }
    }

    /// Sets an option by its name, as in `atsyz=extra-move`.
    ///
    /// # Errors
    ///
    /// [`RuleError::Option`] for a name that the family does not have, [`RuleError::Value`] for a
    /// value that the option does not have.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), RuleError> {
        match option {
            "stop-at-majority" => {
                self.stop_at_majority = match value {
                    "on" => true,
                    "off" => false,
                    _ => {
                        return Err(RuleError::Value {
                            option: option.to_owned(),
                            found: value.to_owned(),
                            allowed: "on, off".to_owned(),
                        });
                    }
                }
            }
            "atsyz" => self.atsyz = Atsyz::from_name(option, value)?,
            "tuzdik" => self.tuzdik = Tuzdik::from_name(option, value)?,
            "origin" => self.origin = Origin::from_name(option, value)?,
            "capture" => self.capture = ToguzCapture::from_name(option, value)?,
            _ => {
                return Err(RuleError::Option {
                    game: self.game.name(),
                    found: option.to_owned(),
                    allowed: "stop-at-majority, atsyz, tuzdik, origin, capture",
                });
            }
        }
        Ok(())
    }

    const fn majority_name(&self) -> &'static str {
        if self.stop_at_majority { "on" } else { "off" }
    }

    /// The rules with every option spelled out, defaults too: what a database header carries.
    #[must_use]
    pub fn id(&self) -> String {
        format!(
            "{},stop-at-majority={},atsyz={},tuzdik={},origin={},capture={}",
            self.game.name(),
            self.majority_name(),
            self.atsyz.name(),
            self.tuzdik.name(),
            self.origin.name(),
            self.capture.name()
        )
    }
}

/// The short form: the game's name, with only the options that differ from its defaults behind it.
impl fmt::Display for ToguzRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = Self::new(self.game);
        write!(f, "{}", self.game.name())?;
        if self.stop_at_majority != default.stop_at_majority {
            write!(f, ",stop-at-majority={}", self.majority_name())?;
        }
        if self.atsyz != default.atsyz {
            write!(f, ",atsyz={}", self.atsyz.name())?;
        }
        if self.tuzdik != default.tuzdik {
            write!(f, ",tuzdik={}", self.tuzdik.name())?;
        }
        if self.origin != default.origin {
            write!(f, ",origin={}", self.origin.name())?;
        }
        if self.capture != default.capture {
            write!(f, ",capture={}", self.capture.name())?;
        }
        Ok(())
    }
}
