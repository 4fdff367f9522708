//! The memory of a transposition table, of every game and kind of search.

use crate::error::SolveError;
use memmap2::MmapMut;
use zerocopy::{FromBytes, IntoBytes};

/// Memory is reserved in whole lines of the processor's cache.
const LINE_BYTES: u64 = 64;

/// The memory of a table: zeroed, in large pages where the system has them.
pub(crate) struct TableMemory {
    map: MmapMut,
}

impl TableMemory {
    /// Reserves at least one cache line of memory and no more than `bytes` otherwise. Pages are
    /// taken from the system as they are first written.
    ///
    /// # Errors
    ///
    /// [`SolveError::TableMemory`] if the system refuses.
    pub(crate) fn new(bytes: u64) -> Result<Self, SolveError> {
        let refused = |reason: String| SolveError::TableMemory { bytes, reason };
        let whole = (bytes / LINE_BYTES).max(1) * LINE_BYTES;
        let length = usize::try_from(whole).map_err(|error| refused(error.to_string()))?;
        let map = MmapMut::map_anon(length).map_err(|error| refused(error.to_string()))?;
        // Large pages save most of the address look-ups of random reading; a system without them
        // is only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self { map })
    }

    /// The memory as the entries or buckets of a table.
    pub(crate) fn values<T: FromBytes + IntoBytes>(&mut self) -> &mut [T] {
        let whole = self.map.len() / size_of::<T>() * size_of::<T>();
        <[T]>::mut_from_bytes(&mut self.map[..whole]).expect("a mapping starts at a page")
    }
}
