//! Shallow searches before the proof.
//!
//! A draft is a proof that breaks off early: a position with no more seeds than the horizon is not searched but
//! taken to be worth what it looks like. Each draft looks further than the one before, as long as drafts take little
//! work: the rest is left to the proof, which goes on from what they have found so far. What comes out is no
//! proof and is kept in a table of its own; the proof takes from it where to begin and which of the first moves
//! to try first.

use super::drivers::{Driver, prove};
use super::node_budget::NodeBudget;
use super::parallel_search::ParallelSearch;
use super::shared_bounds::SharedBounds;
use crate::bounds::Bounds;
use crate::proof::kalah::search::{Abort, HorizonEstimate, MoveHints, SearchContext, Solvable};
use crate::proof::kalah::transposition::ProofTable;
use mancala_endgame::Tablebase;

/// The first draft is so many seeds short of the position.
const FIRST: u32 = 6;
/// The last draft stays so many seeds above the oracle: each two more seeds would double the work.
const ABOVE_ORACLE: u32 = 10;
/// All drafts of a position take no more nodes than this, a fraction of what a proof takes that is long enough for a draft
/// to matter.
const MOST_NODES: u64 = 1 << 21;
/// Moves are taken over for positions that are short of the root by no more than this.
const HINTED: u32 = 2;

/// What drafts of a position have found.
pub(crate) struct PreSearch<'a> {
    pub(crate) guess: i32,
    pub(crate) hints: Option<MoveHints<'a>>,
    /// Whether there was more to draft than was worth it: then the proof will take long.
    pub(crate) is_unfinished: bool,
}

/// Drafts a proof of a position. `table` is the drafts' own; the guess is 0 where nothing is gained by a draft.
pub(crate) fn pre_search<'a, S: Solvable, O: Tablebase<S::Position>>(
    search: &mut ParallelSearch<'_, S, O>,
    table: &'a ProofTable<'a>,
    position: S::Position,
) -> Result<PreSearch<'a>, Abort> {
    let SearchContext {
        game,
        oracle,
        options,
        monitor,
        ..
    } = search.context;
    let seeds = game.seeds(&position);
    let mut draft = PreSearch {
        guess: 0,
        hints: None,
        is_unfinished: false,
    };
    if !options.shallow_search || !options.table {
        return Ok(draft);
    }
    let last = (oracle.most_seeds() + ABOVE_ORACLE).max(seeds / 2);
    let mut horizon = seeds.saturating_sub(FIRST);
    let budget = NodeBudget::new(monitor, MOST_NODES);
    while horizon >= last {
        table.forget_bounds();
        let context = SearchContext {
            game,
            oracle: &HorizonEstimate::new(game, oracle, horizon),
            table,
            hints: None,
            options,
            monitor: &budget,
        };
        let all = SharedBounds::new(Bounds::of_seeds(seeds));
        let found = search.delegate(context, |search| {
            prove(search, Driver::Mtdf, position, &all, draft.guess)
        });
        match found {
            Err(Abort::Stop) if budget.is_exhausted() => {
                draft.is_unfinished = true;
                break;
            }
            found => draft.guess = found?,
        }
        draft.hints = Some(MoveHints {
            table,
            least_seeds: seeds - HINTED,
        });
        horizon -= 2;
    }
    Ok(draft)
}
