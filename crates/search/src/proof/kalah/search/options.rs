//! The parts of the proof search, each with a switch.

/// The cut-offs and the move ordering of the proof search. Each can be switched off to measure its
/// contribution; no value ever depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SearchOptions {
    /// Keep proved bounds in the transposition table.
    pub table: bool,
    /// Look all children up in the tablebase before any of them is searched.
    pub tablebase_at_children: bool,
    /// Look all children up in the transposition table before any of them is searched (enhanced
    /// transposition cut-off).
    pub table_at_children: bool,
    /// Use the bounds that follow from the seeds on the board.
    pub seed_bounds: bool,
    /// Search the move of the transposition table first, or, near the root, where the table has
    /// none, that of the shallow pre-search.
    pub table_move: bool,
    /// Search moves that give an extra turn first, the rightmost before the others.
    pub extra_turns: bool,
    /// Order the other moves by the seeds they gain, captured or sown into the store.
    pub gains: bool,
    /// Order them by where the seeds lie after the move, by the opponent's replies, and by a
    /// discount for captures, which have their share of `gains`.
    pub placement: bool,
    /// Find a first guess and the moves near the root by shallow searches before the proof.
    pub shallow_search: bool,
    /// Probe the effort of several moves at expected cut nodes, and search the cheapest first.
    pub effort_probes: bool,
}

impl SearchOptions {
    /// Everything on.
    pub const ALL: Self = Self {
        table: true,
        tablebase_at_children: true,
        table_at_children: true,
        seed_bounds: true,
        table_move: true,
        extra_turns: true,
        gains: true,
        placement: true,
        shallow_search: true,
        effort_probes: true,
    };

    /// Everything off.
    pub const NONE: Self = Self {
        table: false,
        tablebase_at_children: false,
        table_at_children: false,
        seed_bounds: false,
        table_move: false,
        extra_turns: false,
        gains: false,
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
