//! Positions and moves of Kalah as text.

mod board;
pub(super) mod moves;
pub(super) mod numbers;
pub(super) mod places;
mod position;
