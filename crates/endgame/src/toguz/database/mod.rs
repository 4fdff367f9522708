//! The layers of an open database of the Toguz family.

pub(crate) mod finished_layers;
pub(crate) mod toguz_layer;

use crate::database::Database;
use crate::error::Error;
use crate::format::layer::Layer;
use crate::format::manifest::Manifest;
use crate::guarantees::Guarantees;
use crate::monitor::Monitor;
use crate::toguz::boards::class::TuzdikClass;
use crate::toguz::boards::index::BoardIndexer;
use crate::toguz::boards::numbering::Numbering;
use crate::toguz::layers::statistics::ToguzStatistics;
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use std::fmt;
use std::hint::cold_path;
use std::path::Path;
use toguz_layer::ToguzLayer;

/// The layers, which may leave out numbers of balls.
pub struct ToguzLayers {
    pub(crate) numbering: Numbering,
    /// By balls.
    pub(crate) layers: Vec<Option<ToguzLayer>>,
}

impl fmt::Debug for ToguzLayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToguzLayers")
            .field("most_balls", &self.most_balls())
            .finish_non_exhaustive()
    }
}

impl ToguzLayers {
    /// Opens the layers that the manifest of a folder lists.
    pub(super) fn open(
        folder: &Path,
        rules: &ToguzRules,
        manifest: &Manifest<ToguzStatistics>,
    ) -> Result<Self, Error> {
        let most = manifest.layers.last().map_or(0, |entry| entry.seeds);
        let mut layers: Vec<Option<ToguzLayer>> = (0..=most).map(|_| None).collect();
        for entry in &manifest.layers {
            layers[entry.seeds as usize] = Some(ToguzLayer::listed(folder, rules, entry)?);
        }
        Ok(Self {
            numbering: Numbering::new(rules, most),
            layers,
        })
    }

    pub(super) fn most_balls(&self) -> u32 {
        u32::try_from(self.layers.len() - 1).expect("few layers")
    }

    pub(super) fn layer(&self, balls: u32) -> Option<&Layer> {
        let layer = self.layers.get(balls as usize)?.as_ref()?;
        Some(&layer.layer)
    }

    /// The same with the layers of up to so many balls in memory.
    pub(super) fn loaded(
        self,
        rules: &ToguzRules,
        balls: u32,
        monitor: &dyn Monitor,
    ) -> Result<Self, Error> {
        let wanted = self
            .layers
            .iter()
            .flatten()
            .filter(|layer| layer.balls <= balls);
        let bytes = wanted.map(|layer| layer.layer.bytes().len() as u64).sum();
        monitor.start("loading", bytes);
        let load = |layer: Option<ToguzLayer>| match layer {
            Some(layer) if layer.balls <= balls => layer.loaded(rules, monitor).map(Some),
            other => Ok(other),
        };
        Ok(Self {
            layers: self
                .layers
                .into_iter()
                .map(load)
                .collect::<Result<_, _>>()?,
            ..self
        })
    }

    /// The guarantees of a position, as [`Database::probe`] gives them.
    #[inline(always)]
    pub(crate) fn probe(&self, position: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
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
}

impl Database<ToguzRules> {
    /// The numbering of a class's boards.
    ///
    /// # Panics
    ///
    /// If the rules do not have the class.
    #[must_use]
    pub fn boards(&self, class: TuzdikClass) -> &BoardIndexer {
        self.layers.numbering.boards(class)
    }

    /// Every legal move of a board with what it is worth to its player and to the other, in balls
    /// of those on the board before it; `None` if a layer that it leads to is not there.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] as for [`Database::probe`].
    pub fn moves(&self, position: &ToguzPosition) -> Result<Option<Vec<(u32, Guarantees)>>, Error> {
        let board = position.board();
        let layers = &self.layers;
        let play = layers.numbering.play();
        play.try_each_move(&board, |next| layers.stored(next))
    }
}
