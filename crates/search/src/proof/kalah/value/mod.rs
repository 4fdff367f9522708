//! The value of one position, found by a sequence of questions to the search: shallow searches
//! first, then the driver's null windows, on one thread or several.

mod bound_narrowing;
mod drivers;
mod node_budget;
mod proved;
mod prover;
mod shallow_search;

pub(crate) use drivers::Answers;
pub use drivers::{Driver, UnknownDriver};
pub(crate) use proved::Proved;
pub(crate) use prover::{Count, Prover};
pub(crate) use shallow_search::Guessing;
