//! A layer of an open database: its values, and the guarantees of its open boards.

use crate::error::{Damage, Error};
use crate::format::layer::Layer;
use crate::format::layout::SubLayer;
use crate::format::manifest::{LayerEntry, layer_file, open_boards_file};
use crate::guarantees::Guarantees;
use crate::monitor::Monitor;
use crate::toguz::layers::open_boards::OpenBoards;
use crate::toguz::layers::statistics::ToguzStatistics;
use mancala_position::toguz::ToguzRules;
use std::path::Path;

/// A layer with its open boards.
pub(crate) struct ToguzLayer {
    pub(super) balls: u32,
    pub(crate) layer: Layer,
    /// None if there are none.
    pub(crate) open: Option<OpenBoards>,
}

impl ToguzLayer {
    /// Opens the files of a layer, which need not be listed.
    pub(crate) fn open(folder: &Path, rules: &ToguzRules, balls: u32) -> Result<Self, Error> {
        let path = folder.join(layer_file(balls));
        let layer = Layer::open(&path, rules, balls)?;
        let (values, counts) = open_counts(&layer);
        let open = if counts.iter().any(|&count| count > 0) {
            let path = folder.join(open_boards_file(balls));
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
    pub(crate) fn listed(
        folder: &Path,
        rules: &ToguzRules,
        entry: &LayerEntry<ToguzStatistics>,
    ) -> Result<Self, Error> {
        let path = folder.join(layer_file(entry.seeds));
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

    /// The same with the values in memory. The open boards, few as they are, stay in their file.
    pub(super) fn loaded(self, rules: &ToguzRules, monitor: &dyn Monitor) -> Result<Self, Error> {
        Ok(Self {
            layer: self.layer.loaded(rules, monitor)?,
            ..self
        })
    }

    /// The guarantees of the board with a number in a class.
    #[inline(always)]
    pub(crate) fn get(&self, class: u32, rank: u64) -> Result<Guarantees, Error> {
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
    pub(crate) fn statistics(&self, rules: &ToguzRules) -> ToguzStatistics {
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
pub(crate) fn open_counts(layer: &Layer) -> (Vec<u64>, Vec<u64>) {
    let values = layer.layout().sub_layers().iter().map(SubLayer::values);
    let counts = layer.counts().iter();
    (
        values.collect(),
        counts
            .map(|counts| counts.last().copied().unwrap_or_default())
            .collect(),
    )
}
