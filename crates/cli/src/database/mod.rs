//! Work on the databases on disk, with progress: building, verifying, packing.

mod archives;
mod build;
mod verified;
mod verify;

pub(crate) use archives::Archives;
pub(crate) use build::{BuildMeans, build_watched};
pub(crate) use verified::Verified;
pub(crate) use verify::check;
