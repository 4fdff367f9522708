//! The tokens of a source file, with the queries that the readers of imports and functions share.

use super::lexer::{Kind, Token, tokens};

/// The tokens of a source file. Indices past the end are allowed everywhere.
pub(crate) struct Tokens(Vec<Token>);

impl Tokens {
    /// Splits a source text into tokens.
    pub(crate) fn new(source: &str) -> Self {
        Self(tokens(source))
    }

    /// How many tokens there are.
    pub(crate) const fn len(&self) -> usize {
        self.0.len()
    }

    /// The token at an index.
    pub(crate) fn get(&self, at: usize) -> Option<&Token> {
        self.0.get(at)
    }

    /// The line of the token at an index, 0 past the end.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.get(at).map_or(0, |token| token.line)
    }

    /// The word at an index, if there is one.
    pub(crate) fn word(&self, at: usize) -> Option<&str> {
        self.get(at).and_then(Token::word)
    }

    /// Whether the token at an index is this punctuation character.
    pub(crate) fn is(&self, at: usize, mark: char) -> bool {
        self.get(at).is_some_and(|token| token.is(mark))
    }

    /// Whether the token at an index is `::`.
    pub(crate) fn is_separator(&self, at: usize) -> bool {
        self.get(at)
            .is_some_and(|token| token.kind == Kind::PathSeparator)
    }

    /// Whether an outer attribute, `#[...]`, begins at an index.
    pub(crate) fn is_attribute(&self, at: usize) -> bool {
        self.is(at, '#') && self.is(at + 1, '[')
    }

    /// Whether an inner attribute, `#![...]`, begins at an index.
    pub(crate) fn is_inner_attribute(&self, at: usize) -> bool {
        self.is(at, '#') && self.is(at + 1, '!') && self.is(at + 2, '[')
    }

    /// The index after the bracketed group that opens at `open`.
    pub(crate) fn group_end(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for at in open..self.len() {
            match self.0[at].kind {
                Kind::Mark('(' | '[' | '{') => depth += 1,
                Kind::Mark(')' | ']' | '}') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return at + 1;
                    }
                }
                _ => {}
            }
        }
        self.len()
    }

    /// Whether the attribute in these tokens is `cfg(test)` or `cfg(all(test, ...))`. Code under
    /// `any(test, ...)` is part of the program too.
    pub(crate) fn is_test_configuration(&self, from: usize, to: usize) -> bool {
        let words: Vec<_> = (from..to).filter_map(|at| self.word(at)).collect();
        matches!(words[..], ["cfg", "test"])
            || (words.starts_with(&["cfg", "all"])
                && words.contains(&"test")
                && !words.contains(&"not")
                && !words.contains(&"any"))
    }

    /// The index after all attributes that begin at `at`.
    pub(crate) fn after_attributes(&self, mut at: usize) -> usize {
        while self.is_attribute(at) {
            at = self.group_end(at + 1);
        }
        at
    }

    /// The index after the item or statement that begins at `at`: after its `;` or its braces.
    pub(crate) fn item_end(&self, mut at: usize) -> usize {
        let mut ends_with_semicolon = false;
        while let Some(token) = self.get(at) {
            match &token.kind {
                Kind::Mark(';') => return at + 1,
                Kind::Mark('}') => return at,
                Kind::Mark('{') => {
                    at = self.group_end(at);
                    if !ends_with_semicolon {
                        return at;
                    }
                }
                Kind::Mark('(' | '[') => at = self.group_end(at),
                Kind::Word(word) => {
                    ends_with_semicolon |=
                        matches!(word.as_str(), "use" | "const" | "static" | "type" | "let");
                    // `const fn` ends with its body.
                    ends_with_semicolon &= word != "fn";
                    at += 1;
                }
                _ => at += 1,
            }
        }
        at
    }
}
