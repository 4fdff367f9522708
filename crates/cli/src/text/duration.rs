//! Durations, as they are given on the command line (`90s`, `10m`, `1h30m`) and as they are shown
//! (`2 min 05 s`).

use std::fmt;
use std::time::Duration;

/// A text that is not a duration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DurationError;

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("durations are written like 90s, 10m, 2h, 1d or 1h30m")
    }
}

impl std::error::Error for DurationError {}

/// Reads numbers with a unit each (`d`, `h`, `m`, `s` or `ms`); a number alone is of seconds.
///
/// # Errors
///
/// If the text is anything else, or the duration is too long to be counted.
pub(crate) fn parse(text: &str) -> Result<Duration, DurationError> {
    let mut rest = text.trim();
    if let Ok(seconds) = rest.parse::<u32>() {
        return Ok(Duration::from_secs(u64::from(seconds)));
    }
    if rest.is_empty() {
        return Err(DurationError);
    }
    let mut all = Duration::ZERO;
    while !rest.is_empty() {
        let digits = rest
            .find(|c: char| !c.is_ascii_digit())
            .ok_or(DurationError)?;
        let number: u32 = rest[..digits].parse().map_err(|_| DurationError)?;
        rest = &rest[digits..];
        let letters = rest
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(rest.len());
        let unit = match &rest[..letters] {
            "d" => Duration::from_secs(86_400),
            "h" => Duration::from_secs(3_600),
            "m" | "min" => Duration::from_secs(60),
            "s" => Duration::from_secs(1),
            "ms" => Duration::from_millis(1),
            _ => return Err(DurationError),
        };
        let part = unit.checked_mul(number).ok_or(DurationError)?;
        all = all.checked_add(part).ok_or(DurationError)?;
        rest = &rest[letters..];
    }
    Ok(all)
}

/// A duration for people: `12 µs`, `3 ms`, `1.24 s`, `2 min 05 s`, `1 h 02 min`, `3 d 04 h`.
pub(crate) fn shown(duration: Duration) -> String {
    let millis = millis(duration);
    let seconds = millis.saturating_add(500) / 1_000;
    if millis == 0 {
        format!("{} µs", duration.as_micros())
    } else if millis < 1_000 {
        format!("{millis} ms")
    } else if millis < 10_000 {
        format!("{:.2} s", duration.as_secs_f64())
    } else if millis < 59_950 {
        format!("{:.1} s", duration.as_secs_f64())
    } else if seconds < 3_600 {
        format!("{} min {:02} s", seconds / 60, seconds % 60)
    } else if seconds < 86_400 {
        format!("{} h {:02} min", seconds / 3_600, seconds % 3_600 / 60)
    } else {
        format!("{} d {:02} h", seconds / 86_400, seconds % 86_400 / 3_600)
    }
}

/// The whole milliseconds of a duration, for JSON.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_with_every_unit() {
        for (text, millis) in [
            ("90s", 90_000),
            ("90", 90_000),
            ("10m", 600_000),
            ("10min", 600_000),
            ("2h", 7_200_000),
            ("1d", 86_400_000),
            ("250ms", 250),
            ("1h30m", 5_400_000),
            ("1m30s", 90_000),
            ("0s", 0),
        ] {
            assert_eq!(parse(text), Ok(Duration::from_millis(millis)), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "s",
            "-1s",
            "1x",
            "1h30",
            "1.5h",
            "ten",
            "99999999999d",
            "1 h",
        ] {
            assert_eq!(parse(text), Err(DurationError), "{text}");
        }
    }

    #[test]
    fn durations_are_shown_by_their_size() {
        assert_eq!(shown(Duration::from_micros(12)), "12 µs");
        for (millis, text) in [
            (3, "3 ms"),
            (1_240, "1.24 s"),
            (12_340, "12.3 s"),
            (59_960, "1 min 00 s"),
            (125_000, "2 min 05 s"),
            (3_720_000, "1 h 02 min"),
            (273_600_000, "3 d 04 h"),
        ] {
            assert_eq!(shown(Duration::from_millis(millis)), text);
        }
    }
}
