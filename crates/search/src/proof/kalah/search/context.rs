//! What a search works with.

use super::options::SearchOptions;
use crate::proof::kalah::transposition::ProofTable;
use mancala_endgame::Monitor;

/// What a search works with.
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

/// Moves from drafts, for positions near the root.
#[derive(Clone, Copy)]
pub(crate) struct MoveHints<'a> {
    pub(crate) table: &'a ProofTable<'a>,
    /// Positions with fewer seeds are not looked up.
    pub(crate) least_seeds: u32,
}
