//! The limits of a search: depth, nodes and time.

use std::time::Duration;

/// When a search ends: at whichever limit comes first. Without any it ends when it is stopped, or
/// at a depth that no game needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The depth in plies that is searched last.
    pub depth: Option<u32>,
    /// The nodes of all threads. One thread keeps to it exactly.
    pub nodes: Option<u64>,
    /// The time after which the search is broken off.
    pub time: Option<Duration>,
    /// The time after which no further depth is begun.
    pub soft_time: Option<Duration>,
}
