//! Positions and moves of the Toguz family as text.

mod fen;
pub(super) mod moves;
mod position;
