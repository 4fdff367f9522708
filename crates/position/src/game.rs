//! The interface of a sowing game that perft, databases and search are written against.

use crate::moves::{IllegalMove, Moves};
use std::fmt::Debug;
use std::hash::Hash;

/// The outcome of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step<P> {
    /// The position after the move, seen by the player who is to move then.
    pub position: P,
    /// The gain of the mover's store by the move, less the gain of the opponent's. Seeds that are
    /// left on the board at the end are not part of it: [`Game::outcome`] counts them.
    pub gain: i32,
    /// Whether the same player is to move again.
    pub again: bool,
}

/// The rules of one game, with all options fixed: what is legal, where it leads, how it ends.
///
/// Positions are relative to the mover, and a position's value is the mover's seeds less the
/// opponent's among those still on the board, so that what has been won before does not matter to
/// it.
pub trait Game: Copy + Send + Sync {
    /// A packed position.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;

    /// The legal moves; none where the game is finished.
    fn moves(&self, position: &Self::Position) -> Moves;

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not one of [`Game::moves`].
    fn play(
        &self,
        position: &Self::Position,
        pit: u32,
    ) -> Result<Step<Self::Position>, IllegalMove> {
        self.moves(position).check(pit)?;
        Ok(self.play_unchecked(position, pit))
    }

    /// Plays a move that the caller knows to be one of [`Game::moves`], without a check: what a
    /// search calls.
    ///
    /// For any other move the result is unspecified: some position, which need not be one of the
    /// game. It is never a panic and never undefined behaviour.
    fn play_unchecked(&self, position: &Self::Position, pit: u32) -> Step<Self::Position>;

    /// Whether the game is over.
    fn is_finished(&self, position: &Self::Position) -> bool;

    /// The value of a finished position: who gets the seeds that are left. `None` while the game
    /// goes on.
    fn outcome(&self, position: &Self::Position) -> Option<i32>;

    /// The seeds on the board.
    fn seeds(&self, position: &Self::Position) -> u32;
}
