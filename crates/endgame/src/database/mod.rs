//! A database folder, opened for probing.

pub(crate) mod database_rules;
pub(crate) mod repair;
pub(crate) mod tasks;
pub(crate) mod verification_record;

use crate::error::Error;
use crate::format::layer::Layer;
use crate::format::layer_rules::EndgamePosition;
use crate::format::manifest::{MANIFEST, Manifest};
use crate::monitor::{Monitor, Silent};
use crate::system::threads::with_threads;
use crate::tablebase::Tablebase;
use database_rules::DatabaseRules;
use std::fmt;
use std::path::{Path, PathBuf};

/// The place of an open database's values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LoadMode {
    /// In the files, which are mapped: opening takes no time, and the system keeps in memory what
    /// is used. Of layers that are only archived, pieces are decompressed when they are asked for,
    /// and some of them kept: enough to look something up, and very slow for more.
    #[default]
    Mapped,
    /// In memory that is filled when the database is opened, on huge pages where the system has
    /// them, archives decompressed. Random probes are about twice as fast.
    Memory,
}

/// The layers of one rule set, opened for probing.
///
/// All methods serve Kalah and the Toguz family alike, except those that are said to be of one of
/// them.
pub struct Database<R: DatabaseRules> {
    folder: PathBuf,
    rules: R,
    manifest: Manifest<R::Statistics>,
    pub(crate) layers: R::Layers,
}

impl<R: DatabaseRules> Database<R> {
    /// The folder of a rule set below the folder of all databases: `kalah-6` or `toguz`, with the
    /// options that differ from the default behind it. Options on which no value depends have no
    /// part in it.
    #[must_use]
    pub fn folder(root: &Path, rules: &R) -> PathBuf {
        root.join(rules.folder_name())
    }

    /// The folder of the database of a rule set: the folder itself if it holds a database, else the
    /// one below it, [`Database::folder`].
    #[must_use]
    pub fn locate(folder: &Path, rules: &R) -> PathBuf {
        if folder.join(MANIFEST).exists() {
            folder.to_owned()
        } else {
            Self::folder(folder, rules)
        }
    }

    /// Opens a database in its files: [`Database::open_in`] with [`LoadMode::Mapped`].
    ///
    /// # Errors
    ///
    /// Those of [`Database::open_in`].
    pub fn open(folder: &Path, rules: &R) -> Result<Self, Error> {
        let manifest = Manifest::read(folder, rules)?;
        if manifest.layers.is_empty() {
            return Err(Error::Missing {
                path: folder.to_owned(),
            });
        }
        Ok(Self {
            layers: rules.open_layers(folder, &manifest)?,
            folder: folder.to_owned(),
            rules: rules.clone(),
            manifest,
        })
    }

    /// Opens the layers that the manifest of a folder lists. Front and back of each file are
    /// checked now (files of open boards, which are small, as a whole), values when they are first
    /// read.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`] if there is no manifest or no layer in it, [`Error::MissingLayer`] if the
    /// manifest lists a layer whose file is not there or, in Kalah, leaves a gap, and all errors of
    /// [`Layer::open`], [`Archive::open`](crate::Archive::open) and [`Manifest::read`]; with
    /// [`LoadMode::Memory`] those of [`Database::loaded`].
    pub fn open_in(folder: &Path, rules: &R, mode: LoadMode) -> Result<Self, Error> {
        let database = Self::open(folder, rules)?;
        match mode {
            LoadMode::Mapped => Ok(database),
            LoadMode::Memory => database.loaded(u32::MAX, rayon::current_num_threads(), &Silent),
        }
    }

    /// The same with the layers of up to so many seeds in memory, as with [`LoadMode::Memory`], the
    /// others as they were.
    ///
    /// # Errors
    ///
    /// Those of [`Layer::load`], [`Error::Damaged`] if an archive does not give back its layer,
    /// [`Error::Io`] if there is not the memory, [`Error::Threads`] if there are not the threads,
    /// [`Error::Interrupted`] if the monitor stops it.
    pub fn loaded(self, seeds: u32, threads: usize, monitor: &dyn Monitor) -> Result<Self, Error> {
        let folder = self.folder.clone();
        self.replace_layers(threads, |rules, layers| {
            rules.load_layers(layers, &folder, seeds, monitor)
        })
    }

    /// The same with other layers of the same values, made by so many threads.
    pub(crate) fn replace_layers(
        self,
        threads: usize,
        replace: impl FnOnce(&R, R::Layers) -> Result<R::Layers, Error> + Send,
    ) -> Result<Self, Error> {
        let Self {
            folder,
            rules,
            manifest,
            layers,
        } = self;
        let layers = with_threads(threads, || replace(&rules, layers))?;
        Ok(Self {
            folder,
            rules,
            manifest,
            layers,
        })
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &R {
        &self.rules
    }

    /// The manifest.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest<R::Statistics> {
        &self.manifest
    }

    /// The seeds (or balls) of the largest layer.
    #[must_use]
    pub fn most_seeds(&self) -> u32 {
        R::most_seeds(&self.layers)
    }

    /// Whether there is a layer of so many seeds, in a file of its own or in an archive.
    #[must_use]
    pub fn has_layer(&self, seeds: u32) -> bool {
        self.manifest.layer(seeds).is_some()
    }

    /// The layer of so many seeds, if there is one and it is not only archived.
    #[must_use]
    pub fn layer(&self, seeds: u32) -> Option<&Layer> {
        R::layer(&self.layers, seeds)
    }

    /// The value of a position for its mover, among the seeds on the board; `None` if the database
    /// has no layer of so many seeds. The position must be one of a game with as many pits.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the block in which the value lies does not have its checksum.
    #[inline(always)]
    pub fn probe(&self, position: &R::Position) -> Result<Option<R::Value>, Error> {
        R::probe(&self.layers, position)
    }

    /// The values of several positions, as [`Database::probe`] gives them. In Kalah the memory of
    /// up to 32 of them is fetched before the first is read, so that they are waited for together.
    /// Nothing is allocated.
    ///
    /// # Errors
    ///
    /// Those of [`Database::probe`].
    ///
    /// # Panics
    ///
    /// If there are not as many places for values as positions.
    #[inline(always)]
    pub fn probe_batch(
        &self,
        positions: &[R::Position],
        values: &mut [Option<R::Value>],
    ) -> Result<(), Error> {
        R::probe_batch(&self.layers, positions, values)
    }
}

impl<P: EndgamePosition<Rules: DatabaseRules>> Tablebase<P> for Database<P::Rules> {
    fn rules(&self) -> Option<&P::Rules> {
        Some(&self.rules)
    }

    #[inline(always)]
    fn most_seeds(&self) -> u32 {
        Self::most_seeds(self)
    }

    #[inline(always)]
    fn probe(&self, position: &P) -> Result<Option<P::Value>, Error> {
        Self::probe(self, position)
    }

    #[inline(always)]
    fn probe_batch(&self, positions: &[P], values: &mut [Option<P::Value>]) -> Result<(), Error> {
        Self::probe_batch(self, positions, values)
    }
}

impl<R: DatabaseRules> fmt::Debug for Database<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database")
            .field("folder", &self.folder)
            .field("rules", &self.rules.id())
            .field("most_seeds", &self.most_seeds())
            .finish_non_exhaustive()
    }
}
