//! Building and packing of databases, with progress.

mod archives;
mod build;
mod missing_layer;
mod values_of_moves;

pub(crate) use archives::Archives;
pub(crate) use build::{build_database, stopped_build};
pub(crate) use missing_layer::missing_layer;
pub(crate) use values_of_moves::values_of_moves;
