//! Building, verifying and packing of databases, with progress.

mod archives;
mod build;
mod verified;
mod verify;

pub(crate) use archives::Archives;
pub(crate) use build::build_database;
pub(crate) use verified::Verified;
pub(crate) use verify::check;
