//! The statistics of a match: Elo differences with their errors, and the sequential test.

mod sprt;
mod tally;

pub use sprt::{Sprt, Verdict};
pub use tally::{EloDifference, Tally, elo_of_score, expected_score};
