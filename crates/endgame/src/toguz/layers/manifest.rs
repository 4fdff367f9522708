//! The manifest of a database of the Toguz family.

use super::statistics::ToguzStatistics;
use crate::format::manifest::Manifest;

/// The manifest of a folder of the Toguz family.
pub type ToguzManifest = Manifest<ToguzStatistics>;
