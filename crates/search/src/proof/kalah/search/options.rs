//! The parts of the search, each of which can be switched off.

/// The cut-offs and orderings of the search. Each can be switched off to measure what it is worth; no value ever
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
    /// Search moves that give an extra turn first, the rightmost before the others.
    pub extra_turns: bool,
    /// Search moves early that gain much.
    pub captures: bool,
    /// Search moves early after which the seeds lie well.
    pub placement: bool,
    /// PreSearch the first moves by shallow searches before the proof.
    pub shallow_search: bool,
    /// Search several moves to a near horizon where one is enough, and first the one that is the least work.
    pub effort_probes: bool,
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
        placement: true,
        shallow_search: true,
        effort_probes: true,
    };

    /// Everything off.
    pub const NONE: Self = Self {
        table: false,
        oracle_at_children: false,
        table_at_children: false,
        seed_bounds: false,
        table_move: false,
        extra_turns: false,
        captures: false,
        placement: false,
        shallow_search: false,
        effort_probes: false,
    };
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self::ALL
    }
}
