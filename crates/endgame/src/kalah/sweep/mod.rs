//! The sweep: all values of a Kalah layer in one pass, by whole rows of bytes.
//!
//! A sub-layer `(s, o)` of a layer of `n = s + o` seeds has the positions whose mover has `s` seeds
//! in his row. A move that puts nothing in the store leads to the sub-layer `(o, s)` of the same
//! layer, with the mover's row lowered in rank; every other move leads to a smaller layer. So the
//! pair of sub-layers `(s, o)` and `(o, s)` depends on itself and on smaller layers only, and pairs
//! are independent tasks.
//!
//! Each of the two is a grid of bytes, filled row by row in an order that puts every row behind all
//! that it depends on ([`sweep_pair`]). For a row `a` of sum `s`, while `b` runs over all rows of
//! sum `o`:
//!
//! ```text
//!                 b = 0 1 2 ..                              b = 0 1 2 ..
//!               +--------------+                          +--------------+
//!     a done    |##############|                a done    |##############|
//!     a now     |>>>>>>>>>>>>>>|  mover pass    a now     |>>>>>>>>>>>>>>|  opponent pass
//!     a to do   |              |                a to do   |              |
//!               +--------------+                          +--------------+
//!               sub-layer (s, o):                         sub-layer (o, s):
//!               the mover has a, the opponent b           the opponent has a, the mover b
//! ```
//!
//! 1. *Mover pass* (`mover_pass`): each move of `a` looks up, for all `b` at once, one finished row
//!    of values, of a smaller layer or of the right-hand grid.
//! 2. *Opponent pass* (`opponent_pass`): what a move of `b` looks up depends on `a` only through a
//!    few rows of values, which are gathered by indices made once for `o`.
//!
//! Rows of smaller layers are wanted with either player's row first, so both forms of them are kept
//! ([`SweptLayers`]).

mod gather_program;
mod grid;
mod grid_pool;
mod lanes;
mod mover_pass;
mod opponent_pass;
mod row_map;
mod row_tables;
mod storage;
mod sweep_pair;
mod swept_layers;
mod tables;

pub(crate) use grid::Grid;
pub(crate) use grid_pool::GridPool;
pub(crate) use sweep_pair::sweep_pair;
pub(crate) use swept_layers::{KeptPair, SubLayerPair, SweptLayers};
pub(crate) use tables::SweepTables;
