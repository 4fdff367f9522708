//! The prover of Kalah: a proof on an endgame database of a suitable size.

mod choice;
mod cost;
mod prepared;
mod proof_database;
mod prover;
mod series;

pub use choice::{DatabasePlan, ProofPlan};
pub use prepared::{KalahProof, PreparedComparison, PreparedKalahProof};
pub use proof_database::ProofDatabase;
pub use prover::KalahProver;
pub use series::ProofSeries;
