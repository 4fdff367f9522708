//! The value of one position, found by a sequence of questions to the search: shallow searches
//! first, then the driver's null windows, on one thread or several.

mod bound_narrowing;
mod drivers;
mod node_budget;
mod parallel_search;
mod proved;
mod prover;
mod shallow_search;

pub use drivers::{Driver, UnknownDriver};
pub(crate) use proved::Proved;
pub(crate) use prover::Prover;
