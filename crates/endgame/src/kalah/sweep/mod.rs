//! The sweep: all values of a Kalah layer in one pass, by whole rows of bytes.
//!
//! A sub-layer `(s, o)` of a layer of `n = s + o` seeds has the positions whose mover has `s` seeds in his row. A
//! move that puts nothing in the store leads to the sub-layer `(o, s)` of the same layer, with the mover's row
//! lowered in rank; every other move leads to a smaller layer. So the pair of sub-layers `(s, o)` and `(o, s)`
//! depends on itself and on smaller layers only, and pairs are independent tasks.
//!
//! Within a pair, fix a row `a` of sum `s`, in the order of ranks, and let `b` run over all rows of sum `o`:
//!
//! 1. the mover has `a`: each move of `a` looks up, for all `b` at once, one known row of values (`mover_half`);
//! 2. the opponent has `a` and the mover has `b`: what a move of `b` looks up depends on `a` only through a few
//!    rows of values, which are gathered by an index made once for `o` (`other_half`).
//!
//! Rows of smaller layers are wanted with either player's row first, so both forms are kept (`Known`).

mod grid;
mod known;
mod lanes;
mod mover_half;
mod other_half;
mod pair;
mod program;
mod row_tables;
mod runs;
mod spares;
mod storage;
mod tables;

pub(crate) use grid::Grid;
pub(crate) use known::{KeptPair, Known, Pair};
pub(crate) use pair::sweep_pair;
pub(crate) use spares::Spares;
pub(crate) use tables::Tables;
