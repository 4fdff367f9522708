//! A database folder, opened for probing.

pub(crate) mod chunks;
pub(crate) mod held;
mod probe;
mod slots;

use crate::error::Error;
use crate::format::layer::Layer;
use crate::kalah::layers::manifest::Manifest;
use crate::monitor::{Monitor, Silent};
use crate::system::threads::with_threads;
use held::Held;
use mancala_position::kalah::KalahRules;
use mancala_position::rank::RowRanker;
use slots::{Slot, slots};
use std::path::{Path, PathBuf};

/// Where the values of an open database are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Residence {
    /// In the files, which are mapped: opening takes no time, and the system keeps in memory what is used. Of layers
    /// that are only archived, pieces are decompressed when they are asked for, and some of them kept: enough to look
    /// something up, and very slow for more.
    #[default]
    Mapped,
    /// In memory that is filled when the database is opened, on huge pages where the system has them, archives
    /// decompressed. Random probes are about twice as fast.
    Memory,
}

/// The layers of `0..=most` seeds of one rule set.
pub struct Database {
    folder: PathBuf,
    rules: KalahRules,
    manifest: Manifest,
    pub(crate) layers: Vec<Held>,
    slots: Vec<Slot>,
    ranker: RowRanker,
}

impl Database {
    /// The folder of a rule set below the folder of all databases: `kalah-6`, with the options that differ
    /// from the default behind it.
    #[must_use]
    pub fn folder(root: &Path, rules: &KalahRules) -> PathBuf {
        root.join(rules.to_string().replace(':', "-"))
    }

    /// Opens a database in its files: [`Database::open_in`] with [`Residence::Mapped`].
    ///
    /// # Errors
    ///
    /// Those of [`Database::open_in`].
    pub fn open(folder: &Path, rules: &KalahRules) -> Result<Self, Error> {
        Self::open_in(folder, rules, Residence::Mapped)
    }

    /// Opens the layers that the manifest of a folder lists, from 0 seeds on without a gap. Front and back of
    /// each file are checked now, values when they are first read.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`] if there is no manifest or no layer in it, [`Error::MissingLayer`] if the manifest
    /// lists a layer of which there is neither the file nor the archive or leaves a gap, and all errors of
    /// [`Layer::open`], [`Archive::open`](crate::Archive::open) and
    /// [`Manifest::read`](crate::Manifest); with [`Residence::Memory`] those of
    /// [`Database::loaded`].
    pub fn open_in(folder: &Path, rules: &KalahRules, residence: Residence) -> Result<Self, Error> {
        let manifest = Manifest::read(folder, rules)?;
        let mut layers = Vec::with_capacity(manifest.layers.len());
        for (seeds, entry) in (0u32..).zip(&manifest.layers) {
            if entry.seeds != seeds {
                let path = folder.join(Manifest::file_name(seeds));
                return Err(Error::MissingLayer { path, seeds });
            }
            layers.push(Held::open(folder, rules, entry)?);
        }
        if layers.is_empty() {
            return Err(Error::Missing {
                path: folder.to_owned(),
            });
        }
        let database = Self {
            folder: folder.to_owned(),
            rules: *rules,
            manifest,
            slots: slots(&layers),
            layers,
            ranker: RowRanker::new(rules.pits()),
        };
        match residence {
            Residence::Mapped => Ok(database),
            Residence::Memory => database.loaded(u32::MAX, rayon::current_num_threads(), &Silent),
        }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &KalahRules {
        &self.rules
    }

    /// The manifest.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The seeds of the largest layer.
    #[must_use]
    pub fn most_seeds(&self) -> u32 {
        u32::try_from(self.layers.len() - 1).expect("few layers")
    }

    /// The layer of so many seeds, if there is one and it is not only archived.
    #[must_use]
    pub fn layer(&self, seeds: u32) -> Option<&Layer> {
        match self.layers.get(seeds as usize) {
            Some(Held::Plain(layer)) => Some(layer),
            _ => None,
        }
    }

    /// The same with the archived layers of up to so many seeds decompressed in memory, the others as they were.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if an archive does not give back its layer, [`Error::Io`] if there is not the memory,
    /// [`Error::Interrupted`] if the monitor stops it.
    pub fn unpacked(
        self,
        seeds: u32,
        threads: usize,
        monitor: &dyn Monitor,
    ) -> Result<Self, Error> {
        let archived = |held: &Held| matches!(held, Held::Archived(archive) if archive.layout().seeds() <= seeds);
        let todo = self.layers.iter().filter(|held| archived(held));
        let values = todo.map(|held| held.layout().values()).sum();
        if values == 0 {
            return Ok(self);
        }
        monitor.start("unpacking archives", values);
        self.with_layers(threads, |rules, held| match held {
            Held::Archived(archive) if archive.layout().seeds() <= seeds => {
                archive.to_layer(rules, monitor).map(Held::Plain)
            }
            other => Ok(other),
        })
    }

    /// The same with the layers of up to so many seeds in memory, as with [`Residence::Memory`], the others as they were.
    ///
    /// # Errors
    ///
    /// Those of [`Layer::load`], and as for [`Database::unpacked`].
    pub fn loaded(self, seeds: u32, threads: usize, monitor: &dyn Monitor) -> Result<Self, Error> {
        let database = self.unpacked(seeds, threads, monitor)?;
        // What has come out of an archive is in memory.
        let is_file = |layer: &Layer| {
            let number = layer.layout().seeds();
            number <= seeds && layer.path() == database.folder.join(Manifest::file_name(number))
        };
        let files = database.layers.iter().map(|held| match held {
            Held::Plain(layer) if is_file(layer) => layer.bytes().len() as u64,
            _ => 0,
        });
        let sizes: Vec<u64> = files.collect();
        monitor.start("loading", sizes.iter().sum());
        database.with_layers(threads, |rules, held| match held {
            Held::Plain(layer) if sizes[layer.layout().seeds() as usize] > 0 => {
                if monitor.should_stop() {
                    return Err(Error::Interrupted);
                }
                let loaded = Layer::load(layer.path(), rules, layer.layout().seeds())?;
                monitor.advance(loaded.bytes().len() as u64);
                Ok(Held::Plain(loaded))
            }
            other => Ok(other),
        })
    }

    /// The same with every layer turned into another one of the same values.
    fn with_layers(
        self,
        threads: usize,
        turn: impl Fn(&KalahRules, Held) -> Result<Held, Error> + Send + Sync,
    ) -> Result<Self, Error> {
        let rules = self.rules;
        let layers = self.layers.into_iter();
        let layers = with_threads(threads, || {
            layers
                .map(|held| turn(&rules, held))
                .collect::<Result<Vec<_>, Error>>()
        })?;
        Ok(Self {
            slots: slots(&layers),
            layers,
            ..self
        })
    }
}
