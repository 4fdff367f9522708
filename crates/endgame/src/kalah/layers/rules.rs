//! The layers of Kalah in files: a sub-layer for each number of seeds in the mover's row.

use super::statistics::Statistics;
use crate::error::Error;
use crate::format::layout::Layout;
use crate::format::rules::{EndgamePosition, LayerRules};
use mancala_position::kalah::{KalahPosition, KalahRules};

/// The value is the mover's seeds less the opponent's under best play, among those on the board.
impl EndgamePosition for KalahPosition {
    type Rules = KalahRules;
    type Value = i32;
}

impl LayerRules for KalahRules {
    type Position = KalahPosition;
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
