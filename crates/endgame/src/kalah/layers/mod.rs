//! What the files of Kalah have besides the shared format: the layout of a layer, and its
//! statistics.

pub(crate) mod rules;
pub(crate) mod statistics;
