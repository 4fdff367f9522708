//! Databases of Kalah(m, n): no position comes back, so a position has one value, and a layer is
//! computed in one pass.

pub(crate) mod archive;
mod build;
pub(crate) mod database;
mod database_rules;
pub(crate) mod layers;
mod plan;
mod sweep;
mod verify;
