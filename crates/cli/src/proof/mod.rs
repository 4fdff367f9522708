//! Proofs as several commands make them: their resources, progress and failures, and the database
//! or the guarantees that they rest on, as answers name them.

mod database;
mod known;
mod observer;
mod toguz;

pub(crate) use database::{DatabaseEntry, kalah_prover, on_database};
pub(crate) use known::KnownEntry;
pub(crate) use observer::{ProofProgress, explain};
pub(crate) use toguz::{Limits, solve_state};
