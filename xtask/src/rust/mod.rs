//! Rust source as tokens: just enough of the grammar to find imports and functions.

mod lexer;
mod tokens;

pub(crate) use lexer::Kind;
pub(crate) use tokens::Tokens;
