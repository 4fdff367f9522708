//! The parts of the search, each of which can be switched off.

/// The cut-offs and orderings of the kernel. Each can be switched off to measure what it is worth; no value ever
/// depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchOptions {
    /// Keep proved bounds in the transposition table.
    pub table: bool,
    /// Look all children up in the oracle before any of them is searched.
    pub oracle_at_children: bool,
    /// Look all children up in the transposition table before any of them is searched.
    pub table_at_children: bool,
    /// Use the bounds that the seeds on the board give without search.
    pub seed_bounds: bool,
    /// Search the move first that the table names.
    pub table_move: bool,
    /// Search moves that give an extra turn early, the rightmost first.
    pub extra_turns: bool,
    /// Search moves early that gain much.
    pub captures: bool,
}

impl SearchOptions {
    /// Everything on.
    pub const ALL: Self = Self {
        table: true,
        oracle_at_children: true,
        table_at_children: true,
        seed_bounds: true,
        table_move: true,
        extra_turns: true,
        captures: true,
    };
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self::ALL
    }
}
