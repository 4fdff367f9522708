//! Questions about values as they are answered: the answers, why there may be none, and the nodes
//! that they take.

use crate::bounds::Bounds;
use std::ops::AddAssign;

/// Why a search was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Abort {
    /// The monitor wants to stop.
    Stop,
    /// The oracle failed; the search keeps its error.
    Oracle,
    /// Another thread of the abdada has the answer.
    Answered,
    /// Another thread has decided a position on the way here.
    Decided,
}

/// The size of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct NodeCount {
    /// Positions that were searched.
    pub(crate) nodes: u64,
    /// Positions that a move from one of these led to.
    pub(crate) seen: u64,
}

impl AddAssign for NodeCount {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.seen += other.seen;
    }
}

/// Who answers questions about values.
pub(crate) trait WindowSearch<P> {
    /// 2 if every value has the parity of the seeds on the board, else 1.
    fn step(&self) -> i32;

    /// What is known of a position before it is searched.
    fn known(&mut self, position: P) -> Result<Bounds, Abort>;

    /// As `AlphaBeta::value_within`.
    fn value_within(&mut self, position: P, alpha: i32, beta: i32) -> Result<i32, Abort>;

    /// The same, given up after about so many nodes.
    fn value_within_budget(
        &mut self,
        position: P,
        alpha: i32,
        beta: i32,
        nodes: u64,
    ) -> Result<Option<i32>, Abort>;
}
