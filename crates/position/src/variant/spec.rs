//! Games as they are named on a command line: `kalah:6,4,capture=empty`, `toguz`,
//! `toguz,atsyz=extra-move`.

use crate::error::RuleError;
use crate::kalah::{Capture, KalahRules};
use crate::toguz::{ToguzGame, ToguzRules};
use std::fmt;
use std::str::FromStr;

/// The name under which Kalah is played with `capture=empty`.
const EMPTY_CAPTURE_PRESET: &str = "kalah-empty-capture";

/// A game with all its options and, where a start is meant, the seeds in each pit.
///
/// Read from text by [`FromStr`] and written by [`Display`](fmt::Display) in its shortest form,
/// which reads back as the same game:
///
/// ```
/// use mancala_position::GameSpec;
///
/// let spec: GameSpec = "kalah-empty-capture:6,4,end=at-once".parse()?;
/// assert_eq!(spec.to_string(), "kalah:6,4,capture=empty");
/// # Ok::<(), mancala_position::RuleError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameSpec {
    /// Kalah.
    Kalah {
        /// Pits and options.
        rules: KalahRules,
        /// The seeds in each pit at the start, where one was named.
        seeds: Option<u32>,
        /// Whether the second player may swap sides after the first turn.
        pie: bool,
    },
    /// A game of the Toguz family, whose start is fixed.
    Toguz {
        /// The game and its options.
        rules: ToguzRules,
    },
}

impl GameSpec {
    /// The same game without the seeds of a start and without what concerns the start alone.
    #[must_use]
    pub const fn without_start(&self) -> Self {
        match *self {
            Self::Kalah { rules, .. } => Self::Kalah {
                rules,
                seeds: None,
                pie: false,
            },
            Self::Toguz { rules } => Self::Toguz { rules },
        }
    }
}

/// The options behind a game's name, with the text they are part of for error messages.
struct Parts<'a> {
    text: &'a str,
    options: Vec<&'a str>,
}

impl<'a> Parts<'a> {
    fn refuse(&self, found: &str, expected: &'static str) -> RuleError {
        RuleError::Form {
            text: self.text.to_owned(),
            found: found.to_owned(),
            expected,
        }
    }

    /// Hands every `option=value` to `set`, and refuses an option that has been named before.
    fn set_options(
        &self,
        mut named: Vec<&'a str>,
        mut set: impl FnMut(&str, &str) -> Result<(), RuleError>,
    ) -> Result<(), RuleError> {
        for part in &self.options {
            let Some((option, value)) = part.split_once('=') else {
                return Err(self.refuse(part, "an option with its value, as in `capture=empty`"));
            };
            if named.contains(&option) {
                return Err(RuleError::Duplicate {
                    text: self.text.to_owned(),
                    option: option.to_owned(),
                });
            }
            set(option, value)?;
            named.push(option);
        }
        Ok(())
    }
}

/// A number in digits alone.
fn number(text: &str) -> Option<u32> {
    text.bytes()
        .all(|byte| byte.is_ascii_digit())
        .then(|| text.parse().ok())
        .flatten()
}

fn on_or_off(option: &str, value: &str) -> Result<bool, RuleError> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(RuleError::Value {
            option: option.to_owned(),
            found: value.to_owned(),
            allowed: "on, off".to_owned(),
        }),
    }
}

fn parse_kalah(mut parts: Parts<'_>, pits: &str, preset: bool) -> Result<GameSpec, RuleError> {
    let Some(pits) = number(pits) else {
        return Err(parts.refuse(pits, "a number of pits, as in `kalah:6`"));
    };
    let mut rules = KalahRules::new(pits)?;
    let mut named = Vec::new();
    if preset {
        rules.capture = Capture::Empty;
        named.push("capture");
    }
    let mut seeds = None;
    if let Some(first) = parts.options.first()
        && !first.contains('=')
    {
        seeds = number(first);
        if seeds.is_none() {
            return Err(parts.refuse(
                first,
                "the seeds in each pit, or an option as in `capture=empty`",
            ));
        }
        parts.options.remove(0);
    }
    let mut pie = false;
    parts.set_options(named, |option, value| {
        if option == "pie" {
            pie = on_or_off(option, value)?;
            return Ok(());
        }
        rules.set(option, value)
    })?;
    Ok(GameSpec::Kalah { rules, seeds, pie })
}

impl FromStr for GameSpec {
    type Err = RuleError;

    /// Reads `kalah:PITS`, `kalah:PITS,SEEDS` (also `kalah-empty-capture:...`), `toguz`,
    /// `bestemshe` or `qozdatu`, with options as `option=value` behind it, each after a comma and
    /// at most once.
    ///
    /// # Errors
    ///
    /// [`RuleError`] for a game, an option or a value that does not exist, for an option named
    /// twice (`kalah-empty-capture` names `capture`), a number of pits that is not held, and any
    /// other form.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let mut options = text.split(',').collect::<Vec<_>>();
        let head = options.remove(0);
        let parts = Parts { text, options };
        let (name, pits) = match head.split_once(':') {
            Some((name, pits)) => (name, Some(pits)),
            None => (head, None),
        };
        if name == "kalah" || name == EMPTY_CAPTURE_PRESET {
            let Some(pits) = pits else {
                return Err(parts.refuse(head, "the number of pits behind it, as in `kalah:6`"));
            };
            return parse_kalah(parts, pits, name == EMPTY_CAPTURE_PRESET);
        }
        let Some(&game) = ToguzGame::ALL.iter().find(|game| game.name() == name) else {
            return Err(RuleError::Game {
                found: name.to_owned(),
            });
        };
        if pits.is_some() {
            return Err(parts.refuse(head, "the name alone, since this game's board is fixed"));
        }
        let mut rules = ToguzRules::new(game);
        parts.set_options(Vec::new(), |option, value| rules.set(option, value))?;
        Ok(Self::Toguz { rules })
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kalah { rules, seeds, pie } => {
                write!(f, "kalah:{}", rules.pits())?;
                if let Some(seeds) = seeds {
                    write!(f, ",{seeds}")?;
                }
                rules.write_options(f)?;
                if *pie {
                    write!(f, ",pie=on")?;
                }
                Ok(())
            }
            Self::Toguz { rules } => rules.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(text: &str) -> GameSpec {
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn error(text: &str) -> String {
        text.parse::<GameSpec>()
            .expect_err("must not be read")
            .to_string()
    }

    #[test]
    fn the_short_form_leaves_defaults_out() {
        for (text, short) in [
            ("kalah:6", "kalah:6"),
            ("kalah:6,4", "kalah:6,4"),
            ("kalah:8,0,pie=off,lap=plain", "kalah:8,0"),
            (
                "kalah:6,4,pie=on,lap=skip-origin,leftover=nobody,end=on-turn,capture=empty",
                "kalah:6,4,capture=empty,end=on-turn,leftover=nobody,lap=skip-origin,pie=on",
            ),
            ("kalah-empty-capture:6,4", "kalah:6,4,capture=empty"),
            ("toguz", "toguz"),
            ("toguz,tuzdik=standard", "toguz"),
            ("bestemshe,tuzdik=standard", "bestemshe,tuzdik=standard"),
            (
                "qozdatu,capture=two,stop-at-majority=off,atsyz=extra-move,origin=skipped",
                "qozdatu,stop-at-majority=off,atsyz=extra-move,origin=skipped,capture=two",
            ),
        ] {
            assert_eq!(spec(text).to_string(), short);
            assert_eq!(spec(short), spec(text));
        }
    }

    #[test]
    fn every_combination_of_options_reads_back() {
        for pits in 1..=8 {
            for rules in KalahRules::all_options(pits).expect("1 to 8 pits are held") {
                for (seeds, pie) in [(None, false), (Some(4), true), (Some(u32::MAX), false)] {
                    let spec = GameSpec::Kalah { rules, seeds, pie };
                    assert_eq!(spec.to_string().parse(), Ok(spec));
                }
            }
        }
        for &game in ToguzGame::ALL {
            for rules in ToguzRules::all_options(game) {
                let spec = GameSpec::Toguz { rules };
                assert_eq!(spec.to_string().parse(), Ok(spec));
                assert_eq!(rules.id().parse(), Ok(spec));
            }
        }
    }

    #[test]
    fn what_does_not_exist_is_refused_by_name() {
        for (text, part) in [
            ("", "there is no game ``"),
            ("kalha:6", "did you mean `kalah`?"),
            ("Toguz", "did you mean `toguz`?"),
            ("chess", "there is no game `chess`"),
            ("kalah", "the number of pits behind it"),
            ("kalah,4", "the number of pits behind it"),
            ("kalah:", "a number of pits"),
            ("kalah:+6", "cannot read `+6`"),
            ("kalah:six", "cannot read `six`"),
            ("kalah:99999999999", "cannot read `99999999999`"),
            ("kalah:0", "0 pits a side"),
            ("kalah:9", "9 pits a side"),
            ("kalah:6,", "the seeds in each pit, or an option"),
            ("kalah:6,x", "cannot read `x`"),
            ("kalah:6,4,5", "cannot read `5`"),
            ("kalah:6,capture=empty,4", "cannot read `4`"),
            ("kalah:6,4,capture", "cannot read `capture`"),
            ("kalah:6,captrue=empty", "did you mean `capture`?"),
            ("kalah:6,capture=emtpy", "did you mean `empty`?"),
            ("kalah:6,pie=yes", "`pie` cannot be `yes`"),
            ("kalah:6,lap=plain,lap=plain", "`lap` is named twice"),
            (
                "kalah-empty-capture:6,capture=never",
                "`capture` is named twice",
            ),
            ("toguz:9", "the name alone"),
            ("toguz,9", "cannot read `9`"),
            ("toguz,lap=plain", "toguz has no option `lap`"),
            ("toguz,atsyz=extra", "`atsyz` cannot be `extra`"),
            ("toguz,atsyz=a,atsyz=b", "`atsyz` cannot be `a`"),
        ] {
            let message = error(text);
            assert!(message.contains(part), "{text}: {message}");
        }
        assert!(!error("chess").contains("did you mean"));
    }
}
