//! The context that all layers of a build share.

use crate::error::Error;
use crate::format::layout::Layout;
use crate::format::manifest::{Manifest, layer_file};
use crate::jobs::build::BuildOptions;
use crate::jobs::plan::Placement;
use crate::kalah::layers::statistics::KalahStatistics;
use crate::kalah::sweep::{Grid, GridPool, KeptPair, SubLayerPair};
use crate::monitor::Monitor;
use mancala_position::kalah::KalahRules;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The folder, rules and options of a build, and the manifest as it was.
pub(super) struct BuildContext<'a> {
    pub(super) folder: &'a Path,
    pub(super) rules: &'a KalahRules,
    pub(super) options: &'a BuildOptions,
    pub(super) monitor: &'a dyn Monitor,
    pub(super) begin: Instant,
    /// The manifest as it was.
    pub(super) before: Manifest<KalahStatistics>,
    pub(super) placement: Placement,
}

/// The place of a finished layer's values while later layers look them up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Retention {
    InMemory,
    OnDisk,
    None,
}

impl BuildContext<'_> {
    pub(super) fn path(&self, n: u32) -> PathBuf {
        self.folder.join(layer_file(n))
    }

    pub(super) fn is_listed(&self, n: u32) -> bool {
        self.before.layer(n).is_some() && self.has_file(n)
    }

    pub(super) fn has_file(&self, n: u32) -> bool {
        self.before.has_file(self.folder, n)
    }

    pub(super) fn should_stop(&self) -> bool {
        self.monitor.should_stop() || self.options.is_over(self.begin)
    }

    /// Keeps a pair that is written, or leaves its memory to others.
    pub(super) fn retain(
        &self,
        pair: SubLayerPair,
        retention: Retention,
        pool: Option<&GridPool>,
    ) -> Result<Option<KeptPair>, Error> {
        match retention {
            Retention::InMemory => Ok(Some(pair.keep())),
            Retention::OnDisk => {
                let scratch = pair.keep().into_scratch(self.folder);
                scratch
                    .map(Some)
                    .map_err(Error::io("keep finished layers in", self.folder))
            }
            Retention::None => {
                if let Some(pool) = pool {
                    pair.recycle(pool);
                }
                Ok(None)
            }
        }
    }
}

/// The values of a sub-layer from its packed bytes.
#[expect(clippy::cast_possible_truncation, reason = "fits in memory as planned")]
pub(super) fn grid(layout: &Layout, own: u32, packed: &[u8]) -> Grid {
    let sub_layer = layout.sub_layer(own);
    let mut grid = Grid::new(sub_layer.rows as usize, sub_layer.columns as usize);
    layout.encoding().unpack(packed, grid.values_mut());
    grid
}
