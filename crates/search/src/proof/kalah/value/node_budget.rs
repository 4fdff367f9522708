//! A node budget: a search is given up after a number of nodes.

use mancala_endgame::Monitor;
use std::sync::atomic::{AtomicU64, Ordering};

/// The monitor of a search with a node budget. It passes on what it is told.
///
/// Searches ask it after fixed numbers of nodes, so that one thread gives up at the same node on
/// every run.
pub(crate) struct NodeBudget<'a> {
    monitor: &'a dyn Monitor,
    most: u64,
    nodes: AtomicU64,
}

impl<'a> NodeBudget<'a> {
    pub(crate) const fn new(monitor: &'a dyn Monitor, most: u64) -> Self {
        Self {
            monitor,
            most,
            nodes: AtomicU64::new(0),
        }
    }

    /// Whether the budget is used up.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.nodes.load(Ordering::Relaxed) >= self.most
    }
}

impl Monitor for NodeBudget<'_> {
    fn start(&self, stage: &str, total: u64) {
        self.monitor.start(stage, total);
    }

    fn advance(&self, units: u64) {
        self.nodes.fetch_add(units, Ordering::Relaxed);
        self.monitor.advance(units);
    }

    fn remark(&self, text: &str) {
        self.monitor.remark(text);
    }

    fn should_stop(&self) -> bool {
        self.is_exhausted() || self.monitor.should_stop()
    }
}
