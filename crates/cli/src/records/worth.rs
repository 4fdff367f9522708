//! What is proved of a value: the value itself, or bounds of it.

use crate::text::numbers::signed;
use mancala_search::Bounds;
use serde::{Deserialize, Serialize};

/// Bounds, of which a record has `value_seeds` where they leave one value only, else `lower_seeds`
/// and `upper_seeds`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
pub(crate) struct Worth(Bounds);

#[derive(Serialize, Deserialize)]
struct Fields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value_seeds: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lower_seeds: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    upper_seeds: Option<i32>,
}

impl TryFrom<Fields> for Worth {
    type Error = &'static str;

    fn try_from(fields: Fields) -> Result<Self, Self::Error> {
        match fields {
            Fields {
                value_seeds: Some(value),
                ..
            } => Ok(Self::exactly(value)),
            Fields {
                lower_seeds: Some(lower),
                upper_seeds: Some(upper),
                ..
            } => Ok(Self(Bounds { lower, upper })),
            _ => Err("missing field `value_seeds`, or `lower_seeds` and `upper_seeds`"),
        }
    }
}

impl From<Worth> for Fields {
    fn from(worth: Worth) -> Self {
        let value = worth.value();
        let bound = |bound| value.is_none().then_some(bound);
        Self {
            value_seeds: value,
            lower_seeds: bound(worth.0.lower),
            upper_seeds: bound(worth.0.upper),
        }
    }
}

impl From<Bounds> for Worth {
    fn from(bounds: Bounds) -> Self {
        Self(bounds)
    }
}

impl Worth {
    pub(crate) const fn exactly(value: i32) -> Self {
        Self(Bounds::exactly(value))
    }

    pub(crate) const fn bounds(self) -> Bounds {
        self.0
    }

    /// The value, if it is known.
    pub(crate) const fn value(self) -> Option<i32> {
        self.0.value()
    }

    /// What the best of several moves is worth; none if there are none.
    pub(crate) fn of_best(moves: impl Iterator<Item = Self>) -> Option<Self> {
        moves.reduce(|Self(best), Self(other)| {
            Self(Bounds {
                lower: best.lower.max(other.lower),
                upper: best.upper.max(other.upper),
            })
        })
    }

    /// Whether both can be true.
    pub(crate) const fn agrees_with(self, other: Bounds) -> bool {
        let both = self.0.intersect(other);
        both.lower <= both.upper
    }

    /// Whether it says all that the other does.
    pub(crate) const fn is_as_close_as(self, other: Self) -> bool {
        self.0.lower >= other.0.lower && self.0.upper <= other.0.upper
    }

    /// `+8`, or `-32 to +42`.
    pub(crate) fn words(self) -> String {
        match self.value() {
            Some(value) => signed(value),
            None => format!("{} to {}", signed(self.0.lower), signed(self.0.upper)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_written_as_a_value_or_as_bounds() {
        let bounds = Worth(Bounds {
            lower: -4,
            upper: 10,
        });
        for (worth, text, words) in [
            (Worth::exactly(8), r#"{"value_seeds":8}"#, "+8"),
            (
                bounds,
                r#"{"lower_seeds":-4,"upper_seeds":10}"#,
                "-4 to +10",
            ),
        ] {
            assert_eq!(serde_json::to_string(&worth).unwrap(), text);
            assert_eq!(serde_json::from_str::<Worth>(text).unwrap(), worth);
            assert_eq!(worth.words(), words);
        }
        assert!(serde_json::from_str::<Worth>(r#"{"lower_seeds":-4}"#).is_err());
        let both = r#"{"lower_seeds":8,"upper_seeds":8,"value_seeds":8}"#;
        assert_eq!(
            serde_json::from_str::<Worth>(both).unwrap(),
            Worth::exactly(8)
        );
    }

    #[test]
    fn bounds_agree_where_they_meet() {
        let worth = |lower, upper| Worth(Bounds { lower, upper });
        assert!(worth(-4, 10).agrees_with(Bounds::exactly(10)));
        assert!(!worth(-4, 10).agrees_with(Bounds::exactly(12)));
        let best = Worth::of_best([worth(-4, 8), worth(0, 2)].into_iter());
        assert_eq!(best, Some(worth(0, 8)));
        assert!(worth(-4, 8).is_as_close_as(worth(-4, 10)));
        assert!(!worth(-6, 8).is_as_close_as(worth(-4, 10)));
    }
}
