//! Endgame databases of sowing games: format, builders, reader, verification, size planning.

mod monitor;

pub use monitor::{Monitor, Silent};
