//! Ranges of whole numbers as options take them: `3`, `-2..2`, `5..`, `..-1`, both ends included.

use std::fmt;
use std::str::FromStr;

/// The whole numbers from the first to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Range {
    pub(crate) first: i32,
    pub(crate) last: i32,
}

impl Range {
    /// All numbers.
    pub(crate) const ALL: Self = Self {
        first: i32::MIN,
        last: i32::MAX,
    };

    pub(crate) fn contains(self, number: i32) -> bool {
        (self.first..=self.last).contains(&number)
    }
}

/// The reason why a text is not a range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RangeError(String);

impl fmt::Display for RangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}; ranges are written like 3, -2..2, 5.. or ..-1, both ends included",
            self.0
        )
    }
}

impl std::error::Error for RangeError {}

impl FromStr for Range {
    type Err = RangeError;

    fn from_str(text: &str) -> Result<Self, RangeError> {
        let number = |text: &str| {
            text.parse::<i32>()
                .map_err(|_| RangeError(format!("`{text}` is not a whole number")))
        };
        let end = |text: &str, open: i32| match text.trim() {
            "" => Ok(open),
            text => number(text),
        };
        let range = match text.split_once("..") {
            None => {
                let only = number(text.trim())?;
                Self {
                    first: only,
                    last: only,
                }
            }
            Some((first, last)) => Self {
                first: end(first, Self::ALL.first)?,
                last: end(last, Self::ALL.last)?,
            },
        };
        if range.first > range.last {
            return Err(RangeError(format!(
                "no number lies between {} and {}",
                range.first, range.last
            )));
        }
        Ok(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_both_ends_or_one() {
        let range = |text: &str| text.parse::<Range>().map(|range| (range.first, range.last));
        assert_eq!(range("3"), Ok((3, 3)));
        assert_eq!(range("-2"), Ok((-2, -2)));
        assert_eq!(range("-2..2"), Ok((-2, 2)));
        assert_eq!(range("-6..-4"), Ok((-6, -4)));
        assert_eq!(range("+5.."), Ok((5, i32::MAX)));
        assert_eq!(range("..-1"), Ok((i32::MIN, -1)));
        assert_eq!(range(".."), Ok((i32::MIN, i32::MAX)));
        for text in ["", "x", "2..1", "1...2", "1..2..3", "1-2", "4000000000"] {
            assert!(range(text).is_err(), "{text}");
        }
        assert!(Range::ALL.contains(-7));
        assert!(!"1..2".parse::<Range>().is_ok_and(|range| range.contains(3)));
    }
}
