//! The memory of transposition tables.

use memmap2::MmapMut;
use zerocopy::{FromBytes, IntoBytes};

/// Memory is reserved in whole lines of the processor's cache.
const LINE_BYTES: u64 = 64;

/// The system refused the memory of a transposition table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no memory for a transposition table of {bytes} bytes: {reason}")]
pub struct TableMemoryError {
    /// The bytes asked for.
    pub bytes: u64,
    /// The error of the system.
    pub reason: String,
}

/// Zeroed memory, on large pages where the system has them.
#[derive(Debug)]
pub(crate) struct TableMemory {
    map: MmapMut,
}

impl TableMemory {
    /// Reserves memory: `bytes` rounded down to whole cache lines, one of them at least. The system
    /// provides pages when they are first written.
    ///
    /// # Errors
    ///
    /// [`TableMemoryError`] if the system refuses.
    pub(crate) fn new(bytes: u64) -> Result<Self, TableMemoryError> {
        let refused = |reason: String| TableMemoryError { bytes, reason };
        let whole = (bytes / LINE_BYTES).max(1) * LINE_BYTES;
        let length = usize::try_from(whole).map_err(|error| refused(error.to_string()))?;
        let map = MmapMut::map_anon(length).map_err(|error| refused(error.to_string()))?;
        // Large pages save most of the address translations of random reads. A system without them
        // is only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Self { map })
    }

    /// The memory as entries or buckets of a table.
    pub(crate) fn values<T: FromBytes + IntoBytes>(&mut self) -> &mut [T] {
        let whole = self.map.len() / size_of::<T>() * size_of::<T>();
        <[T]>::mut_from_bytes(&mut self.map[..whole]).expect("a mapping starts at a page")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_has_whole_cache_lines_and_one_at_least() {
        for (bytes, reserved) in [(0, 64), (63, 64), (64, 64), (200, 192), (4096, 4096)] {
            let mut memory = TableMemory::new(bytes).expect("a few bytes");
            assert_eq!(memory.values::<u8>().len(), reserved, "{bytes} bytes");
        }
    }

    #[test]
    fn more_memory_than_there_can_be_is_an_error() {
        let refused = TableMemory::new(u64::MAX).expect_err("no system has it");
        assert_eq!(refused.bytes, u64::MAX);
    }
}
