//! How threads that search the same position keep out of each other's way.
//!
//! All begin at the root. Where all children of a position have to be searched, their order is free, and a thread
//! leaves those for later that another thread is in (ABDADA, Weill 1996, by the simpler list of Kerrigan). Where one
//! good move is enough, all follow the same one. What a thread proves, the others find in the table.

use crate::proof::kalah::transposition::TableKey;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Slots of the list. There are no more positions in it than all threads have on their ways.
const SLOTS: usize = 1 << 10;

/// What threads that are asked the same question have in common.
pub(crate) struct AbdadaList {
    /// The positions that threads are in. A slot that two positions share makes the order worse and no value wrong.
    busy: [AtomicU64; SLOTS],
    answered: AtomicBool,
}

impl AbdadaList {
    pub(crate) const fn new() -> Self {
        Self {
            busy: [const { AtomicU64::new(0) }; SLOTS],
            answered: AtomicBool::new(false),
        }
    }

    /// Whether one of the threads has the answer, so that the others can stop.
    #[inline(always)]
    pub(crate) fn is_answered(&self) -> bool {
        self.answered.load(Ordering::Relaxed)
    }

    /// Says that the answer is there. `false` if another thread has said so before.
    pub(crate) fn answer(&self) -> bool {
        !self.answered.swap(true, Ordering::AcqRel)
    }

    fn slot(&self, place: TableKey) -> (&AtomicU64, u64) {
        let number = place.number();
        (&self.busy[(number >> 54) as usize % SLOTS], number | 1)
    }

    pub(crate) fn enter(&self, place: TableKey) {
        let (slot, number) = self.slot(place);
        slot.store(number, Ordering::Relaxed);
    }

    pub(crate) fn leave(&self, place: TableKey) {
        let (slot, number) = self.slot(place);
        if slot.load(Ordering::Relaxed) == number {
            slot.store(0, Ordering::Relaxed);
        }
    }

    pub(crate) fn is_busy(&self, place: TableKey) -> bool {
        let (slot, number) = self.slot(place);
        slot.load(Ordering::Relaxed) == number
    }
}
