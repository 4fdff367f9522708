//! Splits Rust source into words, punctuation and literals. Comments and the text of literals are
//! dropped.

/// A token with the line it is on, counted from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) line: usize,
}

/// The kinds of tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// An identifier or keyword; a raw one without its `r#`.
    Word(String),
    /// `::`
    PathSeparator,
    /// Any other single character of punctuation.
    Mark(char),
    /// A number, string, character or lifetime.
    Literal,
}

impl Token {
    /// The word, if the token is one.
    pub(crate) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// Whether the token is this punctuation character.
    pub(crate) fn is(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }
}

/// The tokens of a source file.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        rest: source,
        line: 1,
        tokens: Vec::new(),
    };
    while lexer.step() {}
    lexer.tokens
}

struct Lexer<'a> {
    rest: &'a str,
    line: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    /// Reads one token, comment or space; `false` at the end of the source.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else {
            return false;
        };
        if self.rest.starts_with("//") {
            self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
        } else if self.rest.starts_with("/*") {
            self.skip(block_comment(self.rest));
        } else if let Some(length) = string(self.rest) {
            self.push(Kind::Literal, length);
        } else if first == '\'' {
            self.push(Kind::Literal, character_or_lifetime(self.rest));
        } else if first.is_ascii_digit() {
            self.push(Kind::Literal, word_length(self.rest));
        } else if first == '_' || first.is_alphabetic() {
            let raw = if self.rest.starts_with("r#") { 2 } else { 0 };
            let length = raw + word_length(&self.rest[raw..]);
            let word = self.rest[raw..length].to_owned();
            self.push(Kind::Word(word), length);
        } else if self.rest.starts_with("::") {
            self.push(Kind::PathSeparator, 2);
        } else if first.is_whitespace() {
            self.skip(first.len_utf8());
        } else {
            self.push(Kind::Mark(first), first.len_utf8());
        }
        true
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let line = self.line;
        self.tokens.push(Token { kind, line });
        self.skip(length);
    }

    fn skip(&mut self, length: usize) {
        let (passed, rest) = self.rest.split_at(length);
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| c != '_' && !c.is_alphanumeric())
        .unwrap_or(text.len())
}

/// The length of a block comment, those nested in it included.
fn block_comment(text: &str) -> usize {
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(next) = text[at..].find(['/', '*']) {
        at += next;
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of a string literal with its prefix; `None` if none begins here.
fn string(text: &str) -> Option<usize> {
    let bare = text.trim_start_matches(['b', 'c']);
    let raw = bare.strip_prefix('r');
    // Longer prefixes are words: at most one of `b` and `c` comes before the quote.
    if text.len() - bare.len() > 1 {
        return None;
    }
    if let Some(raw) = raw {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        let body = raw[hashes..].strip_prefix('"')?;
        let end = format!("\"{}", "#".repeat(hashes));
        let length = body.find(&end).map_or(body.len(), |at| at + end.len());
        return Some(text.len() - body.len() + length);
    }
    let body = bare.strip_prefix('"')?;
    Some(text.len() - body.len() + quoted(body, '"'))
}

/// The length of the rest of a literal with its closing quote.
fn quoted(body: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in body.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    body.len()
}

/// The length of `'x'`, `'\n'` or `'lifetime`.
fn character_or_lifetime(text: &str) -> usize {
    let body = &text[1..];
    let mut characters = body.chars();
    let first = characters.next();
    if first == Some('\\') || characters.next() == Some('\'') {
        1 + quoted(body, '\'')
    } else {
        1 + word_length(body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<String> {
        let tokens = tokens(source);
        let words = tokens.iter().filter_map(Token::word);
        words.map(str::to_owned).collect()
    }

    #[test]
    fn comments_and_literals_have_no_words() {
        assert_eq!(words("a // crate::x\nb"), ["a", "b"]);
        assert_eq!(words("a /* x /* y */ z */ b"), ["a", "b"]);
        assert_eq!(words(r#"a "x \" y" b"#), ["a", "b"]);
        assert_eq!(words("a r#\"x \" y\"# b"), ["a", "b"]);
        assert_eq!(words("a b\"x\" br\"y\\\" c\"z\" d"), ["a", "d"]);
        assert_eq!(words("a '\"' b 'x' c '\\'' d"), ["a", "b", "c", "d"]);
        assert_eq!(words("fn f<'a>(x: &'a str) {}"), ["fn", "f", "x", "str"]);
        assert_eq!(
            words("mod r#match; rest break_"),
            ["mod", "match", "rest", "break_"]
        );
        assert_eq!(words("0x1f_u32 1e9 a"), ["a"]);
    }

    #[test]
    fn tokens_know_their_lines() {
        let tokens = tokens("a\n/* x\n */ b::c\n\"p\nq\" d");
        let lines: Vec<_> = tokens
            .iter()
            .filter_map(|token| Some((token.word()?, token.line)))
            .collect();
        assert_eq!(lines, [("a", 1), ("b", 3), ("c", 3), ("d", 5)]);
    }
}
