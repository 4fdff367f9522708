//! The layers of an open database of Kalah, in files, archives or memory.

pub(crate) mod chunks;
pub(crate) mod layer_source;
mod probe;
mod slots;

use crate::database::Database;
use crate::error::Error;
use crate::format::layer::Layer;
use crate::format::manifest::{Manifest, layer_file};
use crate::kalah::layers::statistics::KalahStatistics;
use crate::monitor::Monitor;
use layer_source::LayerSource;
use mancala_position::kalah::KalahRules;
use mancala_position::rank::RowRanker;
use slots::{Slot, slots};
use std::fmt;
use std::path::Path;

/// The layers of `0..=most` seeds.
pub struct KalahLayers {
    pub(crate) sources: Vec<LayerSource>,
    slots: Vec<Slot>,
    ranker: RowRanker,
}

impl fmt::Debug for KalahLayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KalahLayers")
            .field("most_seeds", &self.most_seeds())
            .finish_non_exhaustive()
    }
}

impl KalahLayers {
    /// Opens the layers that the manifest of a folder lists, from 0 seeds on without a gap.
    pub(super) fn open(
        folder: &Path,
        rules: &KalahRules,
        manifest: &Manifest<KalahStatistics>,
    ) -> Result<Self, Error> {
        let mut sources = Vec::with_capacity(manifest.layers.len());
        for (seeds, entry) in (0u32..).zip(&manifest.layers) {
            if entry.seeds != seeds {
                let path = folder.join(layer_file(seeds));
                return Err(Error::MissingLayer { path, seeds });
            }
            sources.push(LayerSource::open(folder, rules, entry)?);
        }
        Ok(Self::new(rules, sources))
    }

    fn new(rules: &KalahRules, sources: Vec<LayerSource>) -> Self {
        Self {
            slots: slots(&sources),
            sources,
            ranker: RowRanker::new(rules.pits()),
        }
    }

    pub(super) fn most_seeds(&self) -> u32 {
        u32::try_from(self.sources.len() - 1).expect("few layers")
    }

    pub(super) fn layer(&self, seeds: u32) -> Option<&Layer> {
        match self.sources.get(seeds as usize) {
            Some(LayerSource::Plain(layer)) => Some(layer),
            _ => None,
        }
    }

    /// The same with the archived layers of up to so many seeds decompressed in memory.
    fn unpacked(
        self,
        rules: &KalahRules,
        seeds: u32,
        monitor: &dyn Monitor,
    ) -> Result<Self, Error> {
        let archived = |source: &LayerSource| matches!(source, LayerSource::Archived(archive) if archive.layout().seeds() <= seeds);
        let todo = self.sources.iter().filter(|source| archived(source));
        let values = todo.map(|source| source.layout().values()).sum();
        if values == 0 {
            return Ok(self);
        }
        monitor.start("unpacking archives", values);
        self.map(rules, |source| match source {
            LayerSource::Archived(archive) if archive.layout().seeds() <= seeds => {
                archive.to_layer(rules, monitor).map(LayerSource::Plain)
            }
            other => Ok(other),
        })
    }

    /// The same with the layers of up to so many seeds in memory.
    pub(super) fn loaded(
        self,
        rules: &KalahRules,
        folder: &Path,
        seeds: u32,
        monitor: &dyn Monitor,
    ) -> Result<Self, Error> {
        let layers = self.unpacked(rules, seeds, monitor)?;
        // A layer that has come out of an archive is in memory already.
        let is_file = |layer: &Layer| {
            let number = layer.layout().seeds();
            number <= seeds && layer.path() == folder.join(layer_file(number))
        };
        let files = layers.sources.iter().map(|source| match source {
            LayerSource::Plain(layer) if is_file(layer) => layer.bytes().len() as u64,
            _ => 0,
        });
        let sizes: Vec<u64> = files.collect();
        monitor.start("loading", sizes.iter().sum());
        layers.map(rules, |source| match source {
            LayerSource::Plain(layer) if sizes[layer.layout().seeds() as usize] > 0 => {
                layer.loaded(rules, monitor).map(LayerSource::Plain)
            }
            other => Ok(other),
        })
    }

    /// The same with every layer replaced by one of the same values.
    fn map(
        self,
        rules: &KalahRules,
        replace: impl Fn(LayerSource) -> Result<LayerSource, Error>,
    ) -> Result<Self, Error> {
        let sources = self.sources.into_iter().map(replace);
        Ok(Self::new(rules, sources.collect::<Result<_, _>>()?))
    }
}

impl Database<KalahRules> {
    /// The same with the archived layers of up to so many seeds decompressed in memory, the others
    /// as they were.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if an archive does not give back its layer, [`Error::Io`] if there is not
    /// the memory, [`Error::Interrupted`] if the monitor stops it.
    pub fn unpacked(
        self,
        seeds: u32,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Self, Error> {
        self.replace_layers(threads, |rules, layers| {
            layers.unpacked(rules, seeds, monitor)
        })
    }
}
