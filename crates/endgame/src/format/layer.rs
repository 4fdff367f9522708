//! An open layer: its values, of which every block is checked before it is read.

use crate::error::{Damage, Error};
use crate::format::encoding::BLOCK_VALUES;
use crate::format::frame::u32_at;
use crate::format::layer_file::{LEAST_BYTES, LayerFile};
use crate::format::layer_rules::LayerRules;
use crate::format::layout::Layout;
use crate::monitor::Monitor;
use crate::system::files::open_file;
use crate::system::memory;
use memmap2::Mmap;
use rayon::prelude::*;
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// An open layer. Its front and back are checked when it is opened, each block of values when it is
/// first read.
///
/// Generic over where the bytes are: a mapped file, or memory for tests and fuzzers.
pub struct Layer<B = Mmap> {
    bytes: B,
    path: PathBuf,
    layout: Layout,
    body: usize,
    table: usize,
    counts: Vec<Vec<u64>>,
    /// A bit for every block, set once its checksum was found right.
    checked: Vec<AtomicU64>,
    /// How many blocks have no such bit yet.
    unchecked: AtomicU64,
}

impl Layer {
    /// Opens a layer file of these rules and seeds.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if it cannot be read, else as for [`Layer::from_bytes`].
    pub fn open(path: &Path, rules: &impl LayerRules, seeds: u32) -> Result<Self, Error> {
        let (file, _) = open(path)?;
        // SAFETY: the map is only read, and read as plain bytes, for which every content is valid.
        // Layer files are never written to once they have their name: builders write to another
        // name and rename. A program that cuts a file short while it is mapped makes a read of the
        // missing part end the process; it cannot yield a value.
        let map = unsafe { Mmap::map(&file) }.map_err(Error::io("map", path))?;
        Self::from_bytes(map, path, rules, seeds)
    }

    /// Reads a layer file of these rules and seeds into memory, and checks all its blocks, with the
    /// threads of the pool that it is called in.
    ///
    /// # Errors
    ///
    /// As for [`Layer::open`], [`Error::Damaged`] if a block does not have its checksum, and
    /// [`Error::Io`] if there is not the memory.
    pub fn load(path: &Path, rules: &impl LayerRules, seeds: u32) -> Result<Self, Error> {
        let (file, length) = open(path)?;
        let mut memory = memory::reserve(length, path)?;
        fill(&file, &mut memory).map_err(Error::io("read", path))?;
        let layer = Self::from_bytes(memory::seal(memory, path)?, path, rules, seeds)?;
        (0..layer.layout.sub_layers().len())
            .into_par_iter()
            .try_for_each(|sub_layer| layer.check_sub_layer(index32(sub_layer)))?;
        Ok(layer)
    }

    /// The same layer in memory, as [`Layer::load`] reads it, unless the monitor stops it.
    pub(crate) fn loaded(
        self,
        rules: &impl LayerRules,
        monitor: &dyn Monitor,
    ) -> Result<Self, Error> {
        if monitor.should_stop() {
            return Err(Error::Interrupted);
        }
        let loaded = Self::load(&self.path, rules, self.layout.seeds())?;
        monitor.advance(loaded.bytes().len() as u64);
        Ok(loaded)
    }
}

/// The number of a sub-layer, of which there are at most 91.
fn index32(sub_layer: usize) -> u32 {
    u32::try_from(sub_layer).expect("few sub-layers")
}

/// Reads a file from its beginning, in pieces side by side where the system can.
fn fill(file: &File, memory: &mut [u8]) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileExt;
        const PIECE: usize = 8 << 20;
        let pieces = memory.par_chunks_mut(PIECE).enumerate();
        pieces.try_for_each(|(number, piece)| file.read_exact_at(piece, (number * PIECE) as u64))
    }
    #[cfg(not(unix))]
    {
        use std::io::Read;
        let mut file = file;
        file.read_exact(memory)
    }
}

/// Opens a file that can be a layer file by its length, which is given too.
fn open(path: &Path) -> Result<(File, usize), Error> {
    let file = open_file(path).map_err(Error::io("open", path))?;
    let length = file.metadata().map_err(Error::io("read", path))?.len();
    match usize::try_from(length) {
        Ok(length) if length >= LEAST_BYTES => Ok((file, length)),
        _ => Err(Error::damaged(
            path,
            Damage::Length {
                expected: LEAST_BYTES as u64,
                found: length,
            },
        )),
    }
}

impl<B> fmt::Debug for Layer<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layer")
            .field("path", &self.path)
            .field("seeds", &self.layout.seeds())
            .finish_non_exhaustive()
    }
}

impl<B: AsRef<[u8]>> Layer<B> {
    /// A layer from its bytes; `path` is its name in errors.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the bytes are not a whole layer file with sound front and back,
    /// [`Error::Version`] or [`Error::RulesDiffer`] if it is one of another format or other rules.
    pub fn from_bytes(
        bytes: B,
        path: &Path,
        rules: &impl LayerRules,
        seeds: u32,
    ) -> Result<Self, Error> {
        let LayerFile {
            layout,
            body,
            table,
            counts,
        } = LayerFile::parse(bytes.as_ref(), path, rules, seeds)?;
        let checked = (0..layout.blocks().div_ceil(64))
            .map(|_| AtomicU64::new(0))
            .collect();
        let unchecked = AtomicU64::new(layout.blocks());
        Ok(Self {
            bytes,
            path: path.to_owned(),
            layout,
            body,
            table,
            counts,
            checked,
            unchecked,
        })
    }

    /// The layer's layout.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The name of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// For each sub-layer, how many values have each code, as the footer says.
    #[must_use]
    pub fn counts(&self) -> &[Vec<u64>] {
        &self.counts
    }

    /// All bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// The value with an index in a sub-layer: `rank of the mover's row * columns + rank of the
    /// opponent's`.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the block in which it lies does not have its checksum.
    ///
    /// # Panics
    ///
    /// If there is no such sub-layer or index.
    #[inline(always)]
    pub fn value(&self, own: u32, index: u64) -> Result<i32, Error> {
        if !self.is_checked() {
            self.check_value(own, index)?;
        }
        let (byte, bit) = self.layout.encoding().place(index);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the length of bytes in memory"
        )]
        let byte = self.body + self.layout.sub_layer(own).offset as usize + byte;
        let pair = self.bytes.as_ref()[byte..byte + 2]
            .try_into()
            .expect("two bytes");
        Ok(self.layout.encoding().value_in(pair, bit))
    }

    /// Whether every block has been checked.
    pub(crate) fn is_checked(&self) -> bool {
        self.unchecked.load(Ordering::Relaxed) == 0
    }

    /// Checks the block in which a value lies, unless it was checked before.
    pub(crate) fn check_value(&self, own: u32, index: u64) -> Result<(), Error> {
        let block = index / BLOCK_VALUES;
        let number = self.layout.sub_layer(own).first_block + block;
        let word = &self.checked[(number / 64) as usize];
        if word.load(Ordering::Relaxed) >> (number % 64) & 1 == 0 {
            self.check_block(own, block)?;
        }
        Ok(())
    }

    /// Checks a block of a sub-layer and remembers that it is right.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if it is not.
    #[cold]
    pub fn check_block(&self, own: u32, block: u64) -> Result<(), Error> {
        let range = self.layout.block_range(own, block);
        let number = self.layout.sub_layer(own).first_block + block;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "positions of bytes in memory"
        )]
        let (from, to, entry) = (
            self.body + range.start as usize,
            self.body + range.end as usize,
            self.table + 4 * number as usize,
        );
        let data = self.bytes.as_ref();
        if crc32fast::hash(&data[from..to]) != u32_at(data, entry) {
            let damage = Damage::Block {
                sub_layer: own,
                block,
                from: from as u64,
                to: to as u64,
            };
            return Err(Error::damaged(&self.path, damage));
        }
        let bit = 1 << (number % 64);
        if self.checked[(number / 64) as usize].fetch_or(bit, Ordering::Relaxed) & bit == 0 {
            self.unchecked.fetch_sub(1, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Checks every block of a sub-layer.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] for the first that is not right.
    pub fn check_sub_layer(&self, own: u32) -> Result<(), Error> {
        (0..self.layout.sub_layer(own).blocks()).try_for_each(|block| self.check_block(own, block))
    }

    /// Checks every block.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] for the first that is not right.
    pub fn check(&self) -> Result<(), Error> {
        (0..self.layout.sub_layers().len())
            .try_for_each(|sub_layer| self.check_sub_layer(index32(sub_layer)))
    }

    /// The packed values of a sub-layer, unchecked.
    pub(crate) fn packed(&self, own: u32) -> &[u8] {
        let sub_layer = self.layout.sub_layer(own);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "positions of bytes in memory"
        )]
        let (from, len) = (
            self.body + sub_layer.offset as usize,
            sub_layer.bytes as usize,
        );
        &self.bytes.as_ref()[from..from + len]
    }
}
