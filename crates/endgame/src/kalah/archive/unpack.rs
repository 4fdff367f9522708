//! Layers out of archives: as files, or in memory.

use super::Archive;
use super::file::PIECE_VALUES;
use super::pack::{PackOptions, check_listed};
use crate::error::{Damage, Error};
use crate::format::header::Footer;
use crate::format::layer::Layer;
use crate::format::layer_file;
use crate::format::manifest::{LayerEntry, Manifest, archive_file, layer_file};
use crate::format::writer::LayerWriter;
use crate::kalah::layers::statistics::KalahStatistics;
use crate::monitor::Monitor;
use crate::system::files::lock;
use crate::system::memory::{self, count};
use crate::system::threads::with_threads;
use mancala_position::kalah::KalahRules;
use memmap2::Mmap;
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The report of unpacking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnpackReport {
    /// The folder.
    pub folder: PathBuf,
    /// How many layers there are, all of which have their plain files now.
    pub layers: u32,
    /// The bytes of these files.
    pub bytes: u64,
    /// Positions that this run has unpacked.
    pub unpacked: u64,
    /// The time that it took.
    pub elapsed: Duration,
}

/// Makes the file of each layer of a database folder that has only an archive: the same bytes that
/// were packed.
///
/// # Errors
///
/// [`Error::Missing`] or [`Error::MissingLayer`] if a layer has neither file, [`Error::Damaged`] if
/// an archive is not the one in the manifest or does not give back the layer, [`Error::Locked`] if
/// another process is at work in the folder, [`Error::Interrupted`] if the monitor stops it,
/// [`Error::Io`] if something cannot be read or written. Layers finished before are kept.
pub fn unpack(
    folder: &Path,
    rules: &KalahRules,
    options: &PackOptions,
    monitor: &dyn Monitor,
) -> Result<UnpackReport, Error> {
    let begin = Instant::now();
    // Without a database nothing is made, not even the lock.
    Manifest::read(folder, rules)?;
    let _lock = lock(folder)?;
    let mut manifest = Manifest::read(folder, rules)?;
    let is_todo =
        |entry: &LayerEntry<KalahStatistics>| !folder.join(layer_file(entry.seeds)).exists();
    let todo = manifest.layers.iter().filter(|entry| is_todo(entry));
    monitor.start("unpacking", todo.map(|entry| entry.values).sum());
    let (mut bytes, mut unpacked) = (0, 0);
    for place in 0..manifest.layers.len() {
        let entry = &manifest.layers[place];
        let path = folder.join(archive_file(entry.seeds));
        if is_todo(entry) {
            if !path.exists() {
                return Err(Error::MissingLayer {
                    path: folder.join(layer_file(entry.seeds)),
                    seeds: entry.seeds,
                });
            }
            check_listed(&path, entry)?;
            let archive = Archive::open(&path, rules, entry.seeds)?;
            with_threads(options.threads, || {
                archive.write_plain(folder, rules, &entry.blake3, monitor)
            })?;
            unpacked += entry.values;
        }
        bytes += entry.bytes;
        if options.remove && entry.archive.is_some() {
            manifest.layers[place].archive = None;
            manifest.write(folder)?;
            if path.exists() {
                fs::remove_file(&path).map_err(Error::io("remove", &path))?;
            }
        }
    }
    Ok(UnpackReport {
        folder: folder.to_owned(),
        layers: u32::try_from(manifest.layers.len()).expect("few layers"),
        bytes,
        unpacked,
        elapsed: begin.elapsed(),
    })
}

impl<B: AsRef<[u8]> + Sync> Archive<B> {
    /// All values of a sub-layer.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] for the first piece that is not right, [`Error::Interrupted`] if the
    /// monitor stops it.
    fn sub_layer(&self, own: u32, monitor: &dyn Monitor) -> Result<Vec<i8>, Error> {
        let encoding = self.layout().encoding();
        let mut values = vec![0; count(self.layout().sub_layer(own).values())];
        values
            .par_chunks_mut(count(PIECE_VALUES))
            .enumerate()
            .try_for_each(|(piece, values)| {
                if monitor.should_stop() {
                    return Err(Error::Interrupted);
                }
                for (value, code) in values.iter_mut().zip(self.codes(own, piece as u64)?) {
                    *value = encoding.decode_byte(u32::from(code));
                }
                monitor.advance(values.len() as u64);
                Ok(())
            })?;
        Ok(values)
    }

    /// Writes the layer file.
    fn write_plain(
        &self,
        folder: &Path,
        rules: &KalahRules,
        blake3: &str,
        monitor: &dyn Monitor,
    ) -> Result<(), Error> {
        let seeds = self.layout().seeds();
        let path = folder.join(layer_file(seeds));
        let writer = LayerWriter::new(&path, rules, self.layout().clone(), false)?;
        let written = (0..=seeds).try_for_each(|own| {
            let values = self.sub_layer(own, monitor)?;
            writer.write(own, &values)
        });
        if let Err(error) = written {
            writer.suspend()?;
            return Err(error);
        }
        let (_, hash) = writer.finish()?;
        if hash.to_hex().as_str() != blake3 {
            fs::remove_file(&path).map_err(Error::io("remove", &path))?;
            return Err(Error::damaged(self.path(), Damage::Hash));
        }
        Ok(())
    }

    /// The layer in memory, the same bytes that its file would have.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if a piece is not right, or the whole has not the hash of the layer that
    /// was archived.
    pub(crate) fn to_layer(
        &self,
        rules: &KalahRules,
        monitor: &dyn Monitor,
    ) -> Result<Layer<Mmap>, Error> {
        let layout = self.layout();
        let length = count(layer_file::file_bytes(rules, layout));
        let mut memory = memory::reserve(length, self.path())?;
        let front = layer_file::front(rules, layout);
        memory[..front.len()].copy_from_slice(&front);
        let (mut at, mut packed) = (front.len(), Vec::new());
        let mut checksums = Vec::with_capacity(count(layout.blocks()));
        let mut all_counts = Vec::new();
        for own in 0..=layout.seeds() {
            let values = self.sub_layer(own, monitor)?;
            let mut counts = vec![0; layout.encoding().codes() as usize];
            layout.encoding().pack(&values, &mut packed, &mut counts);
            checksums.extend(
                packed
                    .chunks(count(layout.block_bytes()))
                    .map(crc32fast::hash),
            );
            memory[at..at + packed.len()].copy_from_slice(&packed);
            at += packed.len();
            all_counts.push(counts);
        }
        let footer = Footer { counts: all_counts };
        let back = layer_file::back(front.len() as u64, layout, &checksums, &footer);
        memory[at..].copy_from_slice(&back);
        if blake3::hash(&memory) != self.plain_blake3() {
            return Err(Error::damaged(self.path(), Damage::Hash));
        }
        let memory = memory::seal(memory, self.path())?;
        let layer = Layer::from_bytes(memory, self.path(), rules, layout.seeds())?;
        (0..=layout.seeds()).try_for_each(|own| layer.check_sub_layer(own))?;
        Ok(layer)
    }
}
