//! The exact values that a proof stands on, and proofs that several commands share.

mod ground;
mod known;
mod toguz;

pub(crate) use ground::{DatabaseEntry, Ground, Work};
pub(crate) use known::KnownEntry;
pub(crate) use toguz::{Limits, solve_state};
