//! A database folder of the Toguz family, opened for probing.

use super::boards::Boards;
use super::class::TuzdikClass;
use super::finished::Finished;
use super::numbering::Numbering;
use super::open_boards::OpenBoards;
use super::statistics::ToguzStatistics;
use crate::error::{Damage, Error};
use crate::format::layer::Layer;
use crate::format::layout::SubLayer;
use crate::format::manifest::{self, LayerEntry, Manifest};
use crate::guarantees::Guarantees;
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use std::path::{Path, PathBuf};

/// The manifest of a folder of the Toguz family.
pub type ToguzManifest = Manifest<ToguzStatistics>;

/// A layer with its open boards.
pub(super) struct FamilyLayer {
    balls: u32,
    pub(super) layer: Layer,
    /// None if there are none.
    pub(super) open: Option<OpenBoards>,
}

impl FamilyLayer {
    /// Opens the files of a layer, which need not be listed.
    pub(super) fn open(folder: &Path, rules: &ToguzRules, balls: u32) -> Result<Self, Error> {
        let path = folder.join(manifest::file_name(balls));
        let layer = Layer::open(&path, rules, balls)?;
        let (values, counts) = open_counts(&layer);
        let open = if counts.iter().any(|&count| count > 0) {
            let path = folder.join(manifest::open_name(balls));
            if !path.exists() {
                return Err(Error::MissingLayer { path, seeds: balls });
            }
            let open = OpenBoards::open(&path, rules, balls, (&values, &counts))?;
            Some(open)
        } else {
            None
        };
        Ok(Self { balls, layer, open })
    }

    /// Opens the files of a layer that the manifest lists.
    fn listed(
        folder: &Path,
        rules: &ToguzRules,
        entry: &LayerEntry<ToguzStatistics>,
    ) -> Result<Self, Error> {
        let path = folder.join(manifest::file_name(entry.seeds));
        if !path.exists() {
            let seeds = entry.seeds;
            return Err(Error::MissingLayer { path, seeds });
        }
        let found = Self::open(folder, rules, entry.seeds)?;
        let differs = |what| Err(Error::damaged(&path, Damage::Manifest { what }));
        if found.layer.bytes().len() as u64 != entry.bytes {
            return differs("length");
        }
        if found.open.is_some() != entry.open.is_some() {
            return differs("open boards");
        }
        Ok(found)
    }

    /// The guarantees of the board with a number in a class.
    #[inline(always)]
    pub(super) fn get(&self, class: u32, rank: u64) -> Result<Guarantees, Error> {
        let mover = self.layer.value(class, rank)?.cast_unsigned();
        if mover <= self.balls {
            return Ok(Guarantees {
                mover,
                opponent: self.balls - mover,
            });
        }
        self.get_open(class, rank)
    }

    #[cold]
    fn get_open(&self, class: u32, rank: u64) -> Result<Guarantees, Error> {
        let open = self.open.as_ref().and_then(|open| open.get(class, rank));
        open.ok_or_else(|| {
            let reason = format!("board {rank} of class {class} is not among the open ones");
            let part = "values";
            Error::damaged(self.layer.path(), Damage::Form { part, reason })
        })
    }

    /// The statistics of the layer, from the counts of its files.
    pub(super) fn statistics(&self, rules: &ToguzRules) -> ToguzStatistics {
        let encoding = self.layer.layout().encoding();
        ToguzStatistics::new(rules, self.balls, encoding, self.layer.counts(), |class| {
            self.open
                .as_ref()
                .map(|open| open.counts(class))
                .unwrap_or_default()
        })
    }
}

/// How many values each class of a layer has, and how many of them are open.
pub(super) fn open_counts(layer: &Layer) -> (Vec<u64>, Vec<u64>) {
    let values = layer.layout().sub_layers().iter().map(SubLayer::values);
    let counts = layer.counts().iter();
    (
        values.collect(),
        counts
            .map(|counts| counts.last().copied().unwrap_or_default())
            .collect(),
    )
}

/// The layers of one rule set of the Toguz family.
pub struct ToguzDatabase {
    folder: PathBuf,
    manifest: ToguzManifest,
    numbering: Numbering,
    /// By balls.
    pub(super) layers: Vec<Option<FamilyLayer>>,
}

impl ToguzDatabase {
    /// The folder of a rule set below the folder of all databases: `toguz`, with the options that differ from the default
    /// behind it. Values do not depend on `stop-at-majority`, so neither does the folder.
    #[must_use]
    pub fn folder(root: &Path, rules: &ToguzRules) -> PathBuf {
        let rules = ToguzRules {
            stop_at_majority: true,
            ..*rules
        };
        root.join(rules.to_string())
    }

    /// Opens the layers that the manifest of a folder lists. Front and back of each file are checked now, and files of open
    /// boards whole; values are checked when they are first read.
    ///
    /// # Errors
    ///
    /// [`Error::Missing`] if there is no manifest or no layer in it, [`Error::MissingLayer`] if a file is not there,
    /// and all errors of [`Layer::open`] and [`Manifest::read`].
    pub fn open(folder: &Path, rules: &ToguzRules) -> Result<Self, Error> {
        let manifest = ToguzManifest::read(folder, rules)?;
        let Some(most) = manifest.layers.last().map(|entry| entry.seeds) else {
            return Err(Error::Missing {
                path: folder.to_owned(),
            });
        };
        let mut layers: Vec<Option<FamilyLayer>> = (0..=most).map(|_| None).collect();
        for entry in &manifest.layers {
            layers[entry.seeds as usize] = Some(FamilyLayer::listed(folder, rules, entry)?);
        }
        Ok(Self {
            folder: folder.to_owned(),
            manifest,
            numbering: Numbering::new(rules, most),
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
    pub const fn rules(&self) -> &ToguzRules {
        self.numbering.rules()
    }

    /// The manifest.
    #[must_use]
    pub const fn manifest(&self) -> &ToguzManifest {
        &self.manifest
    }

    /// The balls of the largest layer.
    #[must_use]
    pub fn most_balls(&self) -> u32 {
        u32::try_from(self.layers.len() - 1).expect("few layers")
    }

    /// Whether there is a layer of so many balls.
    #[must_use]
    pub fn has(&self, balls: u32) -> bool {
        matches!(self.layers.get(balls as usize), Some(Some(_)))
    }

    /// The layer file of so many balls, if there is one.
    #[must_use]
    pub fn layer(&self, balls: u32) -> Option<&Layer> {
        let layer = self.layers.get(balls as usize)?.as_ref()?;
        Some(&layer.layer)
    }

    /// The numbering of a class's boards.
    ///
    /// # Panics
    ///
    /// If the rules do not know the class.
    #[must_use]
    pub fn boards(&self, class: TuzdikClass) -> &Boards {
        self.numbering.boards(class)
    }

    pub(super) const fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// The guarantees of a position, of the balls on its board; `None` if there is no layer of so many. Where it is the
    /// turn of a player who has none, they are this player's and his opponent's.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the block in which the value lies does not have its checksum.
    #[inline(always)]
    pub fn guarantees(&self, position: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
        let Some(Some(layer)) = self.layers.get(position.balls() as usize) else {
            return Ok(None);
        };
        let class = TuzdikClass::of(position);
        let rank = self.numbering.boards(class).rank(position);
        let index = self.numbering.index(class);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "there are 91 classes at most"
        )]
        layer.get(index as u32, rank).map(Some)
    }

    /// Every legal move of a board with what it is worth to its player and to the other, in balls of those on the board
    /// before it; `None` if a layer that it leads to is not there.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] as for [`ToguzDatabase::guarantees`].
    pub fn moves(&self, position: &ToguzPosition) -> Result<Option<Vec<(u32, Guarantees)>>, Error> {
        let board = position.board();
        self.numbering
            .play()
            .try_each_move(&board, |next| self.guarantees(next))
    }
}

/// Finished layers while others are made or verified: every block of them has been checked.
pub(super) struct FinishedLayers<'a> {
    pub(super) numbering: &'a Numbering,
    pub(super) layers: &'a [Option<FamilyLayer>],
}

impl FinishedLayers<'_> {
    #[inline(always)]
    fn get(&self, class: u32, balls: u32, rank: u64) -> Guarantees {
        self.layers[balls as usize]
            .as_ref()
            .expect("smaller layers are finished")
            .get(class, rank)
            .expect("all blocks of smaller layers have been checked")
    }
}

impl Finished for FinishedLayers<'_> {
    #[inline(always)]
    fn guarantees(&self, board: &ToguzPosition) -> Guarantees {
        let class = TuzdikClass::of(board);
        let rank = self.numbering.boards(class).rank(board);
        let index = u32::try_from(self.numbering.index(class)).expect("few classes");
        self.get(index, board.balls(), rank)
    }

    #[inline(always)]
    fn without_tuzdik(&self, balls: u32, rank: u64) -> Guarantees {
        self.get(0, balls, rank)
    }
}
