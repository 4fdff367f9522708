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
pub use inputs::{ACTIVE, NetworkInputs, ROWS};
pub use network::{
    FIRST_SUM_SCALE, FIRST_UNITS, Network, OUTPUT_WEIGHT_SCALE, SECOND_UNITS, SECOND_WEIGHT_SCALE,
    WEIGHT_COUNT,
};
pub use standard_evaluation::StandardEvaluation;
