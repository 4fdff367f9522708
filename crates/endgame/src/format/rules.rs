//! What the file formats must know of a rule set.

use crate::error::Error;
use crate::format::layout::Layout;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Rules whose positions are kept in layer files.
pub trait LayerRules {
    /// What the manifest says of the values of a layer.
    type Statistics: Serialize + DeserializeOwned + Clone + PartialEq + std::fmt::Debug;

    /// The rules with all options, as files name them.
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
