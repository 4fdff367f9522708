//! What the file formats must know of a rule set and its positions.

use crate::error::Error;
use crate::format::layout::Layout;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Rules whose positions are kept in layer files.
pub trait LayerRules: Clone + Send + Sync {
    /// A position under these rules.
    type Position: EndgamePosition<Rules = Self>;

    /// What the manifest says of the values of a layer.
    type Statistics: Serialize + DeserializeOwned + Clone + PartialEq + std::fmt::Debug;

    /// The rules as files name them: with all options on which values depend.
    fn id(&self) -> String;

    /// Pits or holes of a side.
    fn pits(&self) -> u32;

    /// Where in the file of a layer of so many seeds or balls each value lies.
    ///
    /// # Errors
    ///
    /// [`Error::Seeds`] if the format does not hold so many.
    fn layout(&self, seeds: u32) -> Result<Layout, Error>;
}

/// A position whose exact value a tablebase can know.
pub trait EndgamePosition: Copy + Send + Sync {
    /// The rules of its game.
    type Rules: LayerRules<Position = Self>;

    /// What is known of a position: a number, or a pair of guarantees.
    type Value: Copy + PartialEq + std::fmt::Debug + Send + Sync;
}
