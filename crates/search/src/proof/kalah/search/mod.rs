//! The alpha-beta search of one thread, and what it works with.

mod abdada;
mod alpha_beta;
mod context;
mod effort_probe;
mod horizon;
mod options;
mod solvable;
mod window_search;

pub(crate) use abdada::AbdadaList;
pub(crate) use alpha_beta::AlphaBeta;
pub(crate) use context::{MoveHints, SearchContext};
pub(crate) use horizon::HorizonEstimate;
pub use options::SearchOptions;
pub(crate) use solvable::Solvable;
pub(crate) use window_search::{Abort, NodeCount, WindowSearch};
