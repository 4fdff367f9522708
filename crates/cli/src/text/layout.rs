//! Layout of text: tables, wrapped lines, labelled lines.

use super::numbers::signed;

/// A table with a head (none if it is empty). Every column is as wide as its widest cell and
/// aligned to the right, those whose indices are in `left` to the left.
pub(crate) fn table(
    head: &[&str],
    rows: impl IntoIterator<Item = Vec<String>>,
    left: &[usize],
) -> String {
    let head = (!head.is_empty()).then(|| head.iter().map(|&name| name.to_owned()).collect());
    let rows: Vec<Vec<String>> = head.into_iter().chain(rows).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in &rows {
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

/// A label and text after it, wrapped at 100 characters; further lines are indented to the first
/// word.
pub(crate) fn wrapped(label: &str, words: &str) -> String {
    const WIDTH: usize = 100;
    let indent = label.chars().count();
    let mut text = String::new();
    let mut line = label.to_owned();
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

/// A table of moves and their values, the best first and marked; moves of equal value keep their
/// order.
pub(crate) fn move_table<'a>(moves: impl Iterator<Item = (&'a str, i32)>, best: i32) -> String {
    let mut moves: Vec<_> = moves.collect();
    moves.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
    let rows = moves.into_iter().map(|(name, value)| {
        let mark = if value == best { "best" } else { "" };
        vec![name.to_owned(), signed(value), mark.to_owned()]
    });
    table(&["move", "value", ""], rows, &[0, 2])
}

/// A line of an answer, with its label in the first 9 columns.
pub(crate) fn field(label: &str, value: &str) -> String {
    wrapped(&format!("{label:<9}"), value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped_between_words() {
        assert_eq!(wrapped("line  ", "3-6 2 1"), "line  3-6 2 1\n");
        let words = vec!["3-6"; 40].join(" ");
        let text = wrapped("line  ", &words);
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert!(lines.iter().all(|line| line.len() <= 100));
        assert!(lines[1].starts_with("      3-6 3-6"));
    }

    #[test]
    fn columns_are_aligned() {
        let rows = [
            vec!["3-6".to_owned(), "+8".to_owned()],
            vec!["2".to_owned(), "-10".to_owned()],
        ];
        assert_eq!(
            table(&["move", "value"], rows.clone(), &[0]),
            "move  value\n3-6      +8\n2       -10\n"
        );
        assert_eq!(table(&[], rows, &[]), "3-6   +8\n  2  -10\n");
    }
}
