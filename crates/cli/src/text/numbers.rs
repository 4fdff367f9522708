//! Numbers for people: groups of thousands, signs, counts with nouns, rates.

use super::duration::shown;
use std::time::Duration;

/// A number with commas between thousands: `14,811,651,049`.
pub(crate) fn grouped(number: u64) -> String {
    grouped_digits(&number.to_string())
}

/// The same of the digits of a number of any size.
pub(crate) fn grouped_digits(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number that may be negative with commas between thousands.
pub(crate) fn grouped_signed(number: i64) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(number.unsigned_abs()))
}

/// A count with its noun: `1 game`, `1,200 games`.
pub(crate) fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// A value in seeds, with its sign unless it is 0: `+8`, `0`, `-2`.
pub(crate) fn signed(value: impl Into<i64>) -> String {
    match value.into() {
        0 => "0".to_owned(),
        value => format!("{value:+}"),
    }
}

/// The rate a second, rounded down; 0 if no time passed.
pub(crate) fn per_second(count: u64, time: Duration) -> u64 {
    let nanos = time.as_nanos();
    (u128::from(count) * 1_000_000_000)
        .checked_div(nanos)
        .map_or(0, |rate| u64::try_from(rate).unwrap_or(u64::MAX))
}

/// The rate of a count in a time, for people.
pub(crate) fn speed(count: u64, time: Duration, unit: &str) -> String {
    rate(count as f64 / time.as_secs_f64().max(1e-9), unit)
}

/// The cost of a search, for people: `1,200 nodes in 3 ms, 400 k nodes/s`.
pub(crate) fn search_effort(nodes: u64, time: Duration) -> String {
    format!(
        "{} in {}, {}",
        plural(nodes, "node", "nodes"),
        shown(time),
        speed(nodes, time, "nodes")
    )
}

/// A rate for people: `118 M nodes/s`, `4.7 k positions/s`.
pub(crate) fn rate(a_second: f64, unit: &str) -> String {
    let (value, prefix) = match a_second {
        r if r >= 999.5e6 => (r / 1e9, "G "),
        r if r >= 999.5e3 => (r / 1e6, "M "),
        r if r >= 999.5 => (r / 1e3, "k "),
        r => (r, ""),
    };
    let decimals = match value {
        v if v < 9.995 && !prefix.is_empty() => 2,
        v if v < 99.95 && !prefix.is_empty() => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {prefix}{unit}/s")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_commas_signs_and_nouns() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (563_055, "563,055"),
            (14_811_651_049, "14,811,651,049"),
        ] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!(grouped_signed(-1_234), "-1,234");
        assert_eq!(plural(1, "game", "games"), "1 game");
        assert_eq!(plural(1_200, "game", "games"), "1,200 games");
        assert_eq!(signed(8), "+8");
        assert_eq!(signed(0), "0");
        assert_eq!(signed(-2), "-2");
    }

    #[test]
    fn rates_have_three_digits_and_a_unit_prefix() {
        assert_eq!(rate(12.0, "nodes"), "12 nodes/s");
        assert_eq!(rate(4_712.0, "nodes"), "4.71 k nodes/s");
        assert_eq!(rate(118_400_000.0, "nodes"), "118 M nodes/s");
        assert_eq!(rate(1.25e9, "positions"), "1.25 G positions/s");
        assert_eq!(per_second(10, Duration::from_millis(500)), 20);
        assert_eq!(per_second(10, Duration::ZERO), 0);
    }
}
