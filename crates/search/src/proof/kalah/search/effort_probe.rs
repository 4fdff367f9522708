//! Which of several good moves is the least work to prove good.
//!
//! Where one move that is good enough ends the matter there are often several, and to prove one good can take many times the
//! nodes that another takes. Nothing that is seen at a glance says which. So the most promising moves are searched to a
//! horizon near by first, as drafts are, and the one that is good there for the fewest nodes is searched in earnest. What a prober
//! finds is a guess and decides nothing but the order.

use super::context::SearchContext;
use super::solvable::Solvable;
use super::window_search::NodeCount;
use crate::proof::kalah::transposition::ProofTable;
use crate::table_memory::TableMemory;
use mancala_endgame::Tablebase;
use mancala_position::Game;

// These numbers gave the fewest nodes; docs/search.md says what they gain.

/// Positions that have fewer seeds more than the oracle knows are not worth a prober.
const ABOVE_ORACLE: u32 = 14;
/// Nor are positions with fewer seeds, whatever the oracle knows.
const LEAST_SEEDS: u32 = 32;
/// How many moves are tried.
pub(crate) const TRIED: usize = 4;
/// A move is good if it is better than needed by so many seeds: what looks just good enough often is not.
pub(crate) const MARGIN: i32 = 2;
/// A move that looks less promising is taken if it takes fewer nodes than this part of the others', in percent.
pub(crate) const WORTH_IT: u64 = 70;
/// The nodes of the first move's prober.
pub(crate) const MOST_NODES: u64 = 1 << 16;
/// The horizon is at least so many seeds below the position.
const DEPTH: u32 = 6;
/// Horizons are multiples of this, so that scouts find in their table what others have left there.
const GRID: u32 = 4;
const TABLE_BYTES: u64 = 64 << 10;

/// What a prober is to find out, a question as for `AlphaBeta::value_within`, within so many nodes.
pub(crate) struct EffortProbe<P> {
    pub(crate) position: P,
    pub(crate) window: (i32, i32),
    pub(crate) most_nodes: u64,
}

/// The answer, if there was one within the nodes allowed, and what it took.
pub(crate) struct Effort {
    pub(crate) value: Option<i32>,
    pub(crate) count: NodeCount,
}

/// Searches for what an probe asks, to the horizon given.
pub(crate) type Run<S, O> = fn(
    &SearchContext<'_, S, O>,
    &ProofTable<'_>,
    u32,
    &EffortProbe<<S as Game>::Position>,
) -> Effort;

/// Searches to horizons that are near.
pub(crate) struct EffortProber<S: Solvable, O: Tablebase<S::Position>> {
    /// A function handed in by the search, so that a search with scouts does not contain one with
    /// scouts of scouts.
    run: Run<S, O>,
    /// One for each horizon: what holds up to one is wrong up to another.
    tables: Vec<Option<TableMemory>>,
}

impl<S: Solvable, O: Tablebase<S::Position>> EffortProber<S, O> {
    pub(crate) const fn new(run: Run<S, O>) -> Self {
        Self {
            run,
            tables: Vec::new(),
        }
    }

    /// The fewest seeds of a position that is worth a prober.
    pub(crate) fn least_seeds(oracle_seeds: u32) -> u32 {
        LEAST_SEEDS.max(oracle_seeds + ABOVE_ORACLE)
    }

    /// Goes on several probes from the moves of a position with so many seeds; none where there is no memory for it.
    pub(crate) fn probes(
        &mut self,
        context: &SearchContext<'_, S, O>,
        seeds: u32,
    ) -> Option<ProbesAtHorizon<'_, S, O>> {
        let number = seeds.saturating_sub(DEPTH) / GRID;
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
            horizon: (number * GRID).max(context.oracle.most_seeds()),
            table: ProofTable::new(memory.as_mut()?, context.game.rank_bits()),
        })
    }
}

/// What scouts from one position have in common.
pub(crate) struct ProbesAtHorizon<'t, S: Solvable, O: Tablebase<S::Position>> {
    run: Run<S, O>,
    horizon: u32,
    table: ProofTable<'t>,
}

impl<S: Solvable, O: Tablebase<S::Position>> ProbesAtHorizon<'_, S, O> {
    pub(crate) fn go(
        &self,
        context: &SearchContext<'_, S, O>,
        probe: &EffortProbe<S::Position>,
    ) -> Effort {
        (self.run)(context, &self.table, self.horizon, probe)
    }
}
