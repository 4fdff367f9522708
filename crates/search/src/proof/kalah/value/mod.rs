//! The value of one position, found by a sequence of questions to the search: shallow searches
//! first, then the driver's null windows, on one thread or several.

mod bound_narrowing;
mod drivers;
mod node_budget;
mod parallel_search;
mod shallow_search;
mod shared_bounds;
mod value_prover;

pub use drivers::{Driver, UnknownDriver};
pub(crate) use shared_bounds::SharedBounds;
pub(crate) use value_prover::ValueProver;
