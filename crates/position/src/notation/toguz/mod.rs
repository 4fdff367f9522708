//! Positions and moves of the Toguz family as text.

mod fen;
mod landing;
pub(super) mod moves;
mod position;
pub(super) mod squares;
