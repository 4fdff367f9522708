//! Archives: layers compressed to a third, of which any value can still be read.
//!
//! A layer's codes are predicted from those of neighbours, positions with one seed one pit further
//! on: a trained model gives every candidate a score, and the rank of the right code among the
//! candidates is written. It is mostly 0 or 1, and zstd does the rest. `docs/file-format.md`
//! describes the bytes and says how well it works.

mod cache;
mod candidates;
mod coder;
mod file;
mod model;
mod pack;
mod shape;
mod train;
mod unpack;

use crate::error::{Damage, Error};
use crate::format::layout::Layout;
use crate::system::files::open_file;
use crate::system::memory::count;
use cache::Cache;
use coder::PieceContext;
use file::{ArchiveFile, Piece, pieces};
use mancala_position::kalah::KalahRules;
use mancala_position::rank::RowRanker;
use memmap2::Mmap;
use shape::{Shape, shapes};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

pub use file::ARCHIVE_VERSION;
pub(crate) use file::PIECE_VALUES;
pub use pack::{ArchivedLayer, PackOptions, PackReport, pack};
pub use unpack::{UnpackReport, unpack};

/// An open archive of a layer. Its front and back are checked when it is opened, each piece of some
/// 262,144 values when it is read.
///
/// Generic over where the bytes are: a mapped file, or memory for tests and fuzzers.
pub struct Archive<B = Mmap> {
    bytes: B,
    path: PathBuf,
    file: ArchiveFile,
    /// The number of the first piece of each sub-layer.
    first_pieces: Vec<usize>,
    ranker: RowRanker,
    /// The shapes of the rows of each sum, made at first use.
    shapes: Vec<OnceLock<Vec<Shape>>>,
    cache: Cache,
}

impl Archive {
    /// Opens an archive of a layer of these rules and seeds.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if it cannot be read, else as for [`Archive::from_bytes`].
    pub fn open(path: &Path, rules: &KalahRules, seeds: u32) -> Result<Self, Error> {
        let file = open_file(path).map_err(Error::io("open", path))?;
        // SAFETY: as for layer files: the map is only read as plain bytes, and archives are never
        // written to once they have their name.
        let map = unsafe { Mmap::map(&file) }.map_err(Error::io("map", path))?;
        Self::from_bytes(map, path, rules, seeds)
    }
}

impl<B> fmt::Debug for Archive<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Archive")
            .field("path", &self.path)
            .field("seeds", &self.file.layout.seeds())
            .finish_non_exhaustive()
    }
}

impl<B: AsRef<[u8]>> Archive<B> {
    /// An archive from its bytes; `path` is its name in errors.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the bytes are not a whole archive with sound front and back,
    /// [`Error::Version`] or [`Error::RulesDiffer`] if it is one of another format or other rules.
    pub fn from_bytes(
        bytes: B,
        path: &Path,
        rules: &KalahRules,
        seeds: u32,
    ) -> Result<Self, Error> {
        let file = ArchiveFile::parse(bytes.as_ref(), path, rules, seeds)?;
        let mut next = 0;
        let first_pieces = (0..=seeds)
            .map(|own| {
                let first = next;
                next += count(pieces(&file.layout, own));
                first
            })
            .collect();
        Ok(Self {
            bytes,
            path: path.to_owned(),
            file,
            first_pieces,
            ranker: RowRanker::new(rules.pits()),
            shapes: (0..=seeds).map(|_| OnceLock::new()).collect(),
            cache: Cache::default(),
        })
    }

    /// The layout of the layer.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.file.layout
    }

    /// The name of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// For each sub-layer, how many values have each code, as the footer says.
    #[must_use]
    pub fn counts(&self) -> &[Vec<u64>] {
        &self.file.counts
    }

    /// The BLAKE3 hash of the layer file that was archived.
    #[must_use]
    pub const fn plain_blake3(&self) -> blake3::Hash {
        self.file.plain_blake3
    }

    /// All bytes of the file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// The value with an index in a sub-layer, as [`crate::Layer::value`] gives it. The piece in
    /// which it lies is decompressed, which takes some milliseconds, and kept for a while.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the piece does not have its checksum or cannot be decompressed.
    ///
    /// # Panics
    ///
    /// If there is no such sub-layer or index.
    pub fn value(&self, own: u32, index: u64) -> Result<i32, Error> {
        let code = self.code(own, index)?;
        Ok(self.layout().encoding().decode(u32::from(code)))
    }

    /// The code with an index in a sub-layer.
    pub(crate) fn code(&self, own: u32, index: u64) -> Result<u8, Error> {
        assert!(
            index < self.layout().sub_layer(own).values(),
            "no such index"
        );
        let piece = index / PIECE_VALUES;
        let codes = match self.cache.get((own, piece)) {
            Some(codes) => codes,
            None => {
                let codes: Arc<[u8]> = self.codes(own, piece)?.into();
                self.cache.put((own, piece), Arc::clone(&codes));
                codes
            }
        };
        Ok(codes[count(index % PIECE_VALUES)])
    }

    /// How many pieces a sub-layer has.
    pub(crate) fn pieces(&self, own: u32) -> u64 {
        pieces(self.layout(), own)
    }

    /// How many values a piece of a sub-layer has.
    pub(crate) fn piece_values(&self, own: u32, piece: u64) -> u64 {
        let first = piece * PIECE_VALUES;
        (self.layout().sub_layer(own).values() - first).min(PIECE_VALUES)
    }

    fn piece(&self, own: u32, piece: u64) -> Piece {
        self.file.pieces[self.first_pieces[own as usize] + count(piece)]
    }

    /// The bytes of a piece.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if they do not have their checksum.
    pub(crate) fn checked_piece(&self, own: u32, piece: u64) -> Result<&[u8], Error> {
        let Piece {
            from,
            length,
            checksum,
        } = self.piece(own, piece);
        let bytes = &self.bytes()[from..from + length];
        if crc32fast::hash(bytes) == checksum {
            Ok(bytes)
        } else {
            Err(self.damaged_piece(own, piece, "does not have its checksum"))
        }
    }

    /// Checks every piece of a sub-layer, without decompressing any.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] for the first that does not have its checksum.
    ///
    /// # Panics
    ///
    /// If there is no such sub-layer.
    pub fn check_sub_layer(&self, own: u32) -> Result<(), Error> {
        (0..self.pieces(own)).try_for_each(|piece| self.checked_piece(own, piece).map(|_| ()))
    }

    fn damaged_piece(&self, own: u32, piece: u64, what: &'static str) -> Error {
        let Piece { from, length, .. } = self.piece(own, piece);
        let damage = Damage::Piece {
            sub_layer: own,
            piece,
            what,
            from: from as u64,
            to: (from + length) as u64,
        };
        Error::damaged(&self.path, damage)
    }

    /// The codes of a piece.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if it does not have its checksum or cannot be decompressed.
    pub(crate) fn codes(&self, own: u32, piece: u64) -> Result<Vec<u8>, Error> {
        let bytes = self.checked_piece(own, piece)?;
        let context = PieceContext {
            model: &self.file.model,
            rows: self.shapes(own),
            columns: self.shapes(self.layout().seeds() - own),
            first: count(piece * PIECE_VALUES),
            length: count(self.piece_values(own, piece)),
        };
        coder::decode(&context, bytes)
            .ok_or_else(|| self.damaged_piece(own, piece, "does not decompress"))
    }

    fn shapes(&self, sum: u32) -> &[Shape] {
        self.shapes[sum as usize].get_or_init(|| shapes(&self.ranker, sum))
    }
}
