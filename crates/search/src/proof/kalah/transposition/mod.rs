//! The exact transposition table.

mod mixer;
mod table;

pub(crate) use table::{ProofTable, SavedEntry, TableKey};
