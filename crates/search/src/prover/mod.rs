//! Provers: complete proofs, from the choice of a tablebase to the proved value.
//!
//! [`KalahProver`] chooses the size of the endgame database that suits the position and the memory,
//! builds what is missing of it, verifies it, loads it into memory if that pays, and proves the
//! position on it. [`ToguzProver`] computes the guarantees of the boards with few balls, or takes
//! them from a database, and proves the position on them. [`Resources`] has the policy by which
//! databases and tables share the memory.

mod error;
mod event;
mod kalah;
mod resources;
mod toguz;

pub use error::ProverError;
pub use event::{ProofEvent, ProofObserver};
pub use kalah::{
    DatabasePlan, KalahProof, KalahProver, PreparedComparison, PreparedKalahProof, ProofDatabase,
    ProofPlan, ProofSeries,
};
pub use resources::Resources;
pub use toguz::{KnownGuarantees, PreparedToguzProof, ToguzProof, ToguzProver};
