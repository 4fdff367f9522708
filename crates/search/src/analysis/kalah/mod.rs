//! Kalah made ready for analysis.

mod game;

pub use game::EvaluatedKalah;
