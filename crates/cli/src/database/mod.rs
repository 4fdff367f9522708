//! Building and packing of databases, with progress.

mod archives;
mod build;
mod missing_layer;

pub(crate) use archives::Archives;
pub(crate) use build::{build_database, stopped_build};
pub(crate) use missing_layer::missing_layer;
