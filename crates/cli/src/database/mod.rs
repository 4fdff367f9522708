//! Building and packing of databases, with progress.

mod archives;
mod build;

pub(crate) use archives::Archives;
pub(crate) use build::{build_database, stopped_build};
