//! The alpha-beta search of one thread, and the parts it uses.

mod abdada;
mod alpha_beta;
mod children;
mod context;
mod effort_probe;
mod expansion;
mod horizon;
mod node;
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
