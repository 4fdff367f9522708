//! Proofs: exact values by search, with endgame databases below it.

pub(crate) mod kalah;
pub(crate) mod toguz;
