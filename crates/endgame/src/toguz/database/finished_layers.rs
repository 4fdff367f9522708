//! The finished layers of a folder, as the iteration looks them up.

use super::toguz_layer::ToguzLayer;
use crate::guarantees::Guarantees;
use crate::toguz::boards::class::TuzdikClass;
use crate::toguz::boards::numbering::Numbering;
use crate::toguz::iteration::finished::Finished;
use mancala_position::toguz::ToguzPosition;

/// Finished layers while others are made or verified: every block of them has been checked.
pub(crate) struct FinishedLayers<'a> {
    pub(crate) numbering: &'a Numbering,
    pub(crate) layers: &'a [Option<ToguzLayer>],
}

impl FinishedLayers<'_> {
    #[inline(always)]
    fn get(&self, class: u32, balls: u32, rank: u64) -> Guarantees {
        self.layers[balls as usize]
            .as_ref()
            .expect("smaller layers are finished")
            .get(class, rank)
            .expect("all blocks of smaller layers have been checked")
    }
}

impl Finished for FinishedLayers<'_> {
    #[inline(always)]
    fn guarantees(&self, board: &ToguzPosition) -> Guarantees {
        let class = TuzdikClass::of(board);
        let rank = self.numbering.boards(class).rank(board);
        let index = u32::try_from(self.numbering.index(class)).expect("few classes");
        self.get(index, board.balls(), rank)
    }

    #[inline(always)]
    fn without_tuzdik(&self, balls: u32, rank: u64) -> Guarantees {
        self.get(0, balls, rank)
    }
}
