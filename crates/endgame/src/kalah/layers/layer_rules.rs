//! The layers of Kalah in files: a sub-layer for each number of seeds in the mover's row.

use super::statistics::KalahStatistics;
use crate::error::Error;
use crate::format::encoding::Encoding;
use crate::format::layer_rules::{EndgamePosition, LayerRules, LayerSet};
use crate::format::layout::Layout;
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_position::rank;

/// The value is the mover's seeds less the opponent's under best play, among those on the board.
impl EndgamePosition for KalahPosition {
    type Rules = KalahRules;
    type Value = i32;
}

impl LayerRules for KalahRules {
    type Position = KalahPosition;
    type Value = i32;
    type Statistics = KalahStatistics;

    fn id(&self) -> String {
        Self::id(self)
    }

    fn pits(&self) -> u32 {
        Self::pits(self)
    }

    fn layout(&self, seeds: u32) -> Result<Layout, Error> {
        // If all seeds are shared out at the end, every value has the parity of the seeds.
        let step = if self.shares_out_all_seeds() { 2 } else { 1 };
        let encoding = Encoding::differences(seeds, step)?;
        let grids = (0..=seeds).map(|s| (row_count(self, s), row_count(self, seeds - s)));
        Ok(Layout::new(seeds, encoding, grids))
    }

    /// Captures take odd numbers too, and so does a single seed in the store.
    fn is_closed(&self, layers: LayerSet) -> bool {
        layers == LayerSet::All
    }
}

/// How many rows have so many seeds, of at most [`MAX_LAYER_SEEDS`](crate::MAX_LAYER_SEEDS).
pub(crate) fn row_count(rules: &KalahRules, seeds: u32) -> u64 {
    rank::rows(rules.pits(), seeds).expect("eight pits with 63 seeds are counted in 64 bits")
}
