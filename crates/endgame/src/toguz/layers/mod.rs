//! The parts of the Toguz family's files that are not in the shared format: the layout of a layer,
//! its statistics, and the guarantees of its open boards.

pub(crate) mod layer_rules;
pub(crate) mod open_boards;
pub(crate) mod statistics;
