//! The game, table, tablebase and options that a search works with.

use super::options::SearchOptions;
use crate::proof::kalah::transposition::ProofTable;
use mancala_endgame::Monitor;

/// Everything that a search works with, shared by its threads.
pub(crate) struct SearchContext<'a, S, T> {
    pub(crate) game: S,
    pub(crate) tablebase: &'a T,
    pub(crate) table: &'a ProofTable<'a>,
    pub(crate) hints: Option<MoveHints<'a>>,
    pub(crate) options: SearchOptions,
    pub(crate) monitor: &'a dyn Monitor,
}

impl<S: Copy, T> Clone for SearchContext<'_, S, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Copy, T> Copy for SearchContext<'_, S, T> {}

/// Best moves of the shallow pre-search, for positions near the root.
#[derive(Clone, Copy)]
pub(crate) struct MoveHints<'a> {
    pub(crate) table: &'a ProofTable<'a>,
    /// Positions with fewer seeds are not looked up.
    pub(crate) least_seeds: u32,
}
