//! Sizes in bytes, as they are given on the command line (`20G`, `512M`) and as they are shown
//! (`1.25 GiB`).

use std::fmt;
use std::str::FromStr;

/// A number of bytes. Units are powers of 1024.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Size(pub(crate) u64);

/// The smallest transposition table that can be asked for.
const SMALLEST_TABLE: u64 = 64 << 10;

/// Reads the bytes of a transposition table, written as a [`Size`].
///
/// # Errors
///
/// If it is not a size, or less than 64 KiB: that is most likely a number without its unit.
pub(crate) fn parse_table_bytes(text: &str) -> Result<u64, SizeError> {
    match text.parse()? {
        Size(bytes) if bytes < SMALLEST_TABLE => {
            Err(SizeError("less than 64K, the smallest table"))
        }
        Size(bytes) => Ok(bytes),
    }
}

const UNITS: [(char, u32); 4] = [('K', 10), ('M', 20), ('G', 30), ('T', 40)];

/// The reason why a text is not a size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SizeError(&'static str);

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; sizes are written like 20G, 1.5G or 512M", self.0)
    }
}

impl std::error::Error for SizeError {}

impl FromStr for Size {
    type Err = SizeError;

    /// Reads a number with an optional fraction and a unit: K, M, G or T in either case, with or
    /// without `B` or `iB` after it. A number alone is of bytes.
    fn from_str(text: &str) -> Result<Self, SizeError> {
        let text = text.trim();
        let digits = text
            .find(|c: char| !c.is_ascii_digit() && c != '.')
            .unwrap_or(text.len());
        let (number, unit) = text.split_at(digits);
        let shift = shift_of(unit.trim())?;
        let bytes = match number.split_once('.') {
            None => number
                .parse::<u64>()
                .map_err(|_| SizeError("not a number with a unit"))?
                .checked_mul(1 << shift),
            Some((whole, fraction)) => scaled(whole, fraction, shift)?,
        };
        let bytes = bytes.ok_or(SizeError("more bytes than there can be"))?;
        if bytes == 0 {
            return Err(SizeError("a size of 0"));
        }
        Ok(Self(bytes))
    }
}

fn shift_of(unit: &str) -> Result<u32, SizeError> {
    let mut letters = unit.chars();
    let Some(first) = letters.next() else {
        return Ok(0);
    };
    let rest = letters.as_str();
    let first = first.to_ascii_uppercase();
    if first == 'B' && rest.is_empty() {
        return Ok(0);
    }
    let known = UNITS.iter().find(|(letter, _)| *letter == first);
    match known {
        Some((_, shift)) if ["", "b", "ib"].contains(&rest.to_ascii_lowercase().as_str()) => {
            Ok(*shift)
        }
        _ => Err(SizeError("not a number with a unit K, M, G or T")),
    }
}

/// `whole.fraction` times two to the power of `shift`, rounded down; `None` if it is too large.
fn scaled(whole: &str, fraction: &str, shift: u32) -> Result<Option<u64>, SizeError> {
    const WRONG: SizeError = SizeError("not a number with a unit");
    let whole: u64 = whole.parse().map_err(|_| WRONG)?;
    if fraction.is_empty() || fraction.len() > 9 {
        return Err(WRONG);
    }
    let numerator: u64 = fraction.parse().map_err(|_| WRONG)?;
    let denominator = 10u128.pow(u32::try_from(fraction.len()).map_err(|_| WRONG)?);
    let part = (u128::from(numerator) << shift) / denominator;
    Ok(whole
        .checked_mul(1 << shift)
        .and_then(|bytes| bytes.checked_add(u64::try_from(part).ok()?)))
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = UNITS.iter().rev().find(|(_, shift)| self.0 >> shift > 0);
        match unit {
            None => write!(f, "{} bytes", self.0),
            Some((letter, shift)) => {
                let value = self.0 as f64 / (1u64 << shift) as f64;
                let decimals = match value {
                    v if v < 9.995 => 2,
                    v if v < 99.95 => 1,
                    _ => 0,
                };
                write!(f, "{value:.decimals$} {letter}iB")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_every_unit() {
        for (text, bytes) in [
            ("1", 1),
            ("1b", 1),
            ("4096", 4096),
            ("2K", 2048),
            ("512M", 512 << 20),
            ("512MiB", 512 << 20),
            ("512 mb", 512 << 20),
            ("20G", 20 << 30),
            ("20g", 20 << 30),
            ("1.5G", 3 << 29),
            ("0.001K", 1),
            ("3T", 3 << 40),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
    }

    #[test]
    fn tables_below_64_kibibytes_are_refused() {
        for text in ["32", "65535", "63K", "0", "much"] {
            assert!(parse_table_bytes(text).is_err(), "{text}");
        }
        for (text, bytes) in [("64K", 64 << 10), ("65536", 64 << 10), ("32M", 32 << 20)] {
            assert_eq!(parse_table_bytes(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "G",
            "20X",
            "20GG",
            "-1G",
            "0",
            "0G",
            "1.G",
            ".5G",
            "1.2.3G",
            "0x10",
            "20G 5M",
            "99999999999T",
            "18446744073709551616",
            "1e9",
        ] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_shown_with_three_digits() {
        for (bytes, text) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            (1024, "1.00 KiB"),
            (1_342_177_280, "1.25 GiB"),
            (20 << 30, "20.0 GiB"),
            (512 << 20, "512 MiB"),
            (u64::MAX, "16777216 TiB"),
        ] {
            assert_eq!(Size(bytes).to_string(), text);
        }
    }
}
