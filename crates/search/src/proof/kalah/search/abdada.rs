//! The ABDADA list: the positions that threads are searching now, so that they share the work.
//!
//! All threads begin at the root. At a node where every child has to be searched the order of the
//! children is free, and a thread defers the children that another thread is in (ABDADA, Weill
//! 1996, in the simplified form of Kerrigan). At a node where one good move is enough, all threads
//! search the same move. What one thread proves, the others find in the transposition table.

use crate::proof::kalah::transposition::TableKey;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The number of slots, more than all threads together have positions on their paths.
const SLOTS: usize = 1 << 10;

/// The data that threads at work on the same search share beside the transposition table.
pub(crate) struct AbdadaList {
    /// The positions that threads are in. Two positions that share a slot make the order of the
    /// search worse and no value wrong.
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

    /// Whether one of the threads has the result, so that the others can stop.
    #[inline(always)]
    pub(crate) fn is_answered(&self) -> bool {
        self.answered.load(Ordering::Relaxed)
    }

    /// Announces that the result is there.
    pub(crate) fn announce_answer(&self) {
        self.answered.store(true, Ordering::Release);
    }

    fn slot(&self, key: TableKey) -> (&AtomicU64, u64) {
        let number = key.scattered();
        (&self.busy[(number >> 54) as usize % SLOTS], number | 1)
    }

    /// Marks a position as being searched.
    pub(crate) fn enter(&self, key: TableKey) {
        let (slot, number) = self.slot(key);
        slot.store(number, Ordering::Relaxed);
    }

    /// Takes the mark of [`AbdadaList::enter`] away, unless another position has taken the slot.
    pub(crate) fn leave(&self, key: TableKey) {
        let (slot, number) = self.slot(key);
        if slot.load(Ordering::Relaxed) == number {
            slot.store(0, Ordering::Relaxed);
        }
    }

    /// Whether a thread is searching the position.
    pub(crate) fn is_busy(&self, key: TableKey) -> bool {
        let (slot, number) = self.slot(key);
        slot.load(Ordering::Relaxed) == number
    }
}
