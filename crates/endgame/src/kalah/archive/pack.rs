//! Making archives of the layers of a database.

use super::Archive;
use super::coder::{PieceContext, compressor, decode, encode};
use super::file::{PIECE_VALUES, back, front, pieces};
use super::model::Model;
use super::shape::{Shape, shapes};
use super::train::train;
use crate::error::{Damage, Error};
use crate::format::layer::Layer;
use crate::format::manifest::FileEntry;
use crate::format::manifest::{LayerEntry, Manifest, archive_file, layer_file};
use crate::kalah::layers::statistics::KalahStatistics;
use crate::monitor::Monitor;
use crate::system::files::{hash_file, lock, sync_folder};
use crate::system::memory::count;
use crate::system::threads::with_threads;
use mancala_position::kalah::KalahRules;
use mancala_position::rank::RowRanker;
use rayon::prelude::*;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How to pack and unpack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackOptions {
    /// How many threads work.
    pub threads: usize,
    /// Whether to remove what was packed, or unpacked, once the result has been checked.
    pub remove: bool,
}

impl Default for PackOptions {
    /// Two threads, nothing removed.
    fn default() -> Self {
        Self {
            threads: 2,
            remove: false,
        }
    }
}

/// The report of packing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackReport {
    /// The folder.
    pub folder: PathBuf,
    /// All layers, which are archived now.
    pub layers: Vec<ArchivedLayer>,
    /// Positions that this run has packed.
    pub packed: u64,
    /// The time that it took.
    pub elapsed: Duration,
}

/// The size of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArchivedLayer {
    /// The seeds on the board.
    pub seeds: u32,
    /// All values of the layer.
    pub values: u64,
    /// The length of the layer file.
    pub plain_bytes: u64,
    /// The length of the archive.
    pub archive_bytes: u64,
}

/// Makes an archive of each layer of a database folder that has none yet. Each piece is
/// decompressed again and compared before it is written. The bytes depend on the layer alone.
///
/// # Errors
///
/// [`Error::Missing`] or [`Error::MissingLayer`] if there is nothing to pack, [`Error::Damaged`] if
/// a layer is not the one in the manifest, [`Error::Locked`] if another process is at work in the
/// folder, [`Error::Interrupted`] if the monitor stops it, [`Error::Io`] if something cannot be
/// read or written. Archives finished before are kept.
pub fn pack(
    folder: &Path,
    rules: &KalahRules,
    options: &PackOptions,
    monitor: &dyn Monitor,
) -> Result<PackReport, Error> {
    let begin = Instant::now();
    // Without a database nothing is made, not even the lock.
    Manifest::read(folder, rules)?;
    let _lock = lock(folder)?;
    let mut manifest = Manifest::read(folder, rules)?;
    let mut packed = 0;
    let is_todo = |entry: &LayerEntry<KalahStatistics>| {
        let archive = folder.join(archive_file(entry.seeds));
        entry.archive.is_none() || !archive.exists()
    };
    let todo = manifest.layers.iter().filter(|entry| is_todo(entry));
    monitor.start("packing", todo.map(|entry| entry.values).sum());
    for place in 0..manifest.layers.len() {
        let entry = &manifest.layers[place];
        let plain = folder.join(layer_file(entry.seeds));
        let archive = folder.join(archive_file(entry.seeds));
        if is_todo(entry) {
            let layer = open_listed(&plain, rules, entry)?;
            let made = with_threads(options.threads, || {
                Packer {
                    rules,
                    layer: &layer,
                    monitor,
                }
                .write(&archive, &entry.blake3)
            })?;
            packed += entry.values;
            manifest.layers[place].archive = Some(made);
            manifest.write(folder)?;
        }
        if options.remove && plain.exists() {
            let entry = &manifest.layers[place];
            check_listed(&archive, entry)?;
            fs::remove_file(&plain).map_err(Error::io("remove", &plain))?;
        }
    }
    let size = |entry: &LayerEntry<KalahStatistics>| ArchivedLayer {
        seeds: entry.seeds,
        values: entry.values,
        plain_bytes: entry.bytes,
        archive_bytes: entry.archive.as_ref().map_or(0, |archive| archive.bytes),
    };
    Ok(PackReport {
        folder: folder.to_owned(),
        layers: manifest.layers.iter().map(size).collect(),
        packed,
        elapsed: begin.elapsed(),
    })
}

/// Opens a layer file that must be the one that the manifest lists.
fn open_listed(
    path: &Path,
    rules: &KalahRules,
    entry: &LayerEntry<KalahStatistics>,
) -> Result<Layer, Error> {
    if !path.exists() {
        return Err(Error::MissingLayer {
            path: path.to_owned(),
            seeds: entry.seeds,
        });
    }
    let layer = Layer::open(path, rules, entry.seeds)?;
    for own in 0..=entry.seeds {
        layer.check_sub_layer(own)?;
    }
    if hash_file(path)?.to_hex().as_str() != entry.blake3 {
        return Err(Error::damaged(path, Damage::Hash));
    }
    Ok(layer)
}

/// Checks that an archive is the one that the manifest lists.
pub(super) fn check_listed(path: &Path, entry: &LayerEntry<KalahStatistics>) -> Result<(), Error> {
    let listed = entry.archive.as_ref().map(|archive| &*archive.blake3);
    if listed == Some(hash_file(path)?.to_hex().as_str()) {
        Ok(())
    } else {
        Err(Error::damaged(path, Damage::Hash))
    }
}

/// Writes the archive of a layer.
struct Packer<'a> {
    rules: &'a KalahRules,
    layer: &'a Layer,
    monitor: &'a dyn Monitor,
}

impl Packer<'_> {
    /// Writes it to another name, syncs and renames it; what was begun and not finished is removed.
    fn write(&self, path: &Path, plain_blake3: &str) -> Result<FileEntry, Error> {
        let part = path.with_extension("archive.part");
        let written = self.write_part(&part, plain_blake3).and_then(|bytes| {
            let blake3 = hash_file(&part)?.to_hex().to_string();
            // It is opened as it will be.
            Archive::open(&part, self.rules, self.layer.layout().seeds())?;
            fs::rename(&part, path).map_err(Error::io("rename", &part))?;
            sync_folder(path)?;
            Ok(FileEntry {
                file: archive_file(self.layer.layout().seeds()),
                bytes,
                blake3,
            })
        });
        if written.is_err() {
            // The error that led here is the one to tell.
            let _ = fs::remove_file(&part);
        }
        written
    }

    fn write_part(&self, part: &Path, plain_blake3: &str) -> Result<u64, Error> {
        let layout = self.layer.layout();
        let ranker = RowRanker::new(self.rules.pits());
        let shapes: Vec<Vec<Shape>> = (0..=layout.seeds())
            .map(|sum| shapes(&ranker, sum))
            .collect();
        let model = train(self.rules.pits(), self.layer, &shapes)?;
        let hash = blake3::Hash::from_hex(plain_blake3)
            .map_err(|_| Error::damaged(self.layer.path(), Damage::Hash))?;

        let mut output = Output {
            file: File::create(part).map_err(Error::io("create", part))?,
            path: part,
            length: 0,
        };
        output.write(&front(self.rules, layout, hash, &model))?;
        let mut table = Vec::new();
        for own in 0..=layout.seeds() {
            let shapes = (
                &*shapes[own as usize],
                &*shapes[(layout.seeds() - own) as usize],
            );
            // So many that every thread has work, and not too many for memory.
            let all: Vec<u64> = (0..pieces(layout, own)).collect();
            for some in all.chunks(8 * rayon::current_num_threads()) {
                let coded = some
                    .par_iter()
                    .map(|&piece| self.code(&model, shapes, own, piece))
                    .collect::<Result<Vec<_>, Error>>()?;
                for bytes in coded {
                    output.write(&bytes)?;
                    let length = u32::try_from(bytes.len()).expect("a piece is small");
                    table.push((length, crc32fast::hash(&bytes)));
                }
            }
        }
        output.write(&back(output.length, &table, self.layer.counts()))?;
        output.file.sync_all().map_err(Error::io("sync", part))?;
        Ok(output.length)
    }

    /// Codes a piece, and decodes it again to see that it is right.
    fn code(
        &self,
        model: &Model,
        (rows, columns): (&[Shape], &[Shape]),
        own: u32,
        piece: u64,
    ) -> Result<Vec<u8>, Error> {
        if self.monitor.should_stop() {
            return Err(Error::Interrupted);
        }
        let layout = self.layer.layout();
        let first = piece * PIECE_VALUES;
        let length = count((layout.sub_layer(own).values() - first).min(PIECE_VALUES));
        let mut values = vec![0; length];
        let packed = &self.layer.packed(own)[count(layout.encoding().packed_bytes(first))..];
        layout.encoding().unpack(packed, &mut values);
        let codes: Vec<u8> = values
            .into_iter()
            .map(|value| layout.encoding().code(i32::from(value)))
            .collect();
        let context = PieceContext {
            model,
            rows,
            columns,
            first: count(first),
            length,
        };
        let coded = encode(&context, &codes, &mut compressor());
        assert!(
            decode(&context, &coded).is_some_and(|decoded| decoded == codes),
            "what was coded is decoded"
        );
        self.monitor.advance(length as u64);
        Ok(coded)
    }
}

/// A file that is written from its beginning to its end.
struct Output<'a> {
    file: File,
    path: &'a Path,
    length: u64,
}

impl Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.length += bytes.len() as u64;
        self.file
            .write_all(bytes)
            .map_err(Error::io("write", self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BuildOptions, Database, Silent, build};

    #[test]
    fn pieces_that_begin_within_a_row_are_coded_too() {
        let rules = KalahRules::new(4).expect("four pits");
        let folder = tempfile::tempdir().expect("a folder");
        build(folder.path(), &rules, &BuildOptions::new(26), &Silent).expect("it builds");
        let database = Database::open(folder.path(), &rules).expect("it opens");
        let layer = database.layer(26).expect("a layer");
        assert!(pieces(layer.layout(), 13) > 1);
        let path = folder.path().join(archive_file(26));
        let hash = blake3::hash(layer.bytes());
        let packer = Packer {
            rules: &rules,
            layer,
            monitor: &Silent,
        };
        packer.write(&path, &hash.to_hex()).expect("it packs");
        let archive = Archive::open(&path, &rules, 26).expect("sound");
        let again = archive.to_layer(&rules, &Silent).expect("sound");
        assert!(again.bytes() == layer.bytes());
        for own in 12..15 {
            let values = layer.layout().sub_layer(own).values();
            for index in (0..values)
                .step_by(1000)
                .chain([PIECE_VALUES - 1, PIECE_VALUES])
            {
                let value = layer.value(own, index).expect("sound");
                assert_eq!(archive.value(own, index).expect("sound"), value);
            }
        }
    }
}
