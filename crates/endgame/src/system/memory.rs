//! Memory for whole layers, and numbers of things in it.

use crate::error::Error;
use memmap2::{Mmap, MmapMut};
use std::path::Path;

/// Memory of zeros, on huge pages where the system has them: a random look-up then misses the
/// tables of addresses no more than once. `path` is what it is for.
///
/// # Errors
///
/// [`Error::Io`] if the system does not give it.
pub(crate) fn reserve(bytes: usize, path: &Path) -> Result<MmapMut, Error> {
    let memory = MmapMut::map_anon(bytes).map_err(Error::io("reserve memory for", path))?;
    #[cfg(target_os = "linux")]
    {
        // A system without huge pages says no, and nothing depends on it.
        let _ = memory.advise(memmap2::Advice::HugePage);
    }
    Ok(memory)
}

/// The memory when it is filled, not to be written to any more.
///
/// # Errors
///
/// [`Error::Io`] if the system refuses.
pub(crate) fn seal(memory: MmapMut, path: &Path) -> Result<Mmap, Error> {
    memory
        .make_read_only()
        .map_err(Error::io("protect memory of", path))
}

/// A number of things that are in memory, as an index or length.
#[expect(clippy::cast_possible_truncation, reason = "they are in memory")]
pub(crate) const fn count(number: u64) -> usize {
    number as usize
}
