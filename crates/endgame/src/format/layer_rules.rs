//! The traits by which the file formats know a rule set and its positions.

use crate::error::Error;
use crate::format::layout::Layout;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;

/// Rules whose positions are kept in layer files.
pub trait LayerRules: Clone + Send + Sync {
    /// A position under these rules.
    type Position: EndgamePosition<Rules = Self, Value = Self::Value>;

    /// The value of a position: a number, or a pair of guarantees.
    type Value: Copy + PartialEq + fmt::Debug + Send + Sync;

    /// The statistics of a layer in the manifest.
    type Statistics: Serialize + DeserializeOwned + Clone + PartialEq + fmt::Debug + Send + Sync;

    /// The rules as files name them: with all options on which values depend.
    fn id(&self) -> String;

    /// Pits or holes of a side.
    fn pits(&self) -> u32;

    /// The places of the values in the file of a layer of so many seeds or balls.
    ///
    /// # Errors
    ///
    /// [`Error::Seeds`] if the format does not hold so many.
    fn layout(&self, seeds: u32) -> Result<Layout, Error>;

    /// Whether play from positions of these layers stays in them, so that they can be built without
    /// the others.
    fn is_closed(&self, layers: LayerSet) -> bool;
}

/// The set of layers of a database, up to the largest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LayerSet {
    /// Those of all numbers of seeds.
    #[default]
    All,
    /// Those of even numbers: all that a game of the Toguz family can reach in which no tuzdik is
    /// made and which begins with an even number, since captures take even numbers.
    Even,
}

impl LayerSet {
    /// Whether the layer of so many seeds is one of them.
    #[must_use]
    pub const fn contains(self, seeds: u32) -> bool {
        match self {
            Self::All => true,
            Self::Even => seeds.is_multiple_of(2),
        }
    }
}

/// A position whose exact value a tablebase can know.
pub trait EndgamePosition: Copy + Send + Sync {
    /// The rules of its game.
    type Rules: LayerRules<Position = Self, Value = Self::Value>;

    /// The value of a position: a number, or a pair of guarantees.
    type Value: Copy + PartialEq + fmt::Debug + Send + Sync;
}
