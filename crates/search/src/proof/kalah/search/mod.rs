//! The alpha-beta search of one thread, and what it works with.

mod abdada;
mod answers;
mod effort_probe;
mod horizon;
mod kernel;
mod options;
mod setting;
mod solvable;

pub(crate) use abdada::Crew;
pub(crate) use answers::{Answers, Count, Halt};
pub(crate) use horizon::Guessing;
pub(crate) use kernel::Kernel;
pub use options::SearchOptions;
pub(crate) use setting::{Hints, Setting};
pub(crate) use solvable::Solvable;
