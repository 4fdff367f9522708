//! The layers of Kalah in files: a sub-layer for each number of seeds in the mover's row.

use super::statistics::Statistics;
use crate::error::Error;
use crate::format::layout::Layout;
use crate::format::rules::LayerRules;
use mancala_position::kalah::KalahRules;

impl LayerRules for KalahRules {
    type Statistics = Statistics;

    fn id(&self) -> String {
        Self::id(self)
    }

    fn pits(&self) -> u32 {
        Self::pits(self)
    }

    fn layout(&self, seeds: u32) -> Result<Layout, Error> {
        Layout::new(self, seeds)
    }
}
