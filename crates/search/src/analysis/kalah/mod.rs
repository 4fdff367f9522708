//! Kalah made ready for analysis.

mod game;
mod wide;

pub use game::EvaluatedKalah;
pub use wide::{EvaluatedWideKalah, MAX_ANALYSED_SEEDS};
