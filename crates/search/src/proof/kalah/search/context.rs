//! The game, table, database and options that a search works with.

use super::options::SearchOptions;
use crate::proof::kalah::transposition::ProofTable;
use mancala_endgame::Monitor;

/// Everything that a search works with, shared by its threads.
pub(crate) struct SearchContext<'a, S, O> {
    pub(crate) game: S,
    pub(crate) oracle: &'a O,
    pub(crate) table: &'a ProofTable<'a>,
    pub(crate) hints: Option<MoveHints<'a>>,
    pub(crate) options: SearchOptions,
    pub(crate) monitor: &'a dyn Monitor,
}

impl<S: Copy, O> Clone for SearchContext<'_, S, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Copy, O> Copy for SearchContext<'_, S, O> {}

/// Best moves of the shallow pre-search, for positions near the root.
#[derive(Clone, Copy)]
pub(crate) struct MoveHints<'a> {
    pub(crate) table: &'a ProofTable<'a>,
    /// Positions with fewer seeds are not looked up.
    pub(crate) least_seeds: u32,
}
