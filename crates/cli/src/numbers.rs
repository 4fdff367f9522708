//! Numbers for people: thousands kept apart, rates, columns that line up.

use std::time::Duration;

/// The number with a comma between thousands: `14,811,651,049`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The same for a number with a sign.
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

/// How many of something a second, rounded down; 0 if no time passed.
pub(crate) fn per_second(count: u64, time: Duration) -> u64 {
    let nanos = time.as_nanos();
    (u128::from(count) * 1_000_000_000)
        .checked_div(nanos)
        .map_or(0, |rate| u64::try_from(rate).unwrap_or(u64::MAX))
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

/// A table in columns: the first row is the head, every column is as wide as its widest cell. Columns are
/// aligned to the right, those named in `left` to the left.
pub(crate) fn table(rows: &[Vec<String>], left: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            if column > 0 {
                line.push_str("  ");
            }
            if left.contains(&column) {
                line.push_str(&format!("{cell:<width$}"));
            } else {
                line.push_str(&format!("{cell:>width$}"));
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A head and words behind it, broken into lines of at most 100 characters that begin under the first word.
pub(crate) fn wrapped(head: &str, words: &str) -> String {
    const WIDTH: usize = 100;
    let indent = head.chars().count();
    let mut text = String::new();
    let mut line = head.to_owned();
    for word in words.split(' ') {
        let length = line.chars().count();
        if length > indent && length + 1 + word.chars().count() > WIDTH {
            text.push_str(line.trim_end());
            text.push('\n');
            line = " ".repeat(indent);
        } else if length > indent {
            line.push(' ');
        }
        line.push_str(word);
    }
    text.push_str(line.trim_end());
    text.push('\n');
    text
}

/// Moves with their values, the best first and marked; moves of equal value stay in order.
pub(crate) fn move_table<'a>(moves: impl Iterator<Item = (&'a str, i32)>, best: i32) -> String {
    let mut moves: Vec<_> = moves.collect();
    moves.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    let mut rows = vec![vec!["move".to_owned(), "value".to_owned(), String::new()]];
    rows.extend(moves.into_iter().map(|(name, value)| {
        let mark = if value == best { "best" } else { "" };
        vec![name.to_owned(), signed(value), mark.to_owned()]
    }));
    table(&rows, &[0, 2])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_kept_apart() {
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
    fn rates_have_three_digits_and_a_prefix() {
        assert_eq!(rate(12.0, "nodes"), "12 nodes/s");
        assert_eq!(rate(4_712.0, "nodes"), "4.71 k nodes/s");
        assert_eq!(rate(118_400_000.0, "nodes"), "118 M nodes/s");
        assert_eq!(rate(1.25e9, "positions"), "1.25 G positions/s");
        assert_eq!(per_second(10, Duration::from_millis(500)), 20);
        assert_eq!(per_second(10, Duration::ZERO), 0);
    }

    #[test]
    fn long_lines_are_broken_between_words() {
        assert_eq!(wrapped("line  ", "3-6 2 1"), "line  3-6 2 1\n");
        let words = vec!["3-6"; 40].join(" ");
        let text = wrapped("line  ", &words);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert!(lines.iter().all(|line| line.len() <= 100));
        assert!(lines[1].starts_with("      3-6 3-6"));
    }

    #[test]
    fn columns_line_up() {
        let rows = [
            vec!["move".to_owned(), "value".to_owned()],
            vec!["3-6".to_owned(), "+8".to_owned()],
            vec!["2".to_owned(), "-10".to_owned()],
        ];
        assert_eq!(
            table(&rows, &[0]),
            "move  value\n3-6      +8\n2       -10\n"
        );
    }
}
