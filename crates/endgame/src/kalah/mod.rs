//! Databases of Kalah(m, n).

pub(crate) mod layers;
