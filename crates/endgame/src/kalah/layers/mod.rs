//! The parts of Kalah's files that are not in the shared format: the layout of a layer, and its
//! statistics.

pub(crate) mod layer_rules;
pub(crate) mod statistics;
