//! What analysis needs to know of a game beyond its rules.

use mancala_position::{Game, Step};
use std::fmt::Debug;
use std::hash::Hash;

/// A game with an evaluation.
///
/// Scores are in grains ([`UNITS_PER_SEED`](super::score::UNITS_PER_SEED) to the ball) from the side to move. They are of the whole game
/// where positions carry what is captured ([`EvaluatedGame::lead`]), else of the seeds on the board.
pub trait EvaluatedGame: Send + Sync {
    /// A packed position.
    type Position: Copy + Default + Eq + Hash + Debug + Send + Sync;
    /// The rules in the form that plays.
    type Rules: Game<Position = Self::Position>;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// A number that different positions hardly ever share.
    fn key(&self, position: &Self::Position) -> u64;

    /// How good an unfinished position looks.
    fn evaluate(&self, position: &Self::Position) -> i32;

    /// How much better than another a move must look to be better, in grains: less comes and goes from depth to depth. Less
    /// than a seed, so that what is known exactly is told apart.
    fn stability_margin(&self) -> i32 {
        0
    }

    /// The score of a finished position.
    fn terminal_score(&self, position: &Self::Position) -> i32;

    /// The score of a position that is known exactly. Where a majority has ended the game it is that of playing on, so that
    /// of several wins the one with the most balls is known.
    fn tablebase_score(&self, position: &Self::Position) -> Option<i32>;

    /// Among games that are known to be drawn, what the mover is sure of beyond the other, in seeds: with the same score
    /// it is better to have more. 0 where the score says it all.
    fn guarantee_lead(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// What the mover of the step brings over from it, in grains: what it gained, unless the position carries that.
    fn step_score(&self, step: &Step<Self::Position>) -> i32;

    /// The mover's captured seeds less the opponent's, as far as the position carries them and scores count them.
    fn lead(&self, position: &Self::Position) -> i32;

    /// What is at stake in a move, in grains; 0 or less if it is quiet. Quiescence plays what is not.
    fn tactical_gain(&self, before: &Self::Position, step: &Step<Self::Position>) -> i32;

    /// What is at stake in each move of an unfinished position, by pit, as [`EvaluatedGame::tactical_gain`] has it; without meaning where
    /// there is no move.
    fn tactical_gains(&self, position: &Self::Position) -> [i32; MAX_MOVES] {
        let rules = self.rules();
        let mut stakes = [0; MAX_MOVES];
        for pit in rules.moves(position) {
            stakes[pit as usize] =
                self.tactical_gain(position, &rules.play_unchecked(position, pit));
        }
        stakes
    }

    /// Which kind of move it is to play the pit, below 512. What is learnt of a move is learnt of its kind.
    fn history_index(&self, position: &Self::Position, pit: u32) -> usize;

    /// The first error of the values that are known exactly, since it was last asked for: they were
    /// left out where they could not be read.
    fn take_tablebase_error(&mut self) -> Option<mancala_endgame::Error> {
        None
    }

    /// Whether the position may come again in a game through the step.
    fn is_reversible(&self, step: &Step<Self::Position>) -> bool;
}

/// No board has more pits a side.
pub const MAX_MOVES: usize = 9;

/// How many kinds of moves there are at most.
pub(crate) const HISTORY_SIZE: usize = 512;
