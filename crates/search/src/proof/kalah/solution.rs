//! The results of a proof.

use std::time::Duration;

/// A first turn and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnValue {
    /// The pits that are sown one after the other, by index from 0.
    pub pits: Vec<u32>,
    /// The value of the turn for the player who makes it, its gain included.
    pub value: i32,
}

/// A solved position. Every value in it is proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The mover's seeds less the opponent's with best play, of those on the board.
    pub value: i32,
    /// Every first turn, in the order of the pits; empty if only the value was asked for.
    pub turns: Vec<TurnValue>,
    /// A line of best play to the end of the game, one pit index for each sowing; empty if only the
    /// value was asked for.
    pub line: Vec<u32>,
    /// The positions that were searched, those of the pre-search and of effort probes included.
    pub nodes: u64,
    /// The positions that a move from one of these led to. Most of them were not searched. Of
    /// earlier runs of a proof with checkpoints, only those are counted that the monitor stopped.
    pub generated: u64,
    /// The time that it took, earlier runs included.
    pub elapsed: Duration,
    /// The seeds of the tablebase that the proof rests on; none if it was search alone.
    pub tablebase_seeds: Option<u32>,
    /// Whether the proof resumed from a checkpoint.
    pub resumed: bool,
}

impl Solution {
    /// The value under the pie rule: after the first turn the opponent may swap sides, so that the
    /// best first turn is the most even one. None if the values of the turns were not asked for.
    #[must_use]
    pub fn pie_value(&self) -> Option<i32> {
        self.turns.iter().map(|turn| -turn.value.abs()).max()
    }
}
