//! Positions and moves of Kalah as text.

pub(super) mod moves;
pub(super) mod position;
