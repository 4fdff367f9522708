//! `cargo xtask functions`: the longest functions of each crate, and those that are too long.
//!
//! The length of a function is the number of lines from its `fn` to its closing brace. Test code
//! (`#[cfg(test)]`, `#[test]`, folders named `tests`) does not count.

use crate::files::read_below;
use crate::rust::Tokens;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The most lines that a function may have.
const MOST_LINES: usize = 80;
/// How many functions are listed for each crate.
const LISTED: usize = 10;

/// A function with a body.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Function {
    name: String,
    file: String,
    line: usize,
    lines: usize,
}

/// Lists the longest functions by crate. Returns whether none is longer than [`MOST_LINES`].
///
/// # Errors
///
/// If a file cannot be read.
pub(crate) fn run(root: &Path) -> io::Result<bool> {
    let mut by_crate: BTreeMap<String, Vec<Function>> = BTreeMap::new();
    for (file, text) in read_below(root, "", "rs")? {
        if file.split('/').any(|part| part == "tests") {
            continue;
        }
        let functions = by_crate.entry(crate_of(&file)).or_default();
        functions.extend(functions_of(&file, &text));
    }
    let mut too_long = Vec::new();
    for (name, mut functions) in by_crate {
        functions.sort_by_key(|function| std::cmp::Reverse(function.lines));
        println!("{name}");
        for function in functions.iter().take(LISTED) {
            let Function {
                name,
                file,
                line,
                lines,
            } = function;
            println!("{lines:>6}  {name}  {file}:{line}");
        }
        functions.retain(|function| function.lines > MOST_LINES);
        too_long.extend(functions);
    }
    for function in &too_long {
        eprintln!(
            "error: {}:{}: `{}` has {} lines, more than {MOST_LINES}",
            function.file, function.line, function.name, function.lines
        );
    }
    Ok(too_long.is_empty())
}

/// The folder of the crate that a file belongs to.
fn crate_of(file: &str) -> String {
    let depth = if file.starts_with("crates/") { 2 } else { 1 };
    let parts: Vec<_> = file.split('/').take(depth).collect();
    parts.join("/")
}

fn functions_of(file: &str, text: &str) -> Vec<Function> {
    let tokens = Tokens::new(text);
    let mut functions = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if tokens.is_inner_attribute(at) {
            let end = tokens.group_end(at + 2);
            if tokens.is_test_configuration(at + 3, end) {
                break;
            }
            at = end;
        } else if tokens.is_attribute(at) {
            let end = tokens.group_end(at + 1);
            let is_test = tokens.word(at + 2) == Some("test") && tokens.is(at + 3, ']');
            at = if is_test || tokens.is_test_configuration(at + 2, end) {
                tokens.item_end(tokens.after_attributes(end))
            } else {
                end
            };
        } else {
            functions.extend(function_at(&tokens, at, file));
            at += 1;
        }
    }
    functions
}

/// The function whose `fn` is at an index, if there is one with a name and a body.
fn function_at(tokens: &Tokens, at: usize, file: &str) -> Option<Function> {
    if tokens.word(at) != Some("fn") {
        return None;
    }
    // In the body of a macro the name may be one of its variables.
    let name = tokens
        .word(at + 1)
        .or_else(|| tokens.is(at + 1, '$').then(|| tokens.word(at + 2))?)?;
    let mut open = at + 1;
    while !tokens.is(open, '{') {
        if tokens.is(open, ';') || open >= tokens.len() {
            return None;
        }
        open = if tokens.is(open, '(') || tokens.is(open, '[') {
            tokens.group_end(open)
        } else {
            open + 1
        };
    }
    let last = tokens.group_end(open) - 1;
    Some(Function {
        name: name.to_owned(),
        file: file.to_owned(),
        line: tokens.line(at),
        lines: tokens.line(last) + 1 - tokens.line(at),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(String, usize, usize)> {
        functions_of("x.rs", text)
            .into_iter()
            .map(|function| (function.name, function.line, function.lines))
            .collect()
    }

    #[test]
    fn functions_are_measured_from_their_name_to_the_closing_brace() {
        let text = "/// Docs.\n#[inline]\npub fn f<T>(x: [u8; 2]) -> T\nwhere\n    T: Copy,\n{\n    \
                    let s = \"}\";\n}\n\ntrait T {\n    fn g();\n    fn h() {}\n}\n";
        assert_eq!(
            found(text),
            [("f".to_owned(), 3, 6), ("h".to_owned(), 12, 1)]
        );
    }

    #[test]
    fn nested_functions_and_closures_belong_to_both() {
        let text = "fn outer() {\n    fn inner() {\n    }\n    let f: fn(u8) = |_| {};\n}\n";
        assert_eq!(
            found(text),
            [("outer".to_owned(), 1, 5), ("inner".to_owned(), 2, 2)]
        );
    }

    #[test]
    fn test_code_is_left_out() {
        let text = "#[cfg(test)]\nmod tests {\n    fn f() {}\n}\n#[test]\nfn g() {}\nfn h() {}\n";
        assert_eq!(found(text), [("h".to_owned(), 7, 1)]);
        assert!(found("#![cfg(test)]\nfn f() {}\n").is_empty());
    }

    #[test]
    fn files_belong_to_the_crate_of_their_folder() {
        assert_eq!(crate_of("crates/cli/src/main.rs"), "crates/cli");
        assert_eq!(crate_of("xtask/src/main.rs"), "xtask");
    }
}
