//! A database folder of the Toguz family, opened for probing.

pub(crate) mod family_layer;
pub(crate) mod finished_layers;

use crate::error::Error;
use crate::format::layer::Layer;
use crate::guarantees::Guarantees;
use crate::tablebase::Tablebase;
use crate::toguz::boards::class::TuzdikClass;
use crate::toguz::boards::index::Boards;
use crate::toguz::boards::numbering::Numbering;
use crate::toguz::layers::manifest::ToguzManifest;
use family_layer::FamilyLayer;
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use std::hint::cold_path;
use std::path::{Path, PathBuf};

/// The layers of one rule set of the Toguz family.
pub struct ToguzDatabase {
    folder: PathBuf,
    manifest: ToguzManifest,
    numbering: Numbering,
    /// By balls.
    pub(crate) layers: Vec<Option<FamilyLayer>>,
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
    /// and all errors of [`Layer::open`] and [`Manifest::read`](ToguzManifest).
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

    pub(crate) const fn numbering(&self) -> &Numbering {
        &self.numbering
    }

    /// The guarantees of a position, of the balls on its board; `None` if there is no layer of so
    /// many.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if the block in which the value lies does not have its checksum.
    #[inline(always)]
    pub fn probe(&self, position: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
        if position.is_extra_move() {
            // The board is stored as the turn of the opponent, who is stuck.
            cold_path();
            let stored = self.stored(&position.turned())?;
            return Ok(stored.map(Guarantees::turned));
        }
        self.stored(position)
    }

    /// The guarantees of a board that is the mover's turn by the order of the game.
    #[inline(always)]
    fn stored(&self, position: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
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
    /// [`Error::Damaged`] as for [`ToguzDatabase::probe`].
    pub fn moves(&self, position: &ToguzPosition) -> Result<Option<Vec<(u32, Guarantees)>>, Error> {
        let board = position.board();
        self.numbering
            .play()
            .try_each_move(&board, |next| self.stored(next))
    }
}

impl Tablebase<ToguzPosition> for ToguzDatabase {
    fn rules(&self) -> Option<&ToguzRules> {
        Some(Self::rules(self))
    }

    #[inline(always)]
    fn most_seeds(&self) -> u32 {
        self.most_balls()
    }

    #[inline(always)]
    fn probe(&self, position: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
        Self::probe(self, position)
    }
}
