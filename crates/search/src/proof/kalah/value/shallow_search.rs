//! The shallow pre-search: a guess at the value, and best moves near the root.
//!
//! A shallow search is a proof to a horizon: positions with no more seeds than that are estimated.
//! Each one looks further than the one before, as long as they take little work. They have a table
//! of their own, since nothing in it is proved. The proof takes from them the value to begin with
//! and the moves to search first near the root.

use super::drivers::{Driver, prove};
use super::node_budget::NodeBudget;
use super::parallel_search::ParallelSearch;
use super::shared_bounds::SharedBounds;
use crate::bounds::Bounds;
use crate::proof::kalah::search::{Abort, HorizonEstimate, MoveHints, SearchContext, Solvable};
use crate::proof::kalah::transposition::ProofTable;
use mancala_endgame::Tablebase;

/// The first horizon is so many seeds below the position.
const FIRST_DEPTH: u32 = 6;
/// The last horizon is so many seeds above the tablebase: each two more seeds would double the
/// work.
const ABOVE_TABLEBASE: u32 = 10;
/// The node budget of the pre-search of one position, a fraction of what a proof takes that is
/// long enough for the pre-search to matter.
const MOST_NODES: u64 = 1 << 21;
/// Moves are kept for positions that have no more than so many seeds fewer than the root.
const HINTED_SEEDS: u32 = 2;

/// The results of the pre-search of a position.
pub(crate) struct PreSearch<'a> {
    /// The value at the last horizon; 0 if there was no shallow search.
    pub(crate) guess: i32,
    pub(crate) hints: Option<MoveHints<'a>>,
    /// Whether the node budget ended it: then the proof will take long.
    pub(crate) is_unfinished: bool,
}

/// Searches a position to one horizon after the other, with a table of its own.
pub(crate) fn pre_search<'a, S: Solvable, T: Tablebase<S::Position>>(
    search: &mut ParallelSearch<'_, S, T>,
    table: &'a ProofTable<'a>,
    position: S::Position,
) -> Result<PreSearch<'a>, Abort> {
    let SearchContext {
        game,
        tablebase,
        options,
        monitor,
        ..
    } = search.context;
    let seeds = game.seeds(&position);
    let mut result = PreSearch {
        guess: 0,
        hints: None,
        is_unfinished: false,
    };
    if !options.shallow_search || !options.table {
        return Ok(result);
    }
    let last = (tablebase.most_seeds() + ABOVE_TABLEBASE).max(seeds / 2);
    let mut horizon = seeds.saturating_sub(FIRST_DEPTH);
    let budget = NodeBudget::new(monitor, MOST_NODES);
    while horizon >= last {
        table.forget_bounds();
        let context = SearchContext {
            game,
            tablebase: &HorizonEstimate::new(game, tablebase, horizon),
            table,
            hints: None,
            options,
            monitor: &budget,
        };
        let estimated = SharedBounds::new(Bounds::of_seeds(seeds));
        let found = search.with_context(context, |search| {
            let all = u64::MAX;
            let found = prove(
                search,
                Driver::Mtdf,
                position,
                &estimated,
                result.guess,
                all,
            )?;
            Ok(found.value().expect("nothing but the monitor ends it"))
        });
        match found {
            Err(Abort::Stopped) if budget.is_exhausted() => {
                result.is_unfinished = true;
                break;
            }
            found => result.guess = found?,
        }
        result.hints = Some(MoveHints {
            table,
            least_seeds: seeds - HINTED_SEEDS,
        });
        horizon -= 2;
    }
    Ok(result)
}
