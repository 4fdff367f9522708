//! The values of a layer while it is computed: a pair of guarantees for each board, and what
//! captures leave to the opponent.

use crate::error::Error;
use crate::guarantees::Guarantees;
use crate::system::memory;
use memmap2::MmapMut;
use std::path::Path;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering};

/// The bytes that a board takes.
pub(crate) const BOARD_BYTES: u64 = 3;

/// The boards of a layer in the making, by their numbers. All begin with nothing.
pub(crate) struct Working {
    boards: usize,
    memory: MmapMut,
}

impl Working {
    /// So many boards in memory.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the system does not give it; `folder` is what it is for.
    pub(crate) fn in_memory(boards: u64, folder: &Path) -> Result<Self, Error> {
        let (boards, bytes) = sizes(boards);
        Ok(Self {
            boards,
            memory: memory::reserve(bytes, folder)?,
        })
    }

    /// So many boards in a file without a name, which lasts as long as they are needed. The system
    /// keeps in memory what it can.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if it cannot be made in the folder.
    pub(crate) fn on_disk(boards: u64, folder: &Path) -> Result<Self, Error> {
        let (boards, bytes) = sizes(boards);
        let file = tempfile::tempfile_in(folder).map_err(Error::io("work in", folder))?;
        file.set_len(bytes as u64)
            .map_err(Error::io("work in", folder))?;
        // SAFETY: the file has no name, so no other process changes or cuts it, and this one only
        // through the map.
        let memory = unsafe { MmapMut::map_mut(&file) }.map_err(Error::io("work in", folder))?;
        Ok(Self { boards, memory })
    }

    /// The pairs of guarantees.
    pub(crate) fn pairs(&self) -> Pairs<'_> {
        // SAFETY: the memory belongs to this value, is that long, begins at a page, and is reached
        // through atomics alone as long as `self` is shared.
        Pairs(unsafe { std::slice::from_raw_parts(self.memory.as_ptr().cast(), self.boards) })
    }

    /// For each board the least that a capture leaves to the opponent.
    pub(crate) fn left_by_captures(&self) -> &[AtomicU8] {
        let behind = self.memory[2 * self.boards..].as_ptr();
        // SAFETY: as for the pairs, behind which these bytes lie.
        unsafe { std::slice::from_raw_parts(behind.cast(), self.boards) }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a layer that is worked on can be addressed"
)]
const fn sizes(boards: u64) -> (usize, usize) {
    // No map is empty.
    let boards = if boards == 0 { 1 } else { boards as usize };
    (boards, boards * BOARD_BYTES as usize)
}

/// The guarantees of boards, which several threads increase.
#[derive(Clone, Copy)]
pub(crate) struct Pairs<'a>(&'a [AtomicU16]);

impl Pairs<'_> {
    #[expect(clippy::cast_possible_truncation, reason = "an index into memory")]
    #[inline(always)]
    pub(crate) fn get(&self, rank: u64) -> Guarantees {
        let pair = self.0[rank as usize].load(Ordering::Relaxed);
        Guarantees {
            mover: u32::from(pair & 0xff),
            opponent: u32::from(pair >> 8),
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "an index into memory, and guarantees of few balls"
    )]
    #[inline(always)]
    pub(crate) fn set(&self, rank: u64, worth: Guarantees) {
        let pair = worth.mover as u16 | (worth.opponent as u16) << 8;
        self.0[rank as usize].store(pair, Ordering::Relaxed);
    }
}
