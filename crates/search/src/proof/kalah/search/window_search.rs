//! The interface of a search with a window, its abort reasons and its node counts.

use crate::bounds::Bounds;
use std::ops::AddAssign;

/// The reason why a search was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Abort {
    /// The monitor asked for it, or the node budget is used up.
    Stopped,
    /// The tablebase failed; the search keeps its error.
    TablebaseFailed,
    /// Another thread has the result of the same search.
    Answered,
    /// Another thread has proved a bound that decides a position on the path.
    Decided,
}

/// The size of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct NodeCount {
    /// Positions that were searched.
    pub(crate) searched: u64,
    /// Positions that a move from one of these led to.
    pub(crate) generated: u64,
}

impl AddAssign for NodeCount {
    fn add_assign(&mut self, other: Self) {
        self.searched += other.searched;
        self.generated += other.generated;
    }
}

/// Answers questions about the values of positions.
pub(crate) trait WindowSearch<P> {
    /// 2 if every value has the parity of the seeds on the board, else 1.
    fn step(&self) -> i32;

    /// The bounds of a position before it is searched.
    fn known_bounds(&mut self, position: P) -> Result<Bounds, Abort>;

    /// The value of a position if it lies between `alpha` and `beta`, both excluded; otherwise a
    /// bound on its side of the window (fail-soft). The window has the parity of the values where
    /// they have one.
    fn value_within(&mut self, position: P, alpha: i32, beta: i32) -> Result<i32, Abort>;

    /// As [`WindowSearch::value_within`], but `None` if about `nodes` nodes were not enough.
    fn value_within_budget(
        &mut self,
        position: P,
        alpha: i32,
        beta: i32,
        nodes: u64,
    ) -> Result<Option<i32>, Abort>;

    /// The nodes searched so far.
    fn nodes(&self) -> u64;

    /// Tells the monitor in words what is asked now.
    fn announce(&self, text: &str);
}
