//! The alpha-beta search: fail-soft negamax with principal variation search, by null windows
//! wherever no wider window is asked for.

use super::abdada::AbdadaList;
use super::context::SearchContext;
use super::effort_probe::{Effort, EffortProbe, EffortProber};
use super::horizon::HorizonEstimate;
use super::node::{Child, ExpectedNode, Node, decided};
use super::solvable::Solvable;
use super::window_search::{Abort, NodeCount};
use crate::bounds::Bounds;
use crate::proof::kalah::transposition::{ProofTable, TableKey};
use mancala_endgame::{Error, Silent, Tablebase};
use std::ops::RangeInclusive;

/// Nodes between two questions to the monitor.
const MONITOR_INTERVAL: u64 = 1 << 14;

/// A large table keeps positions with at least so many seeds more than the tablebase has. To search
/// the others again takes less time than to wait for memory, and the table has room for more
/// valuable entries.
const KEPT_ABOVE_TABLEBASE: u32 = 4;

/// Tables of these sizes keep all positions: they are near enough to the processor. Smaller ones,
/// as the shallow pre-search has, would be flooded by small positions.
const NEAR_TABLE_BYTES: RangeInclusive<u64> = (8 << 20) + 1..=64 << 20;

/// Threads share the children of positions with at least so many seeds more than the tablebase has.
/// Smaller subtrees take less time than sharing them.
const SHARED_ABOVE_TABLEBASE: u32 = 4;

/// The search of one thread.
pub(crate) struct AlphaBeta<'a, S: Solvable, T: Tablebase<S::Position>> {
    pub(super) context: SearchContext<'a, S, T>,
    /// The children of all nodes on the path, in one stack.
    pub(super) children: Vec<Child<S::Position>>,
    /// The positions of one batch of tablebase look-ups, and their values.
    pub(super) batch: Vec<S::Position>,
    pub(super) batch_values: Vec<Option<i32>>,
    pub(super) count: NodeCount,
    /// The nodes that the monitor was told of.
    reported: u64,
    pub(super) tablebase_seeds: u32,
    /// Positions with fewer seeds are not kept in the table.
    least_kept: u32,
    pub(super) step: i32,
    pub(super) abdada: Option<&'a AbdadaList>,
    /// The shared positions on the path, with their windows.
    path: Vec<(TableKey, i32, i32)>,
    failure: Option<Error>,
    pub(super) prober: Option<EffortProber<S, T>>,
    /// The search is given up after so many nodes.
    most_nodes: u64,
}

impl<'a, S: Solvable, T: Tablebase<S::Position>> AlphaBeta<'a, S, T> {
    pub(crate) fn new(context: SearchContext<'a, S, T>) -> Self {
        let tablebase_seeds = context.tablebase.most_seeds();
        let above = if NEAR_TABLE_BYTES.contains(&context.table.bytes()) {
            0
        } else {
            KEPT_ABOVE_TABLEBASE
        };
        Self {
            context,
            children: Vec::new(),
            batch: Vec::new(),
            batch_values: Vec::new(),
            count: NodeCount::default(),
            reported: 0,
            tablebase_seeds,
            least_kept: tablebase_seeds + above,
            step: context.game.step(),
            abdada: None,
            path: Vec::new(),
            failure: None,
            prober: None,
            most_nodes: u64::MAX,
        }
    }

    /// The same with effort probes, if they are switched on.
    pub(crate) fn with_effort_probes(context: SearchContext<'a, S, T>) -> Self {
        Self {
            prober: context
                .options
                .effort_probes
                .then(|| EffortProber::new(run_effort_probe)),
            ..Self::new(context)
        }
    }

    /// The same as one of several threads that share the work through an ABDADA list.
    pub(crate) fn with_abdada(self, abdada: &'a AbdadaList) -> Self {
        Self {
            abdada: Some(abdada),
            ..self
        }
    }

    /// The same with a node limit, after which the search ends with [`Abort::Stopped`].
    fn with_most_nodes(self, most_nodes: u64) -> Self {
        Self { most_nodes, ..self }
    }

    /// The nodes so far.
    pub(crate) const fn count(&self) -> NodeCount {
        self.count
    }

    /// Makes a search that was given up ready for another one.
    pub(crate) fn reset(&mut self) {
        self.children.clear();
        self.path.clear();
    }

    /// The tablebase's error, after [`Abort::TablebaseFailed`].
    pub(crate) const fn take_failure(&mut self) -> Option<Error> {
        self.failure.take()
    }

    /// The bounds of a position before it is searched.
    pub(crate) fn known_bounds(&mut self, position: S::Position) -> Result<Bounds, Abort> {
        let mut node = self.node(position);
        self.look_up(&mut node)
    }

    /// The value of a position if it lies between `alpha` and `beta`, both excluded; otherwise a
    /// bound on its side of the window. The window has the parity of the values where they have
    /// one.
    pub(crate) fn value_within(
        &mut self,
        position: S::Position,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Abort> {
        let mut node = self.node(position);
        let known = self.look_up(&mut node)?;
        match decided(known, alpha, beta) {
            Some(value) => Ok(value),
            None => self.search(node, alpha, beta, ExpectedNode::Cut),
        }
    }

    #[inline(always)]
    pub(super) fn node(&self, position: S::Position) -> Node<S::Position> {
        Node {
            position,
            seeds: self.context.game.seeds(&position),
            key: None,
        }
    }

    /// The bounds of a position without search: its value if the game is over or the tablebase
    /// has it, else bounds.
    fn look_up(&mut self, node: &mut Node<S::Position>) -> Result<Bounds, Abort> {
        if let Some(value) = self.context.game.outcome(&node.position) {
            return Ok(Bounds::exactly(value));
        }
        if node.seeds <= self.tablebase_seeds {
            let probed = self.context.tablebase.probe(&node.position);
            if let Some(value) = probed.map_err(|error| self.fail(error))? {
                return Ok(Bounds::exactly(value));
            }
        }
        let bounds = self.locate_and_bound(node);
        Ok(match self.table_bounds(node) {
            Some(proved) => bounds.intersect(proved),
            None => bounds,
        })
    }

    /// Finds the key of an unfinished position, and the bounds that its seeds give.
    #[inline(always)]
    pub(super) fn locate_and_bound(&self, node: &mut Node<S::Position>) -> Bounds {
        let SearchContext {
            game,
            table,
            options,
            ..
        } = &self.context;
        if options.table && node.seeds >= self.least_kept {
            node.key = game
                .rank(&node.position)
                .and_then(|rank| table.locate(rank));
        }
        if options.seed_bounds {
            game.bounds(&node.position, node.seeds)
        } else {
            Bounds::of_seeds(node.seeds)
        }
    }

    /// The bounds in the transposition table.
    #[inline(always)]
    pub(super) fn table_bounds(&self, node: &Node<S::Position>) -> Option<Bounds> {
        let key = node.key?;
        self.context.table.probe(key).map(|entry| entry.bounds)
    }

    /// Searches a position that has been looked up and is not decided by that.
    pub(super) fn search(
        &mut self,
        node: Node<S::Position>,
        alpha: i32,
        beta: i32,
        expected: ExpectedNode,
    ) -> Result<i32, Abort> {
        self.count_node()?;
        let mut table_move = None;
        if let Some(entry) = node.key.and_then(|key| self.context.table.probe(key)) {
            if let Some(value) = decided(entry.bounds, alpha, beta) {
                return Ok(value);
            }
            table_move = entry.best;
        }
        match self.shared(&node) {
            Some((abdada, key)) => {
                let (depth, base) = (self.path.len(), self.children.len());
                abdada.enter(key);
                self.path.push((key, alpha, beta));
                let mut found = self.search_moves(&node, (alpha, beta), expected, table_move);
                if found == Err(Abort::Decided)
                    && let Some(value) = self.decided_by_another(depth)
                {
                    self.children.truncate(base);
                    found = Ok(value);
                }
                self.path.truncate(depth);
                abdada.leave(key);
                found
            }
            None => self.search_moves(&node, (alpha, beta), expected, table_move),
        }
    }

    /// The value of a position on the path, if the table decides it by now.
    fn decided_by_another(&self, depth: usize) -> Option<i32> {
        let (key, alpha, beta) = self.path[depth];
        decided(self.context.table.probe(key)?.bounds, alpha, beta)
    }

    /// Whether another thread has decided any position on the path.
    pub(super) fn is_path_decided(&self) -> bool {
        (0..self.path.len()).any(|depth| self.decided_by_another(depth).is_some())
    }

    /// Searches the moves of a position that the table does not decide, and stores the result.
    #[inline(always)]
    fn search_moves(
        &mut self,
        node: &Node<S::Position>,
        (alpha, beta): (i32, i32),
        expected: ExpectedNode,
        table_move: Option<u32>,
    ) -> Result<i32, Abort> {
        let before = self.count.searched;
        let base = self.children.len();
        let mut expansion = self.expand(node, beta)?;
        if expansion.best < beta {
            if expansion.upper > alpha {
                let first = table_move.or_else(|| self.hint(node));
                self.search_children(node, base, first, (alpha, beta), expected, &mut expansion)?;
            } else {
                expansion.best = expansion.upper;
            }
        }
        self.children.truncate(base);
        if let Some(key) = node.key {
            let proved = Bounds::of_result(expansion.best, alpha, beta)
                .intersect(Bounds::of_seeds(node.seeds));
            let best_move = if expansion.best > alpha {
                expansion.best_move
            } else {
                None
            };
            let work = self.count.searched - before + 1;
            self.context.table.store(key, proved, best_move, work);
        }
        Ok(expansion.best)
    }

    /// The ABDADA list and the position's key, if threads share the position's children.
    #[inline(always)]
    pub(super) fn shared(&self, node: &Node<S::Position>) -> Option<(&'a AbdadaList, TableKey)> {
        let abdada = self.abdada?;
        if node.seeds < self.tablebase_seeds + SHARED_ABOVE_TABLEBASE {
            return None;
        }
        Some((abdada, node.key?))
    }

    /// The best move of the shallow pre-search.
    #[inline(always)]
    fn hint(&self, node: &Node<S::Position>) -> Option<u32> {
        let hints = self.context.hints?;
        if node.seeds < hints.least_seeds {
            return None;
        }
        let rank = self.context.game.rank(&node.position)?;
        hints.table.probe(hints.table.locate(rank)?)?.best
    }

    #[inline(always)]
    fn count_node(&mut self) -> Result<(), Abort> {
        self.count.searched += 1;
        if self.abdada.is_some_and(AbdadaList::is_answered) {
            return Err(Abort::Answered);
        }
        if self.count.searched > self.most_nodes {
            return Err(Abort::Stopped);
        }
        if self.count.searched - self.reported >= MONITOR_INTERVAL {
            self.report();
            if self.context.monitor.should_stop() {
                return Err(Abort::Stopped);
            }
        }
        Ok(())
    }

    /// Tells the monitor of the nodes since the last report.
    pub(crate) fn report(&mut self) {
        self.context
            .monitor
            .advance(self.count.searched - self.reported);
        self.reported = self.count.searched;
    }

    /// Keeps the tablebase's error.
    #[inline(always)]
    pub(super) fn fail(&mut self, error: Error) -> Abort {
        self.failure = Some(error);
        Abort::TablebaseFailed
    }
}

/// Runs an effort probe: positions with no more seeds than the horizon are estimated.
fn run_effort_probe<S: Solvable, T: Tablebase<S::Position>>(
    context: &SearchContext<'_, S, T>,
    table: &ProofTable<'_>,
    horizon: u32,
    probe: &EffortProbe<S::Position>,
) -> Effort {
    let estimate = HorizonEstimate::new(context.game, context.tablebase, horizon);
    let to_horizon = SearchContext {
        game: context.game,
        tablebase: &estimate,
        table,
        hints: None,
        options: context.options,
        monitor: &Silent,
    };
    let mut search = AlphaBeta::new(to_horizon).with_most_nodes(probe.most_nodes);
    let (alpha, beta) = probe.window;
    let found = search.value_within(probe.position, alpha, beta);
    Effort {
        value: found.ok(),
        count: search.count(),
    }
}
