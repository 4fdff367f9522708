//! Databases of Kalah(m, n): no position comes back, so a position has one value, and a layer is
//! computed in one pass.

pub(crate) mod archive;
pub(crate) mod build;
pub(crate) mod database;
pub(crate) mod layers;
pub(crate) mod plan;
mod sweep;
pub(crate) mod verify;
