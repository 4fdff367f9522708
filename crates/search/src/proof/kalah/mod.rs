//! The proof search of Kalah, whose games have no cycles: null-window searches over an exact
//! transposition table prove the values of a position and of all its first turns.

mod checkpoint;
mod compare;
mod first_turns;
mod game;
mod line;
mod monitor;
mod runner;
mod search;
mod solution;
mod solve;
mod transposition;
mod turns;
mod value;

pub use checkpoint::Checkpoints;
pub use compare::{Claim, CompareReport, compare};
pub use search::SearchOptions;
pub use solution::{Solution, TurnValue};
pub use solve::{SolveOptions, solve, solve_with_checkpoints};
pub use value::{Driver, UnknownDriver};
