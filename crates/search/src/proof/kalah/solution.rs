//! What a proof has come to.

use std::time::Duration;

/// A first turn and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnValue {
    /// The pits that are sown one after the other, by index from 0.
    pub pits: Vec<u32>,
    /// The value of the position if this turn is made: for the player who makes it, what the turn gains
    /// included.
    pub value: i32,
}

/// A solved position. Everything in it is proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The mover's seeds less the opponent's, with best play, among those on the board.
    pub value: i32,
    /// Every first turn, in the order of its pits; empty if only the value was asked for.
    pub turns: Vec<TurnValue>,
    /// A line of best play to the end of the game, one pit index for each sowing; empty if only the value was
    /// asked for.
    pub line: Vec<u32>,
    /// The positions that were searched, drafts included: calls of the search routine.
    pub nodes: u64,
    /// The positions that a move from one of these led to: all were looked at, the most were not searched. A proof
    /// that went on from a checkpoint knows only those of its last run.
    pub generated: u64,
    /// The time that it took.
    pub elapsed: Duration,
    /// The proof rests on the oracle's values of positions with up to so many seeds; none where it had no oracle.
    pub oracle_seeds: Option<u32>,
    /// Whether the proof went on from a checkpoint; nodes and time of earlier runs are included then.
    pub resumed: bool,
}

impl Solution {
    /// What the pie rule makes of it: after the first turn the opponent may swap sides, so that the best first
    /// turn is the most even one. None if the turns' values are not there.
    #[must_use]
    pub fn pie_value(&self) -> Option<i32> {
        self.turns.iter().map(|turn| -turn.value.abs()).max()
    }
}
