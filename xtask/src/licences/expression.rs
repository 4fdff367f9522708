//! Licence expressions of SPDX: `MIT OR Apache-2.0`, `(MIT OR Zlib) AND Unicode-3.0`.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::vec::IntoIter;

/// Whether a licence expression can be satisfied with the allowed licences. The old form
/// `MIT/Apache-2.0` means `OR`.
///
/// # Errors
///
/// If the text is not such an expression.
pub(super) fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> Result<bool, String> {
    let mut words = words(expression).into_iter().peekable();
    let value = any(&mut words, allowed)?;
    match words.next() {
        None => Ok(value),
        Some(word) => Err(format!("`{word}` was not expected")),
    }
}

fn words(expression: &str) -> Vec<String> {
    expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ")
        .split_whitespace()
        .map(str::to_owned)
        .collect()
}

type Words = Peekable<IntoIter<String>>;

/// `all OR all ...`
fn any(words: &mut Words, allowed: &BTreeSet<String>) -> Result<bool, String> {
    let mut value = all(words, allowed)?;
    while words.next_if(|word| word == "OR").is_some() {
        value |= all(words, allowed)?;
    }
    Ok(value)
}

/// `one AND one ...`
fn all(words: &mut Words, allowed: &BTreeSet<String>) -> Result<bool, String> {
    let mut value = one(words, allowed)?;
    while words.next_if(|word| word == "AND").is_some() {
        value &= one(words, allowed)?;
    }
    Ok(value)
}

/// A licence, a licence `WITH` an exception, or an expression in parentheses.
fn one(words: &mut Words, allowed: &BTreeSet<String>) -> Result<bool, String> {
    let mut licence = words.next().ok_or("it ends too early")?;
    if licence == "(" {
        let value = any(words, allowed)?;
        return match words.next().as_deref() {
            Some(")") => Ok(value),
            _ => Err("a parenthesis is not closed".to_owned()),
        };
    }
    if [")", "OR", "AND", "WITH"].contains(&licence.as_str()) {
        return Err(format!("`{licence}` was not expected"));
    }
    if words.next_if(|word| word == "WITH").is_some() {
        let exception = words.next().ok_or("it ends too early")?;
        licence = format!("{licence} WITH {exception}");
    }
    Ok(allowed.contains(&licence))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_bind_and_before_or() {
        let allowed = ["MIT", "Zlib", "Apache-2.0 WITH LLVM-exception"];
        let allowed = allowed.map(str::to_owned).into();
        for (expression, expected) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("GPL-3.0 OR MIT", true),
            ("MIT/GPL-3.0", true),
            ("MIT AND GPL-3.0", false),
            ("MIT OR GPL-3.0 AND LGPL-3.0", true),
            ("(MIT OR GPL-3.0) AND LGPL-3.0", false),
            ("(GPL-3.0 OR Zlib) AND MIT", true),
            ("Apache-2.0", false),
            ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", true),
        ] {
            assert_eq!(
                is_allowed(expression, &allowed),
                Ok(expected),
                "{expression}"
            );
        }
    }

    #[test]
    fn broken_expressions_are_errors() {
        for expression in [
            "", "MIT OR", "(MIT", "MIT)", "AND MIT", "MIT Zlib", "MIT WITH",
        ] {
            assert!(
                is_allowed(expression, &BTreeSet::new()).is_err(),
                "{expression}"
            );
        }
    }
}
