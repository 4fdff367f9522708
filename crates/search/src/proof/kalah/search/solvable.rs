//! The interface of a game that the proof search can solve.

use crate::bounds::Bounds;
use mancala_endgame::EndgamePosition;
use mancala_position::{Game, Step};

/// A game without cycles that can be solved.
///
/// The exactness of every value rests on these:
/// * play always comes to an end: no position recurs;
/// * [`Solvable::rank`] gives different positions different numbers;
/// * [`Solvable::bounds`] are true, and all values and bounds fit [`Solvable::step`].
///
/// The other methods estimate. They change the speed of a search and never its result.
pub(crate) trait Solvable: Game<Position: EndgamePosition<Value = i32>> {
    /// The bits of the largest rank, 1 to 64.
    fn rank_bits(&self) -> u32;

    /// The number of a position, which no other position has; `None` if it has too many seeds to be
    /// ranked: then it is searched and not kept in the table.
    fn rank(&self, position: &Self::Position) -> Option<u64>;

    /// 2 if every value has the parity of the seeds on the board, else 1. Bounds and windows keep
    /// to it.
    fn step(&self) -> i32;

    /// Bounds of an unfinished position that follow from its seeds without search.
    fn bounds(&self, position: &Self::Position, seeds: u32) -> Bounds;

    /// The move order of a move that ends the turn, by where the seeds lie after it; the move's
    /// gain is not counted. In 1/16 seeds; only differences between moves matter.
    fn placement(&self, pit: u32, after: &Step<Self::Position>) -> i32;

    /// An estimate of the value of a position, in seeds, of the right parity.
    fn estimate(&self, position: &Self::Position, seeds: u32) -> i32;
}
