//! The value of a record: exact, or bounds of it.

use crate::text::kalah::value_or_bounds;
use mancala_search::Bounds;
use serde::{Deserialize, Serialize};

/// Proved bounds of a value. In JSON `value_seeds` if they leave one value only, else `lower_seeds`
/// and `upper_seeds`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
pub(crate) struct RecordedValue(Bounds);

#[derive(Serialize, Deserialize)]
struct Fields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    value_seeds: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lower_seeds: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    upper_seeds: Option<i32>,
}

impl TryFrom<Fields> for RecordedValue {
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

impl From<RecordedValue> for Fields {
    fn from(value: RecordedValue) -> Self {
        let exact = value.exact();
        let bound = |bound| exact.is_none().then_some(bound);
        Self {
            value_seeds: exact,
            lower_seeds: bound(value.0.lower),
            upper_seeds: bound(value.0.upper),
        }
    }
}

impl From<Bounds> for RecordedValue {
    fn from(bounds: Bounds) -> Self {
        Self(bounds)
    }
}

impl RecordedValue {
    pub(crate) const fn exactly(value: i32) -> Self {
        Self(Bounds::exactly(value))
    }

    pub(crate) const fn bounds(self) -> Bounds {
        self.0
    }

    /// The value, if the bounds leave one only.
    pub(crate) const fn exact(self) -> Option<i32> {
        self.0.value()
    }

    /// The value of the best of several moves; none if there are none.
    pub(crate) fn of_best(moves: impl Iterator<Item = Self>) -> Option<Self> {
        moves.reduce(|Self(best), Self(other)| {
            Self(Bounds {
                lower: best.lower.max(other.lower),
                upper: best.upper.max(other.upper),
            })
        })
    }

    /// Whether some value lies within these bounds and the others.
    pub(crate) const fn agrees_with(self, other: Bounds) -> bool {
        let both = self.0.intersect(other);
        both.lower <= both.upper
    }

    /// Whether these bounds are at least as close as the others.
    pub(crate) const fn is_as_close_as(self, other: Self) -> bool {
        self.0.lower >= other.0.lower && self.0.upper <= other.0.upper
    }

    /// The value or its bounds in words: `+8`, or `-32 to +42`.
    pub(crate) fn words(self) -> String {
        value_or_bounds(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_values_and_bounds_have_their_fields() {
        let bounds = RecordedValue(Bounds {
            lower: -4,
            upper: 10,
        });
        for (value, text, words) in [
            (RecordedValue::exactly(8), r#"{"value_seeds":8}"#, "+8"),
            (
                bounds,
                r#"{"lower_seeds":-4,"upper_seeds":10}"#,
                "-4 to +10",
            ),
        ] {
            assert_eq!(serde_json::to_string(&value).unwrap(), text);
            assert_eq!(serde_json::from_str::<RecordedValue>(text).unwrap(), value);
            assert_eq!(value.words(), words);
        }
        assert!(serde_json::from_str::<RecordedValue>(r#"{"lower_seeds":-4}"#).is_err());
        let both = r#"{"lower_seeds":8,"upper_seeds":8,"value_seeds":8}"#;
        assert_eq!(
            serde_json::from_str::<RecordedValue>(both).unwrap(),
            RecordedValue::exactly(8)
        );
    }

    #[test]
    fn bounds_that_meet_agree() {
        let between = |lower, upper| RecordedValue(Bounds { lower, upper });
        assert!(between(-4, 10).agrees_with(Bounds::exactly(10)));
        assert!(!between(-4, 10).agrees_with(Bounds::exactly(12)));
        let best = RecordedValue::of_best([between(-4, 8), between(0, 2)].into_iter());
        assert_eq!(best, Some(between(0, 8)));
        assert!(between(-4, 8).is_as_close_as(between(-4, 10)));
        assert!(!between(-6, 8).is_as_close_as(between(-4, 10)));
    }
}
