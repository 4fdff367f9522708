//! Expanding a node: its moves are made, looked up and given an order before one is searched.

use super::alpha_beta::AlphaBeta;
use super::node::{Child, Expansion, Node};
use super::solvable::Solvable;
use super::window_search::Abort;
use crate::bounds::Bounds;
use mancala_endgame::Tablebase;
use mancala_position::Step;

impl<S: Solvable, T: Tablebase<S::Position>> AlphaBeta<'_, S, T> {
    /// Makes all moves and looks up where they lead, until one is proved to be worth `beta`. All
    /// moves are made before the first is looked up, so that the look-ups wait for memory together.
    #[inline(always)]
    pub(super) fn expand(
        &mut self,
        node: &Node<S::Position>,
        beta: i32,
    ) -> Result<Expansion, Abort> {
        let base = self.children.len();
        let mut expansion = Expansion::new();
        self.batch.clear();
        for pit in self.context.game.moves(&node.position) {
            self.count.generated += 1;
            let child = self.child(node, pit);
            expansion.add_lower(&child);
            if expansion.best >= beta {
                return Ok(expansion);
            }
            if self.may_be_in_tablebase(&child) {
                self.batch.push(child.node.position);
            }
            self.children.push(child);
        }
        let options = self.context.options;
        if options.tablebase_at_children && !self.batch.is_empty() {
            self.probe_children(base)?;
        }
        for at in base..self.children.len() {
            let mut child = self.children[at];
            if options.table_at_children
                && child.bounds.lower < child.bounds.upper
                && let Some(found) = self.table_bounds(&child.node)
            {
                child.bounds = child
                    .bounds
                    .intersect(found.before_move(child.gain, child.again));
                self.children[at] = child;
            }
            expansion.add(&child);
            if expansion.best >= beta {
                break;
            }
        }
        Ok(expansion)
    }

    /// Looks the children from `base` on up in the tablebase, all in one batch.
    #[inline(always)]
    fn probe_children(&mut self, base: usize) -> Result<(), Abort> {
        self.batch_values.clear();
        self.batch_values.resize(self.batch.len(), None);
        let probed = self
            .context
            .tablebase
            .probe_batch(&self.batch, &mut self.batch_values);
        probed.map_err(|error| self.fail(error))?;
        let mut values = self.batch_values.iter();
        for at in base..self.children.len() {
            let child = self.children[at];
            if self.may_be_in_tablebase(&child) {
                let mut node = child.node;
                let bounds = match values.next() {
                    Some(&Some(value)) => Bounds::exactly(value),
                    _ => self.locate_and_bound(&mut node),
                };
                let bounds = bounds.before_move(child.gain, child.again);
                self.children[at] = Child {
                    node,
                    bounds,
                    ..child
                };
            }
        }
        Ok(())
    }

    /// Whether the tablebase may have the position that a move leads to.
    #[inline(always)]
    const fn may_be_in_tablebase(&self, child: &Child<S::Position>) -> bool {
        child.node.seeds <= self.tablebase_seeds && child.bounds.lower < child.bounds.upper
    }

    /// Makes a move, and bounds its value without look-ups.
    #[inline(always)]
    fn child(&self, parent: &Node<S::Position>, pit: u32) -> Child<S::Position> {
        let game = &self.context.game;
        let step = game.play_unchecked(&parent.position, pit);
        let mut node = self.node(step.position);
        let bounds = if let Some(value) = game.outcome(&node.position) {
            Bounds::exactly(value)
        } else if node.seeds <= self.tablebase_seeds {
            Bounds::of_seeds(node.seeds)
        } else {
            let bounds = self.locate_and_bound(&mut node);
            if let Some(key) = node.key {
                self.context.table.prefetch(key);
            }
            bounds
        };
        Child {
            node,
            bounds: bounds.before_move(step.gain, step.again),
            order: 0,
            gain: step.gain,
            pit,
            again: step.again,
        }
    }

    /// The move order: the larger, the earlier a move is searched. First the move of the table or
    /// of the pre-search, then extra turns from the right, then gain and placement.
    #[inline(always)]
    pub(super) fn order(&self, child: &Child<S::Position>, first: Option<u32>) -> i32 {
        /// The weight of a gained seed, in 1/16 seeds: more than 16, since seeds that are gone also
        /// make the tree smaller.
        const GAIN: i32 = 70;
        const EXTRA_TURN: i32 = 1 << 20;
        let options = &self.context.options;
        if options.table_move && first == Some(child.pit) {
            return i32::MAX;
        }
        if options.extra_turns && child.again {
            return EXTRA_TURN + child.pit as i32;
        }
        let mut order = 0;
        if options.gains {
            order += GAIN * child.gain;
        }
        if options.placement {
            let after = Step {
                position: child.node.position,
                gain: child.gain,
                again: child.again,
            };
            order += self.context.game.placement(child.pit, &after);
        } else {
            order += child.pit as i32;
        }
        order
    }
}
