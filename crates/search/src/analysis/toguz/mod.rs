//! The Toguz family made ready for analysis.

mod evaluation;
mod game;
mod hand_crafted;
mod inputs;
mod network;
mod standard_evaluation;
mod threats;

pub use evaluation::Evaluation;
pub use game::EvaluatedToguz;
pub use hand_crafted::HandCraftedEvaluation;
pub use network::Network;
pub use standard_evaluation::StandardEvaluation;

/// The inputs, sizes and scales of the network, for programs that train it.
#[cfg(feature = "training")]
pub mod training {
    pub use super::inputs::{ACTIVE, NetworkInputs, ROWS};
    pub use super::network::{
        FIRST_SUM_SCALE, FIRST_UNITS, OUTPUT_WEIGHT_SCALE, SECOND_UNITS, SECOND_WEIGHT_SCALE,
        WEIGHT_COUNT,
    };
}
