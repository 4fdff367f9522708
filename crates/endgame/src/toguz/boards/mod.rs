//! Boards by classes of tuzdiks: their numbers, and the play between them.

pub(crate) mod class;
pub(crate) mod compositions;
pub(crate) mod index;
pub(crate) mod numbering;
pub(crate) mod play;
