//! The layout of the family's layers in files: a sub-layer for each class of tuzdiks.

use super::statistics::ToguzStatistics;
use crate::error::Error;
use crate::format::encoding::{Encoding, MAX_LAYER_SEEDS};
use crate::format::layer_rules::{EndgamePosition, LayerRules, LayerSet};
use crate::format::layout::Layout;
use crate::guarantees::Guarantees;
use crate::toguz::boards::class::TuzdikClass;
use crate::toguz::boards::index::BoardIndexer;
use mancala_position::toguz::{ToguzPosition, ToguzRules};

impl EndgamePosition for ToguzPosition {
    type Rules = ToguzRules;
    type Value = Guarantees;
}

impl LayerRules for ToguzRules {
    type Position = ToguzPosition;
    type Value = Guarantees;
    type Statistics = ToguzStatistics;

    /// The rules without `stop-at-majority`, on which no value depends.
    fn id(&self) -> String {
        let rules = Self {
            stop_at_majority: true,
            ..*self
        };
        Self::id(&rules)
    }

    fn pits(&self) -> u32 {
        self.holes()
    }

    fn layout(&self, balls: u32) -> Result<Layout, Error> {
        // If everything that leaves the board is even, an even number of balls is shared out in
        // even parts.
        let even = !self.allows_tuzdik_in(1) && balls.is_multiple_of(2);
        let encoding = Encoding::guarantees(balls, if even { 2 } else { 1 })?;
        let classes = TuzdikClass::all(self);
        let counts = classes
            .into_iter()
            .map(|class| (1, BoardIndexer::new(self, class, balls).count(balls)));
        Ok(Layout::new(balls, encoding, counts))
    }

    /// A new tuzdik takes three balls; all other captures take even numbers.
    fn is_closed(&self, layers: LayerSet) -> bool {
        layers == LayerSet::All || !self.allows_tuzdik_in(1)
    }
}

const _: () = assert!(
    MAX_LAYER_SEEDS + 2 < 128,
    "the value that marks an open board fits in a signed byte"
);
