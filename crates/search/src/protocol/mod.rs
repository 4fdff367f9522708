//! The text protocol: an engine that reads commands from one stream and answers on another, after
//! the manner of UCI. It is described in the book's page on the protocol.
//!
//! ```
//! use mancala_search::protocol::{Settings, serve};
//!
//! let commands = &b"position startpos moves 76 98\ngo depth 4\n"[..];
//! let mut answers = Vec::new();
//! serve(commands, &mut answers, "example", Settings::new("toguz".parse()?))?;
//! assert!(String::from_utf8(answers)?.contains("\nbestmove "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod command;
mod computation;
mod current_game;
mod event;
mod out;
mod perft;
mod session;
mod settings;

pub use session::serve;
pub use settings::Settings;
