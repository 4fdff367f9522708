//! Completing the files of finished layers, and keeping the manifest.

use crate::error::{Damage, Error};
use crate::format::layer::Layer;
use crate::format::layer_file::file_bytes;
use crate::format::layer_rules::LayerRules;
use crate::format::manifest::{LayerEntry, Manifest, layer_file};
use crate::format::writer::LayerWriter;
use crate::jobs::build::BuildOptions;
use crate::kalah::layers::statistics::KalahStatistics;
use crate::system::files::hash_file;
use mancala_position::kalah::KalahRules;
use std::path::Path;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

/// A layer whose values are all there and that is to be entered into the manifest.
pub(super) struct FinishedLayer {
    n: u32,
    elapsed: Duration,
    file: LayerFileState,
}

enum LayerFileState {
    /// The file is to be completed, synced and named.
    Unfinished(Box<LayerWriter>),
    /// The file is there; a build was killed just before it was entered. These are its counts.
    Complete(Vec<Vec<u64>>),
}

impl FinishedLayer {
    /// A layer that is swept and written, but for what goes around the values.
    pub(super) fn swept(n: u32, begin: Instant, writer: LayerWriter) -> Self {
        Self {
            n,
            elapsed: begin.elapsed(),
            file: LayerFileState::Unfinished(Box::new(writer)),
        }
    }

    /// A layer that was found though the manifest does not list it.
    pub(super) fn found(n: u32, begin: Instant, layer: &Layer) -> Self {
        Self {
            n,
            elapsed: begin.elapsed(),
            file: LayerFileState::Complete(layer.counts().to_vec()),
        }
    }

    /// Hands the layer to the register. If that has failed, its error ends the build, and there is
    /// nothing to add to it.
    pub(super) fn send(self, register: &SyncSender<Self>) {
        let _ = register.send(self);
    }
}

/// Completes layer files and keeps the manifest.
pub(super) struct Register<'a> {
    folder: &'a Path,
    rules: &'a KalahRules,
    options: &'a BuildOptions,
    manifest: Manifest<KalahStatistics>,
}

impl<'a> Register<'a> {
    pub(super) const fn new(
        folder: &'a Path,
        rules: &'a KalahRules,
        options: &'a BuildOptions,
        manifest: Manifest<KalahStatistics>,
    ) -> Self {
        Self {
            folder,
            rules,
            options,
            manifest,
        }
    }

    pub(super) const fn manifest(&self) -> &Manifest<KalahStatistics> {
        &self.manifest
    }

    /// Enters a layer into the manifest. One that was listed and lost must have come out the same.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if something cannot be read or written, [`Error::Rebuilt`] if a lost layer has
    /// come out otherwise, [`Error::Damaged`] if the counts of a layer do not add up.
    pub(super) fn enter(&mut self, layer: FinishedLayer) -> Result<(), Error> {
        let FinishedLayer { n, elapsed, file } = layer;
        let path = self.folder.join(layer_file(n));
        let (counts, hash) = match file {
            LayerFileState::Unfinished(writer) => writer.finish()?,
            LayerFileState::Complete(counts) => (counts, hash_file(&path)?),
        };
        let hash = hash.to_hex().to_string();
        if let Some(entry) = self.manifest.layer(n) {
            return if entry.blake3 == hash {
                Ok(())
            } else {
                Err(Error::Rebuilt { path })
            };
        }
        let layout = self.rules.layout(n)?;
        let total: u64 = counts.iter().flatten().sum();
        if total != layout.values() {
            let what = "number of values";
            return Err(Error::damaged(&path, Damage::Manifest { what }));
        }
        let encoding = layout.encoding();
        self.manifest.layers.push(LayerEntry {
            seeds: n,
            file: layer_file(n),
            bytes: file_bytes(self.rules, &layout),
            blake3: hash,
            bits: encoding.bits(),
            values: total,
            statistics: KalahStatistics::new(self.rules, &counts, |code| encoding.decode(code)),
            provenance: self.options.provenance(elapsed),
            archive: None,
            open: None,
        });
        self.manifest.layers.sort_by_key(|entry| entry.seeds);
        self.manifest.write(self.folder)
    }
}
