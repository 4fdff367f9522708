//! The prover of the Toguz family: a proof on the guarantees of the boards with few balls.

mod known_guarantees;
mod prover;

pub use known_guarantees::KnownGuarantees;
pub use prover::{PreparedToguzProof, ToguzProof, ToguzProver};
