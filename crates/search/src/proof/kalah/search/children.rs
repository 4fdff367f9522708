//! Searching the children of a node, in order, until one gives a cut-off.

use super::alpha_beta::AlphaBeta;
use super::effort_probe::{self, EffortProbe, EffortProber};
use super::node::{Child, Expansion, ExpectedNode, Node};
use super::solvable::Solvable;
use super::window_search::Abort;
use crate::bounds::Bounds;
use mancala_endgame::Tablebase;
use std::cmp::Reverse;

/// The order of a child that is deferred because another thread is in it.
const DEFERRED: i32 = i32::MIN;

impl<S: Solvable, T: Tablebase<S::Position>> AlphaBeta<'_, S, T> {
    /// Searches the children from `base` on, the most promising first, until one is worth `beta`.
    pub(super) fn search_children(
        &mut self,
        node: &Node<S::Position>,
        base: usize,
        first: Option<u32>,
        (alpha, beta): (i32, i32),
        mut expected: ExpectedNode,
        expansion: &mut Expansion,
    ) -> Result<(), Abort> {
        let end = self.children.len();
        for at in base..end {
            self.children[at].order = self.order(&self.children[at], first);
        }
        if expected == ExpectedNode::Cut && first.is_none() && beta - alpha <= self.step {
            self.prefer_least_effort(node, base, alpha, beta);
        }
        let shared = self.shared(node);
        let mut searched = false;
        let mut at = base;
        while at < end {
            let pick = (at..end)
                .max_by_key(|&other| self.children[other].order)
                .expect("the range is not empty");
            let child = self.children[pick];
            let alpha = alpha.max(expansion.best);
            let value = if child.bounds.upper <= alpha {
                child.bounds.upper
            } else if child.bounds.lower == child.bounds.upper {
                child.bounds.lower
            } else {
                if let Some((abdada, _)) = shared
                    && expected == ExpectedNode::All
                    && child.order != DEFERRED
                    && child.node.key.is_some_and(|key| abdada.is_busy(key))
                {
                    self.children[pick].order = DEFERRED;
                    continue;
                }
                // After the first child a null window shows whether a move is better at all.
                let narrow = searched && beta - alpha > self.step;
                searched = true;
                let upper = if narrow { alpha + self.step } else { beta };
                let mut value = self.descend(&child, alpha, upper, expected)?;
                if narrow && value > alpha && value < beta {
                    value = self.descend(&child, value - self.step, beta, expected)?;
                }
                expected = ExpectedNode::All;
                value
            };
            self.children.swap(at, pick);
            at += 1;
            if value > expansion.best {
                expansion.best = value;
                expansion.best_move = Some(child.pit);
                if value >= beta {
                    break;
                }
            }
            if shared.is_some() && self.is_path_decided() {
                return Err(Abort::Decided);
            }
        }
        Ok(())
    }

    /// Puts the move first that effort probes show to be good enough for the fewest nodes.
    fn prefer_least_effort(
        &mut self,
        node: &Node<S::Position>,
        base: usize,
        alpha: i32,
        beta: i32,
    ) {
        if node.seeds < EffortProber::<S, T>::least_seeds(self.tablebase_seeds) {
            return;
        }
        let Some(prober) = &mut self.prober else {
            return;
        };
        let Some(probes) = prober.at_horizon(&self.context, node.seeds) else {
            return;
        };
        let children = &mut self.children[base..];
        children.sort_unstable_by_key(|child| Reverse((child.order, child.pit)));
        let good = Bounds {
            lower: alpha + effort_probe::MARGIN,
            upper: beta + effort_probe::MARGIN,
        };
        let mut least_effort: Option<(usize, u64)> = None;
        let open = |child: &Child<S::Position>| {
            child.bounds.upper > alpha && child.bounds.lower < child.bounds.upper
        };
        let candidates = (0..children.len()).filter(|&at| open(&children[at]));
        for at in candidates.take(effort_probe::PROBED_MOVES) {
            let child = &children[at];
            let window = good.after_move(child.gain, child.again);
            let probe = EffortProbe {
                position: child.node.position,
                window: (window.lower, window.upper),
                most_nodes: least_effort.map_or(effort_probe::MOST_NODES, |(_, nodes)| {
                    nodes * effort_probe::PREFERRED_PERCENT / 100
                }),
            };
            let effort = probes.run(&self.context, &probe);
            self.count += effort.count;
            if let Some(value) = effort.value
                && value_before(value, child) >= good.upper
            {
                least_effort = Some((at, effort.count.searched));
            }
        }
        if let Some((at, _)) = least_effort {
            children[at].order = i32::MAX;
            // Another thread that comes here follows without probes of its own.
            if let (Some(_), Some(key)) = (self.abdada, node.key) {
                let nothing = Bounds::of_seeds(node.seeds);
                let pit = Some(children[at].pit);
                self.context.table.store(key, nothing, pit, 0);
            }
        }
    }

    /// The value of a move whose child is not decided, within a window of the player who makes it.
    #[inline(always)]
    fn descend(
        &mut self,
        child: &Child<S::Position>,
        alpha: i32,
        beta: i32,
        expected: ExpectedNode,
    ) -> Result<i32, Abort> {
        let window = Bounds {
            lower: alpha,
            upper: beta,
        }
        .after_move(child.gain, child.again);
        let is_unprobed =
            !self.context.options.tablebase_at_children && child.node.seeds <= self.tablebase_seeds;
        let value = if is_unprobed {
            self.value_within(child.node.position, window.lower, window.upper)?
        } else {
            let expected = expected.after(child.again);
            self.search(child.node, window.lower, window.upper, expected)?
        };
        Ok(value_before(value, child))
    }
}

/// The value of a move for the player who makes it, from the value of the position after it.
#[inline(always)]
const fn value_before<P>(value: i32, child: &Child<P>) -> i32 {
    Bounds::exactly(value)
        .before_move(child.gain, child.again)
        .lower
}
