//! The interface between the search and a game: evaluation, exact scores, keys and move ordering.

use mancala_position::{Game, Step};
use std::fmt::Debug;
use std::hash::Hash;

/// A game with an evaluation.
///
/// Scores are in score units ([`UNITS_PER_SEED`](super::score::UNITS_PER_SEED)), from the side to
/// move. In the Toguz family, whose positions carry the kazans, they are of the whole game
/// ([`EvaluatedGame::lead`]); in Kalah they are of the seeds on the board.
pub trait EvaluatedGame: Send + Sync {
    /// A packed position.
    type Position: Copy + Default + Eq + Hash + Debug + Send + Sync;
    /// The rules, specialised for fast play.
    type Rules: Game<Position = Self::Position>;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// The hash key of a position. Different positions rarely have the same.
    fn key(&self, position: &Self::Position) -> u64;

    /// The static evaluation of an unfinished position.
    fn evaluate(&self, position: &Self::Position) -> i32;

    /// The difference in score that counts for nothing at the root, because scores change by as
    /// much from depth to depth. Less than a seed, so that exact values are told apart.
    fn stability_margin(&self) -> i32 {
        0
    }

    /// The score of a finished position.
    fn terminal_score(&self, position: &Self::Position) -> i32;

    /// The exact score of a position, if the tablebase knows it. Where a majority has ended the
    /// game it is the score of playing on, so that of several wins the largest is known.
    fn tablebase_score(&self, position: &Self::Position) -> Option<i32>;

    /// Among positions known to be drawn, the seeds that the mover is guaranteed beyond the
    /// opponent: of equal scores the one with more is better. 0 where the score says it all.
    fn guarantee_lead(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// Whether the tablebase has a value that could not be read since the error was last taken.
    fn has_tablebase_error(&self) -> bool {
        false
    }

    /// The first error of the tablebase since it was last taken.
    fn take_tablebase_error(&mut self) -> Option<mancala_endgame::Error> {
        None
    }

    /// The increment of the score by a step, for the player who makes it: the seeds that it gained,
    /// unless positions carry them.
    fn step_score(&self, step: &Step<Self::Position>) -> i32;

    /// The seeds that the mover has captured less those of the opponent, where the position carries
    /// them; else 0.
    fn lead(&self, position: &Self::Position) -> i32;

    /// The tactical gain of a move, in score units: a rough worth of what it captures, above 0
    /// unless the move is quiet. Moves are ordered by it, and quiescence plays those that have one.
    fn tactical_gain(&self, before: &Self::Position, step: &Step<Self::Position>) -> i32;

    /// The tactical gain of each move of an unfinished position, by pit. Places of pits that cannot
    /// be played have no meaning.
    fn tactical_gains(&self, position: &Self::Position) -> [i32; MAX_MOVES] {
        let rules = self.rules();
        let mut gains = [0; MAX_MOVES];
        for pit in rules.moves(position) {
            gains[pit as usize] =
                self.tactical_gain(position, &rules.play_unchecked(position, pit));
        }
        gains
    }

    /// The index of a move in the history tables, below 512: moves with the same index share what
    /// the search learns of them.
    fn history_index(&self, position: &Self::Position, pit: u32) -> usize;

    /// Whether a position before the step can occur again after it, so that play can repeat.
    fn is_reversible(&self, step: &Step<Self::Position>) -> bool;
}

/// The most moves of a position: the pits of the longest row.
pub const MAX_MOVES: usize = 12;

/// The length of a history table; see [`EvaluatedGame::history_index`].
pub(crate) const HISTORY_SIZE: usize = 512;
