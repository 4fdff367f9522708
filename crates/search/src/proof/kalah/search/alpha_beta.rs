//! The search: one fail-soft negamax search, by null windows wherever a wider window is not asked for.

use super::abdada::AbdadaList;
use super::context::SearchContext;
use super::effort_probe::{self, Effort, EffortProbe, EffortProber};
use super::horizon::HorizonEstimate;
use super::solvable::Solvable;
use super::window_search::{Abort, NodeCount};
use crate::bounds::Bounds;
use crate::proof::kalah::transposition::{ProofTable, TableKey};
use mancala_endgame::{Error, Silent, Tablebase};
use mancala_position::Step;
use std::cmp::Reverse;
use std::ops::RangeInclusive;

/// A position on its way through the search.
#[derive(Clone, Copy)]
struct Node<P> {
    position: P,
    seeds: u32,
    place: Option<TableKey>,
}

/// A move and what is known of it before it is searched.
#[derive(Clone, Copy)]
struct Child<P> {
    node: Node<P>,
    /// Bounds of the move's value for the player who makes it.
    bounds: Bounds,
    /// The larger, the earlier it is searched.
    order: i32,
    gain: i32,
    pit: u32,
    again: bool,
}

/// What is expected of the moves of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ExpectedNode {
    /// One move is good enough, most likely the first: a cut node.
    Cut,
    /// No move is, and all have to be searched: an all node.
    All,
}

impl ExpectedNode {
    /// What is expected where a move leads to, if all moves before it come out as expected.
    #[inline(always)]
    const fn after(self, again: bool) -> Self {
        match (self, again) {
            (Self::Cut, true) | (Self::All, false) => Self::Cut,
            (Self::Cut, false) | (Self::All, true) => Self::All,
        }
    }
}

/// What looking at the children of a position has shown.
struct Expansion {
    /// The best value that a move has for certain.
    best: i32,
    best_move: Option<u32>,
    /// No move is worth more.
    upper: i32,
}

impl Expansion {
    const fn add<P>(&mut self, child: &Child<P>) {
        if child.bounds.lower > self.best {
            self.best = child.bounds.lower;
            self.best_move = Some(child.pit);
        }
        if child.bounds.upper > self.upper {
            self.upper = child.bounds.upper;
        }
    }
}

/// Positions between two questions to the monitor.
const MONITOR_INTERVAL: u64 = 1 << 14;

/// Positions that have fewer seeds more than the oracle knows are not kept in a large table: to search them again is less work
/// than to wait for memory, and the table has room for the others.
const KEPT_ABOVE_ORACLE: u32 = 4;

/// A table of so many bytes is so near to the processor that all positions are kept. A smaller one, as drafts have, would be
/// flooded by them.
const NEAR_TABLE: RangeInclusive<u64> = (8 << 20) + 1..=64 << 20;

/// Threads share the work on positions that have at least so many seeds more than the oracle knows. Fewer would be
/// so little work that talking about it takes longer.
const SHARED_ABOVE_ORACLE: u32 = 4;

/// One thread's search.
pub(crate) struct AlphaBeta<'a, S: Solvable, O: Tablebase<S::Position>> {
    context: SearchContext<'a, S, O>,
    /// The children of all positions between the root and here, in one pile.
    children: Vec<Child<S::Position>>,
    /// The positions that the oracle is asked for, and its answers.
    asked: Vec<S::Position>,
    answers: Vec<Option<i32>>,
    count: NodeCount,
    /// How many nodes the monitor was told of.
    reported: u64,
    oracle_seeds: u32,
    /// Positions with fewer seeds are not kept in the table.
    least_kept: u32,
    step: i32,
    abdada: Option<&'a AbdadaList>,
    /// The shared positions on the way here, with their windows.
    way: Vec<(TableKey, i32, i32)>,
    failure: Option<Error>,
    prober: Option<EffortProber<S, O>>,
    /// The search is given up when it has taken more nodes.
    most_nodes: u64,
}

impl<'a, S: Solvable, O: Tablebase<S::Position>> AlphaBeta<'a, S, O> {
    pub(crate) fn new(context: SearchContext<'a, S, O>) -> Self {
        let oracle_seeds = context.oracle.most_seeds();
        let above = if NEAR_TABLE.contains(&context.table.bytes()) {
            0
        } else {
            KEPT_ABOVE_ORACLE
        };
        Self {
            context,
            children: Vec::new(),
            asked: Vec::new(),
            answers: Vec::new(),
            count: NodeCount::default(),
            reported: 0,
            oracle_seeds,
            least_kept: oracle_seeds + above,
            step: context.game.step(),
            abdada: None,
            way: Vec::new(),
            failure: None,
            prober: None,
            most_nodes: u64::MAX,
        }
    }

    /// The same with scouts, if the options allow for them.
    pub(crate) fn with_effort_probes(context: SearchContext<'a, S, O>) -> Self {
        Self {
            prober: context
                .options
                .effort_probes
                .then(|| EffortProber::new(search_to_horizon)),
            ..Self::new(context)
        }
    }

    /// The same as one of a abdada.
    pub(crate) fn with_abdada(self, abdada: &'a AbdadaList) -> Self {
        Self {
            abdada: Some(abdada),
            ..self
        }
    }

    /// The same for no more than so many nodes, after which it ends with [`Abort::Stop`].
    pub(crate) fn with_most_nodes(self, most_nodes: u64) -> Self {
        Self { most_nodes, ..self }
    }

    /// What was done so far.
    pub(crate) const fn count(&self) -> NodeCount {
        self.count
    }

    /// Leaves everything that a search that was given up was in.
    pub(crate) fn begin_again(&mut self) {
        self.children.clear();
        self.way.clear();
    }

    /// The oracle's error, after [`Abort::Oracle`].
    pub(crate) const fn take_failure(&mut self) -> Option<Error> {
        self.failure.take()
    }

    /// What is known of a position before it is searched.
    pub(crate) fn known(&mut self, position: S::Position) -> Result<Bounds, Abort> {
        let mut node = self.node(position);
        self.look(&mut node)
    }

    /// The value of a position if it lies between `alpha` and `beta`, both excluded; else a bound on its side of
    /// the window. The window has the parity of the values where they have one.
    pub(crate) fn value_within(
        &mut self,
        position: S::Position,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Abort> {
        let mut node = self.node(position);
        let known = self.look(&mut node)?;
        match decided(known, alpha, beta) {
            Some(value) => Ok(value),
            None => self.search(node, alpha, beta, ExpectedNode::Cut),
        }
    }

    #[inline(always)]
    fn node(&self, position: S::Position) -> Node<S::Position> {
        Node {
            position,
            seeds: self.context.game.seeds(&position),
            place: None,
        }
    }

    /// What is known of a position without searching: its value if the game is over or the oracle knows it,
    /// else bounds.
    fn look(&mut self, node: &mut Node<S::Position>) -> Result<Bounds, Abort> {
        if let Some(value) = self.context.game.outcome(&node.position) {
            return Ok(Bounds::exactly(value));
        }
        if node.seeds <= self.oracle_seeds
            && let Some(value) = self.ask_oracle(&node.position)?
        {
            return Ok(Bounds::exactly(value));
        }
        let bounds = self.place_and_bound(node);
        Ok(match self.entry(node) {
            Some(entry) => bounds.intersect(entry),
            None => bounds,
        })
    }

    #[inline(always)]
    fn ask_oracle(&mut self, position: &S::Position) -> Result<Option<i32>, Abort> {
        let answer = self.context.oracle.probe(position);
        answer.map_err(|error| self.fail(error))
    }

    /// Finds an unfinished position's place in the table, and the bounds that can be seen.
    #[inline(always)]
    fn place_and_bound(&self, node: &mut Node<S::Position>) -> Bounds {
        let SearchContext {
            game,
            table,
            options,
            ..
        } = &self.context;
        if options.table && node.seeds >= self.least_kept {
            node.place = game
                .rank(&node.position)
                .and_then(|rank| table.locate(rank));
        }
        if options.seed_bounds {
            game.bounds(&node.position, node.seeds)
        } else {
            Bounds::of_seeds(node.seeds)
        }
    }

    #[inline(always)]
    fn entry(&self, node: &Node<S::Position>) -> Option<Bounds> {
        let place = node.place?;
        self.context.table.probe(place).map(|known| known.bounds)
    }

    /// Searches a position that has been looked at and whose value is not known.
    fn search(
        &mut self,
        node: Node<S::Position>,
        alpha: i32,
        beta: i32,
        expected: ExpectedNode,
    ) -> Result<i32, Abort> {
        self.count_node()?;
        let mut table_move = None;
        if let Some(entry) = node.place.and_then(|place| self.context.table.probe(place)) {
            if let Some(value) = decided(entry.bounds, alpha, beta) {
                return Ok(value);
            }
            table_move = entry.best;
        }
        match self.shared(&node) {
            Some((abdada, place)) => {
                let (depth, base) = (self.way.len(), self.children.len());
                abdada.enter(place);
                self.way.push((place, alpha, beta));
                let mut found = self.search_moves(&node, (alpha, beta), expected, table_move);
                if found == Err(Abort::Decided)
                    && let Some(value) = self.decided_by_another(depth)
                {
                    self.children.truncate(base);
                    found = Ok(value);
                }
                self.way.truncate(depth);
                abdada.leave(place);
                found
            }
            None => self.search_moves(&node, (alpha, beta), expected, table_move),
        }
    }

    /// The value of a position on the way here, if the table decides it now.
    fn decided_by_another(&self, depth: usize) -> Option<i32> {
        let (place, alpha, beta) = self.way[depth];
        decided(self.context.table.probe(place)?.bounds, alpha, beta)
    }

    /// Searches a position of which the table knows no more than a good move.
    #[inline(always)]
    fn search_moves(
        &mut self,
        node: &Node<S::Position>,
        (alpha, beta): (i32, i32),
        expected: ExpectedNode,
        table_move: Option<u32>,
    ) -> Result<i32, Abort> {
        let before = self.count.nodes;
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
        if let Some(place) = node.place {
            let proved = Bounds::of_result(expansion.best, alpha, beta)
                .intersect(Bounds::of_seeds(node.seeds));
            let best_move = if expansion.best > alpha {
                expansion.best_move
            } else {
                None
            };
            let work = self.count.nodes - before + 1;
            self.context.table.store(place, proved, best_move, work);
        }
        Ok(expansion.best)
    }

    /// The abdada and the position's place, if its children are shared among threads.
    #[inline(always)]
    fn shared(&self, node: &Node<S::Position>) -> Option<(&'a AbdadaList, TableKey)> {
        let abdada = self.abdada?;
        if node.seeds < self.oracle_seeds + SHARED_ABOVE_ORACLE {
            return None;
        }
        Some((abdada, node.place?))
    }

    /// The move that a draft found best.
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
        self.count.nodes += 1;
        if self.abdada.is_some_and(AbdadaList::is_answered) {
            return Err(Abort::Answered);
        }
        if self.count.nodes > self.most_nodes {
            return Err(Abort::Stop);
        }
        if self.count.nodes - self.reported >= MONITOR_INTERVAL {
            self.report();
            if self.context.monitor.should_stop() {
                return Err(Abort::Stop);
            }
        }
        Ok(())
    }

    /// Tells the monitor of the nodes that it does not know of.
    pub(crate) fn report(&mut self) {
        self.context
            .monitor
            .advance(self.count.nodes - self.reported);
        self.reported = self.count.nodes;
    }

    /// Makes all moves and looks at what they lead to, until one is certain to be worth `beta`. All are made before
    /// the first is looked up, so that their look-ups wait for memory together.
    #[inline(always)]
    fn expand(&mut self, node: &Node<S::Position>, beta: i32) -> Result<Expansion, Abort> {
        let base = self.children.len();
        let mut expansion = Expansion {
            best: i32::MIN,
            best_move: None,
            upper: i32::MIN,
        };
        self.asked.clear();
        for pit in self.context.game.moves(&node.position) {
            self.count.seen += 1;
            let child = self.child(node, pit);
            if child.bounds.lower > expansion.best {
                expansion.best = child.bounds.lower;
                expansion.best_move = Some(child.pit);
                if expansion.best >= beta {
                    return Ok(expansion);
                }
            }
            if self.is_for_oracle(&child) {
                self.asked.push(child.node.position);
            }
            self.children.push(child);
        }
        let options = self.context.options;
        if options.oracle_at_children && !self.asked.is_empty() {
            self.answers.clear();
            self.answers.resize(self.asked.len(), None);
            let asked = self
                .context
                .oracle
                .probe_batch(&self.asked, &mut self.answers);
            asked.map_err(|error| self.fail(error))?;
            let mut answers = self.answers.iter();
            for at in base..self.children.len() {
                let child = self.children[at];
                if self.is_for_oracle(&child) {
                    let mut node = child.node;
                    let bounds = match answers.next() {
                        Some(&Some(value)) => Bounds::exactly(value),
                        _ => self.place_and_bound(&mut node),
                    };
                    let bounds = bounds.before_move(child.gain, child.again);
                    self.children[at] = Child {
                        node,
                        bounds,
                        ..child
                    };
                }
            }
        }
        for at in base..self.children.len() {
            let mut child = self.children[at];
            if options.table_at_children
                && child.bounds.lower < child.bounds.upper
                && let Some(found) = self.entry(&child.node)
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

    /// Whether the oracle may know what a move leads to.
    #[inline(always)]
    const fn is_for_oracle(&self, child: &Child<S::Position>) -> bool {
        child.node.seeds <= self.oracle_seeds && child.bounds.lower < child.bounds.upper
    }

    #[inline(always)]
    fn fail(&mut self, error: Error) -> Abort {
        self.failure = Some(error);
        Abort::Oracle
    }

    /// Makes a move, and says what can be seen of it.
    #[inline(always)]
    fn child(&self, parent: &Node<S::Position>, pit: u32) -> Child<S::Position> {
        let game = &self.context.game;
        let step = game.play(&parent.position, pit);
        let mut node = self.node(step.position);
        let bounds = if let Some(value) = game.outcome(&node.position) {
            Bounds::exactly(value)
        } else if node.seeds <= self.oracle_seeds {
            Bounds::of_seeds(node.seeds)
        } else {
            let bounds = self.place_and_bound(&mut node);
            if let Some(place) = node.place {
                self.context.table.prefetch(place);
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

    /// The larger, the earlier a move is searched.
    #[inline(always)]
    fn order(&self, child: &Child<S::Position>, first: Option<u32>) -> i32 {
        /// What a gained seed counts for, in 1/16 seeds: seeds that are gone also make the tree smaller.
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
        if options.captures {
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

    /// Searches the children from `base` on, the most promising first, until one is worth `beta`.
    fn search_children(
        &mut self,
        node: &Node<S::Position>,
        base: usize,
        first: Option<u32>,
        (alpha, beta): (i32, i32),
        mut expected: ExpectedNode,
        expansion: &mut Expansion,
    ) -> Result<(), Abort> {
        /// The order of a child that another thread was in.
        const DEFERRED: i32 = i32::MIN;
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
                    && child.node.place.is_some_and(|place| abdada.is_busy(place))
                {
                    self.children[pick].order = DEFERRED;
                    continue;
                }
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
            if shared.is_some()
                && (0..self.way.len()).any(|depth| self.decided_by_another(depth).is_some())
            {
                return Err(Abort::Decided);
            }
        }
        Ok(())
    }

    /// Puts that of the most promising moves first which scouts find to be good enough for the fewest nodes.
    fn prefer_least_effort(
        &mut self,
        node: &Node<S::Position>,
        base: usize,
        alpha: i32,
        beta: i32,
    ) {
        if node.seeds < EffortProber::<S, O>::least_seeds(self.oracle_seeds) {
            return;
        }
        let Some(prober) = &mut self.prober else {
            return;
        };
        let Some(probes) = prober.probes(&self.context, node.seeds) else {
            return;
        };
        let children = &mut self.children[base..];
        children.sort_unstable_by_key(|child| Reverse((child.order, child.pit)));
        let good = Bounds {
            lower: alpha + effort_probe::MARGIN,
            upper: beta + effort_probe::MARGIN,
        };
        let mut least_work: Option<(usize, u64)> = None;
        let open = |child: &Child<S::Position>| {
            child.bounds.upper > alpha && child.bounds.lower < child.bounds.upper
        };
        let candidates = (0..children.len()).filter(|&at| open(&children[at]));
        for at in candidates.take(effort_probe::TRIED) {
            let child = &children[at];
            let window = good.after_move(child.gain, child.again);
            let found = probes.go(
                &self.context,
                &EffortProbe {
                    position: child.node.position,
                    window: (window.lower, window.upper),
                    most_nodes: least_work.map_or(effort_probe::MOST_NODES, |(_, nodes)| {
                        nodes * effort_probe::WORTH_IT / 100
                    }),
                },
            );
            self.count += found.count;
            if let Some(value) = found.value
                && Bounds::exactly(value)
                    .before_move(child.gain, child.again)
                    .lower
                    >= good.upper
            {
                least_work = Some((at, found.count.nodes));
            }
        }
        if let Some((at, _)) = least_work {
            children[at].order = i32::MAX;
            // Another thread that comes here follows without scouts of its own.
            if let (Some(_), Some(place)) = (self.abdada, node.place) {
                let nothing = Bounds::of_seeds(node.seeds);
                let pit = Some(children[at].pit);
                self.context.table.store(place, nothing, pit, 0);
            }
        }
    }

    /// The value of a move whose child is not known yet, within a window of the player who makes it.
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
        let value =
            if !self.context.options.oracle_at_children && child.node.seeds <= self.oracle_seeds {
                self.value_within(child.node.position, window.lower, window.upper)?
            } else {
                self.search(
                    child.node,
                    window.lower,
                    window.upper,
                    expected.after(child.again),
                )?
            };
        Ok(Bounds::exactly(value)
            .before_move(child.gain, child.again)
            .lower)
    }
}

/// Searches for an effort probe: positions with no more seeds than the horizon are estimated.
fn search_to_horizon<S: Solvable, O: Tablebase<S::Position>>(
    context: &SearchContext<'_, S, O>,
    table: &ProofTable<'_>,
    horizon: u32,
    probe: &EffortProbe<S::Position>,
) -> Effort {
    let guessing = HorizonEstimate::new(context.game, context.oracle, horizon);
    let near = SearchContext {
        game: context.game,
        oracle: &guessing,
        table,
        hints: None,
        options: context.options,
        monitor: &Silent,
    };
    let mut search = AlphaBeta::new(near).with_most_nodes(probe.most_nodes);
    let (alpha, beta) = probe.window;
    let found = search.value_within(probe.position, alpha, beta);
    Effort {
        value: found.ok(),
        count: search.count(),
    }
}

/// What bounds that are known answer to a question about a window, if they do.
#[inline(always)]
const fn decided(known: Bounds, alpha: i32, beta: i32) -> Option<i32> {
    if known.lower >= beta || known.lower == known.upper {
        Some(known.lower)
    } else if known.upper <= alpha {
        Some(known.upper)
    } else {
        None
    }
}
