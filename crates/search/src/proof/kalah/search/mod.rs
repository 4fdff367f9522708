//! The alpha-beta search of one thread, and what it works with.

mod abdada;
mod effort_probe;
mod kernel;
mod options;
mod solvable;

pub(crate) use abdada::Crew;
pub(crate) use kernel::{Halt, Hints, Kernel, Setting};
pub use options::SearchOptions;
pub(crate) use solvable::Solvable;
