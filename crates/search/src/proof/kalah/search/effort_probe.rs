//! Effort probes: small searches that tell which of several good moves is the least work to prove.
//!
//! At an expected cut node several moves are often good enough, and proving one of them can take
//! many times the nodes of another, which no static feature shows. The most promising moves are
//! therefore searched to a near horizon first, where positions are estimated, and the one that is
//! good there for the fewest nodes is searched first. A probe changes the move order and nothing
//! else.

use super::context::SearchContext;
use super::solvable::Solvable;
use super::window_search::NodeCount;
use crate::proof::kalah::transposition::ProofTable;
use crate::table_memory::TableMemory;
use mancala_endgame::Tablebase;
use mancala_position::Game;

// The constants below gave the fewest nodes; docs/search.md has the measurements.

/// Probes pay at positions with at least so many seeds more than the tablebase has.
const ABOVE_TABLEBASE: u32 = 14;
/// They pay at positions with at least so many seeds, whatever the tablebase has.
const LEAST_SEEDS: u32 = 32;
/// The number of moves that are probed.
pub(crate) const PROBED_MOVES: usize = 4;
/// A move counts as good if it is so many seeds better than needed: an estimate that is just good
/// enough is often wrong.
pub(crate) const MARGIN: i32 = 2;
/// A move further down the order is preferred if it takes less than this part of the nodes of the
/// best one so far, in percent.
pub(crate) const PREFERRED_PERCENT: u64 = 70;
/// The node limit of the first move's probe.
pub(crate) const MOST_NODES: u64 = 1 << 16;
/// The horizon is at least so many seeds below the position.
const DEPTH: u32 = 6;
/// Horizons are multiples of this, so that probes share their tables.
const HORIZON_GRID: u32 = 4;
/// The bytes of the table of each horizon.
const TABLE_BYTES: u64 = 64 << 10;

/// A search of a position with a window (see `AlphaBeta::value_within`) and a node limit.
pub(crate) struct EffortProbe<P> {
    pub(crate) position: P,
    pub(crate) window: (i32, i32),
    pub(crate) most_nodes: u64,
}

/// The result of an effort probe.
pub(crate) struct Effort {
    /// The estimated value or bound; none if the nodes were not enough.
    pub(crate) value: Option<i32>,
    pub(crate) count: NodeCount,
}

/// A function that runs a probe to the horizon given.
pub(crate) type RunProbe<S, T> = fn(
    &SearchContext<'_, S, T>,
    &ProofTable<'_>,
    u32,
    &EffortProbe<<S as Game>::Position>,
) -> Effort;

/// The means of one thread to run effort probes.
pub(crate) struct EffortProber<S: Solvable, T: Tablebase<S::Position>> {
    /// A function pointer from the alpha-beta search: with a type parameter the search would
    /// contain a search that contains a search, without end.
    run: RunProbe<S, T>,
    /// One table for each horizon: a bound that holds up to one horizon is wrong up to another.
    tables: Vec<Option<TableMemory>>,
}

impl<S: Solvable, T: Tablebase<S::Position>> EffortProber<S, T> {
    pub(crate) const fn new(run: RunProbe<S, T>) -> Self {
        Self {
            run,
            tables: Vec::new(),
        }
    }

    /// The fewest seeds of a position whose moves are probed.
    pub(crate) fn least_seeds(tablebase_seeds: u32) -> u32 {
        LEAST_SEEDS.max(tablebase_seeds + ABOVE_TABLEBASE)
    }

    /// The probes of the moves of a position with so many seeds; none if there is no memory for
    /// their table.
    pub(crate) fn at_horizon(
        &mut self,
        context: &SearchContext<'_, S, T>,
        seeds: u32,
    ) -> Option<ProbesAtHorizon<'_, S, T>> {
        let number = seeds.saturating_sub(DEPTH) / HORIZON_GRID;
        let index = number as usize;
        if self.tables.len() <= index {
            self.tables.resize_with(index + 1, || None);
        }
        let memory = &mut self.tables[index];
        if memory.is_none() {
            *memory = TableMemory::new(TABLE_BYTES).ok();
        }
        Some(ProbesAtHorizon {
            run: self.run,
            horizon: (number * HORIZON_GRID).max(context.tablebase.most_seeds()),
            table: ProofTable::new(memory.as_mut()?, context.game.rank_bits()),
        })
    }
}

/// Effort probes to one horizon, with one table.
pub(crate) struct ProbesAtHorizon<'t, S: Solvable, T: Tablebase<S::Position>> {
    run: RunProbe<S, T>,
    horizon: u32,
    table: ProofTable<'t>,
}

impl<S: Solvable, T: Tablebase<S::Position>> ProbesAtHorizon<'_, S, T> {
    pub(crate) fn run(
        &self,
        context: &SearchContext<'_, S, T>,
        probe: &EffortProbe<S::Position>,
    ) -> Effort {
        (self.run)(context, &self.table, self.horizon, probe)
    }
}
