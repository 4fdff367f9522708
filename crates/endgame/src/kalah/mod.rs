//! Databases of Kalah(m, n): no position comes back, so a position has one value, and a layer is
//! computed in one pass.

pub(crate) mod archive;
mod build;
pub(crate) mod database;
pub(crate) mod layers;
mod plan;
mod rules;
mod sweep;
mod verify;
