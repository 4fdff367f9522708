//! The failure of a layer that is asked for and not there.

use crate::failure::{Failure, Kind};
use std::path::Path;

/// A database has only the layers to so many seeds.
pub(super) fn no_layer(seeds: u32, folder: &Path, most: u32) -> Failure {
    Failure::new(
        Kind::DatabaseMissing,
        format_args!(
            "no layer of {seeds} seeds in {}, which has those to {most}",
            folder.display()
        ),
    )
}
