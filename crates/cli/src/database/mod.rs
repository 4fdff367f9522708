//! Work on the databases on disk, with progress: building and packing.

mod archives;
mod build;

pub(crate) use archives::Archives;
pub(crate) use build::{BuildMeans, build_watched, stopped_build};
