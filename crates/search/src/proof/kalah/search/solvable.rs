//! What a game supplies beyond its rules to be solved.

use crate::bounds::Bounds;
use mancala_endgame::EndgamePosition;
use mancala_position::{Game, Step};

/// A game without cycles that can be solved.
///
/// The search relies on these, and the values it returns are exact because of them:
/// * play always comes to an end: no position recurs;
/// * [`Solvable::rank`] gives different positions different numbers;
/// * [`Solvable::bounds`] are true, and all values and bounds fit [`Solvable::step`].
///
/// The rest are guesses, which make it fast or slow and never wrong.
pub(crate) trait Solvable: Game<Position: EndgamePosition<Value = i32>> {
    /// All ranks are below 2 to this power; 1 to 64.
    fn rank_bits(&self) -> u32;

    /// The number of a position, which no other position has; `None` if it has none (too many seeds), then it
    /// is searched but not kept in the table.
    fn rank(&self, position: &Self::Position) -> Option<u64>;

    /// 2 if every value has the parity of the seeds on the board, else 1. Bounds and windows keep to it.
    fn step(&self) -> i32;

    /// Bounds of an unfinished position that can be seen without search.
    fn bounds(&self, position: &Self::Position, seeds: u32) -> Bounds;

    /// How good it looks to make a move that ends the turn, for where the seeds lie then; what the move gains
    /// is not counted. In 1/16 seeds; only differences between moves matter.
    fn placement(&self, pit: u32, after: &Step<Self::Position>) -> i32;

    /// A guess at the value of a position, in seeds, of the right parity.
    fn guess(&self, position: &Self::Position, seeds: u32) -> i32;
}
