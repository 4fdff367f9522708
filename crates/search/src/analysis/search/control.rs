//! The control of a search's threads: when they are to stop.

use super::limits::Limits;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Nodes between two looks at the control.
const LOOK_EVERY: u64 = 1024;

/// The limits of a running search, and what its threads have done.
pub(super) struct SearchControl<'a> {
    begun: Instant,
    limits: Limits,
    stop: &'a AtomicBool,
    halt: AtomicBool,
    nodes: AtomicU64,
}

impl<'a> SearchControl<'a> {
    pub(super) fn new(limits: &Limits, stop: &'a AtomicBool) -> Self {
        Self {
            begun: Instant::now(),
            limits: *limits,
            stop,
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
        }
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The nodes that threads have reported.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Ends the search of all threads.
    pub(super) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Counts the nodes that a thread has searched, and says how many more it may search before it
    /// reports again; `None` if it is to stop.
    pub(super) fn report(&self, nodes: u64) -> Option<u64> {
        let all = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let left = self
            .limits
            .nodes
            .map_or(u64::MAX, |limit| limit.saturating_sub(all));
        let over = left == 0
            || self.halt.load(Ordering::Relaxed)
            || self.stop.load(Ordering::Relaxed)
            || self.limits.time.is_some_and(|time| self.elapsed() >= time);
        if over {
            self.halt();
            return None;
        }
        Some(left.min(LOOK_EVERY))
    }

    /// Whether a new depth may be begun.
    pub(super) fn may_deepen(&self) -> bool {
        let limit = self.limits.soft_time;
        limit.is_none_or(|time| self.elapsed() < time)
    }
}
