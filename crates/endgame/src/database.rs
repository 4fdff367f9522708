//! A database folder, opened for probing.

use crate::error::{Damage, Error};
use crate::layer::Layer;
use crate::manifest::Manifest;
use crate::probe::{Slot, slots};
use mancala_position::kalah::KalahRules;
use mancala_position::rank::RowRanker;
use std::path::{Path, PathBuf};

/// Where the values of an open database are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Residence {
    /// In the files, which are mapped: opening takes no time, and the system keeps in memory what is used.
    #[default]
    Mapped,
    /// In memory that is filled when the database is opened, on huge pages where the system has them. Random probes
    /// are about twice as fast.
    Memory,
}

/// The layers of `0..=most` seeds of one rule set.
pub struct Database {
    folder: PathBuf,
    rules: KalahRules,
    manifest: Manifest,
    pub(crate) layers: Vec<Layer>,
    pub(crate) slots: Vec<Slot>,
    pub(crate) ranker: RowRanker,
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
    /// lists a file that is not there or leaves a gap, and all errors of [`Layer::open`] and [`Manifest::read`]; with
    /// [`Residence::Memory`] [`Error::Io`] if there is not the memory.
    pub fn open_in(folder: &Path, rules: &KalahRules, residence: Residence) -> Result<Self, Error> {
        let manifest = Manifest::read(folder, rules)?;
        let mut layers = Vec::with_capacity(manifest.layers.len());
        for (seeds, entry) in (0u32..).zip(&manifest.layers) {
            let path = folder.join(Manifest::file_name(seeds));
            if entry.seeds != seeds || !path.exists() {
                return Err(Error::MissingLayer { path, seeds });
            }
            let layer = match residence {
                Residence::Mapped => Layer::open(&path, rules, seeds)?,
                Residence::Memory => Layer::load(&path, rules, seeds)?,
            };
            if layer.bytes().len() as u64 != entry.bytes {
                return Err(Error::damaged(&path, Damage::Manifest { what: "length" }));
            }
            layers.push(layer);
        }
        if layers.is_empty() {
            return Err(Error::Missing {
                path: folder.to_owned(),
            });
        }
        Ok(Self {
            folder: folder.to_owned(),
            rules: *rules,
            manifest,
            slots: slots(&layers),
            layers,
            ranker: RowRanker::new(rules.pits()),
        })
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

    /// The layer of so many seeds.
    #[must_use]
    pub fn layer(&self, seeds: u32) -> Option<&Layer> {
        self.layers.get(seeds as usize)
    }
}
