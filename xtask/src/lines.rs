//! `cargo xtask lines`: comments that are wider than [`COMMENT_COLUMNS`], and Markdown wider than
//! [`DOCS_COLUMNS`].
//!
//! Code is rustfmt's business. Tables and fenced blocks, which cannot be wrapped, do not count.

use crate::files::read_below;
use std::io;
use std::path::Path;

const COMMENT_COLUMNS: usize = 100;
const DOCS_COLUMNS: usize = 120;

/// Names the lines that are too wide. Returns whether there are none.
///
/// # Errors
///
/// If a file cannot be read.
pub(crate) fn run(root: &Path) -> io::Result<bool> {
    let mut wide = Vec::new();
    for (file, text) in read_below(root, "", "rs")? {
        wide.extend(too_wide(&file, &text, COMMENT_COLUMNS, comment));
    }
    for (file, text) in read_below(root, "", "md")? {
        wide.extend(too_wide(&file, &text, DOCS_COLUMNS, Some));
    }
    for message in &wide {
        eprintln!("error: {message}");
    }
    Ok(wide.is_empty())
}

/// The text of a line that is a comment.
fn comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.trim_start_matches(['/', '!']))
}

/// A message for each line of prose that is wider than `columns`. `prose` gives the text of a line,
/// if it may be prose.
fn too_wide<'a>(
    file: &str,
    text: &'a str,
    columns: usize,
    prose: impl Fn(&'a str) -> Option<&'a str>,
) -> Vec<String> {
    let mut is_fenced = false;
    let mut wide = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some(words) = prose(line).map(str::trim_start) else {
            is_fenced = false;
            continue;
        };
        let is_fence = words.starts_with("```");
        is_fenced ^= is_fence;
        let width = line.chars().count();
        if width > columns && !is_fence && !is_fenced && !words.starts_with('|') {
            wide.push(format!(
                "{file}:{number}: {width} columns, more than {columns}"
            ));
        }
    }
    wide
}

#[cfg(test)]
mod tests {
    use super::{comment, too_wide};

    #[test]
    fn prose_that_is_too_wide_is_named_and_tables_and_code_are_not() {
        let long = "x".repeat(20);
        let text = format!(
            "/// short\n/// {long}\nlet {long};\n/// | {long}\n/// ```\n/// {long}\n/// ```\n//! {long}"
        );
        assert_eq!(
            too_wide("a.rs", &text, 15, comment),
            [
                "a.rs:2: 24 columns, more than 15",
                "a.rs:8: 24 columns, more than 15"
            ]
        );
        let page = format!("{long}\n```\n{long}\n```\n| {long} |");
        assert_eq!(too_wide("a.md", &page, 15, Some).len(), 1);
    }
}
