//! Proofs: exact values by search, with endgame databases below it.

pub(crate) mod toguz;
