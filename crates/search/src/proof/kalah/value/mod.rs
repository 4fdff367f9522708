//! Proving the value of one position by a sequence of searches: shallow searches first, then the
//! windows of a driver, on one thread or several.

mod drivers;
mod ladder;
mod node_budget;
mod parallel_search;
mod shallow_search;
mod shared_bounds;
mod value_prover;

pub use drivers::{Driver, UnknownDriver};
pub(crate) use shared_bounds::SharedBounds;
pub(crate) use value_prover::ValueProver;
