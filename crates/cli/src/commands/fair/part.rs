//! A part of a list, so that several machines or runs can share the work: `2/8`.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// One of several parts of equal length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    number: usize,
    of: usize,
}

/// A text that names no part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PartError;

impl fmt::Display for PartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a part as 2/8: its number, from 1 on, and how many there are")
    }
}

impl std::error::Error for PartError {}

impl FromStr for Part {
    type Err = PartError;

    fn from_str(text: &str) -> Result<Self, PartError> {
        let (number, of) = text.split_once('/').ok_or(PartError)?;
        let read = |text: &str| text.parse::<u32>().map_err(|_| PartError);
        let (number, of) = (read(number)? as usize, read(of)? as usize);
        if (1..=of).contains(&number) {
            Ok(Self { number, of })
        } else {
            Err(PartError)
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl Part {
    /// The places of a list that are this part.
    pub(super) const fn range(self, length: usize) -> Range<usize> {
        length * (self.number - 1) / self.of..length * self.number / self.of
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_are_the_whole() {
        for length in [0, 1, 7, 6396] {
            for of in 1..=9 {
                let parts = (1..=of).map(|number| Part { number, of }.range(length));
                let places: Vec<_> = parts.flatten().collect();
                assert!(places.into_iter().eq(0..length));
            }
        }
    }

    #[test]
    fn what_is_no_part_is_refused() {
        assert_eq!("2/8".parse(), Ok(Part { number: 2, of: 8 }));
        for text in ["", "2", "0/8", "9/8", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert_eq!(text.parse::<Part>(), Err(PartError), "{text}");
        }
    }
}
