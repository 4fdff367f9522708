//! The bytes of a grid: in memory, or in a file that the system reads as they are asked for.

use memmap2::Mmap;
use std::io::{self, Write};
use std::path::Path;

/// The bytes of a grid.
pub(super) enum Storage {
    /// In memory of this process.
    Memory(Vec<i8>),
    /// In a file without a name, mapped.
    Scratch(Mmap),
}

impl Storage {
    /// So many bytes, in memory that held others, which are still there; new ones are zero.
    pub(super) fn memory(mut memory: Vec<i8>, len: usize) -> Self {
        if memory.capacity() < len {
            // Zeros straight from the system, in place of copies of what nobody wants.
            memory = vec![0; len];
            prefer_huge_pages(&memory);
        } else {
            memory.resize(len, 0);
        }
        Self::Memory(memory)
    }

    #[inline(always)]
    pub(super) fn bytes(&self) -> &[i8] {
        match self {
            Self::Memory(bytes) => bytes,
            Self::Scratch(map) => {
                let bytes: &[u8] = map;
                // SAFETY: signed and unsigned bytes have the same size and alignment, and all bytes
                // are valid as either.
                unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) }
            }
        }
    }

    /// # Panics
    ///
    /// If the bytes lie in a file: only finished grids are put there.
    #[inline(always)]
    pub(super) fn bytes_mut(&mut self) -> &mut [i8] {
        match self {
            Self::Memory(bytes) => bytes,
            Self::Scratch(_) => panic!("a grid on disk is finished"),
        }
    }

    pub(super) fn into_memory(self) -> Option<Vec<i8>> {
        match self {
            Self::Memory(bytes) => Some(bytes),
            Self::Scratch(_) => None,
        }
    }

    pub(super) fn into_scratch(self, folder: &Path) -> io::Result<Self> {
        let Self::Memory(bytes) = self else {
            return Ok(self);
        };
        // SAFETY: signed and unsigned bytes have the same size and alignment, and all bytes are
        // valid as either.
        let bytes: &[u8] =
            unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) };
        let mut file = tempfile::tempfile_in(folder)?;
        file.write_all(bytes)?;
        // SAFETY: the file has no name, so no other process changes or cuts it, and this one does
        // not either.
        Ok(Self::Scratch(unsafe { Mmap::map(&file) }?))
    }
}

/// Asks the system to back large memory with huge pages, where it does so on request: fewer page
/// faults while it is filled, fewer misses of address translation while it is read.
fn prefer_huge_pages(data: &[i8]) {
    #[cfg(target_os = "linux")]
    {
        const HUGE: usize = 2 << 20;
        let begin = data.as_ptr().align_offset(HUGE);
        if begin < data.len() {
            let inner = &data[begin..];
            let whole = inner.len() / HUGE * HUGE;
            // SAFETY: the pages lie wholly inside memory that this process owns, and the advice
            // changes neither their content nor their protection.
            let advised = unsafe {
                rustix::mm::madvise(
                    inner.as_ptr().cast_mut().cast(),
                    whole,
                    rustix::mm::Advice::LinuxHugepage,
                )
            };
            // A system without huge pages says no, and nothing depends on it.
            let _ = advised;
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = data;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_the_same_on_disk_and_the_folder_stays_empty() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut storage = Storage::memory(Vec::new(), 300);
        for (byte, value) in storage.bytes_mut().iter_mut().zip((-100..100i8).cycle()) {
            *byte = value;
        }
        let before = storage.bytes().to_vec();
        let storage = storage.into_scratch(folder.path()).expect("written");
        assert!(matches!(storage, Storage::Scratch(_)));
        assert_eq!(storage.bytes(), before);
        let entries = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(entries, usize::from(cfg!(windows)));
        assert!(storage.into_memory().is_none());
    }

    #[test]
    fn memory_is_used_again() {
        let memory = vec![7; 100];
        let address = memory.as_ptr();
        let memory = Storage::memory(memory, 60)
            .into_memory()
            .expect("in memory");
        assert_eq!((memory.as_ptr(), &memory[..]), (address, &[7; 60][..]));
        assert_eq!(Storage::memory(memory, 200).bytes(), [0; 200]);
    }
}
