//! The kernel: one fail-soft negamax search, by null windows wherever a window is not asked for.

use crate::bounds::Bounds;
use crate::options::SearchOptions;
use crate::oracle::Oracle;
use crate::solvable::Solvable;
use crate::table::{Place, Table};
use mancala_endgame::Monitor;

/// Why a search was given up.
#[derive(Debug)]
pub(crate) enum Halt<E> {
    /// The monitor wants to stop.
    Stop,
    /// The oracle failed.
    Oracle(E),
}

/// A position on its way through the search.
#[derive(Clone, Copy)]
struct Node<P> {
    position: P,
    seeds: u32,
    place: Option<Place>,
}

/// A move and what is known of it before it is searched.
#[derive(Clone, Copy)]
struct Child<P> {
    node: Node<P>,
    /// Bounds of the move's value for the player who makes it.
    bounds: Bounds,
    order: i32,
    gain: i32,
    pit: u32,
    again: bool,
}

/// What looking at all children of a position has shown.
struct Outlook {
    /// The best value that a move has for certain.
    best: i32,
    best_move: Option<u32>,
    /// No move is worth more.
    upper: i32,
}

/// Expanded positions between two questions to the monitor.
const MONITOR_INTERVAL: u64 = 1 << 14;

/// One thread's search.
pub(crate) struct Kernel<'a, S: Solvable, O> {
    game: S,
    oracle: &'a O,
    table: &'a Table<'a>,
    options: SearchOptions,
    monitor: &'a dyn Monitor,
    /// The children of all positions between the root and here, in one pile.
    children: Vec<Child<S::Position>>,
    /// Positions looked at.
    nodes: u64,
    reported: u64,
    expanded: u64,
    oracle_seeds: u32,
    step: i32,
}

impl<'a, S: Solvable, O: Oracle<S::Position>> Kernel<'a, S, O> {
    pub(crate) fn new(
        game: S,
        oracle: &'a O,
        table: &'a Table<'a>,
        options: SearchOptions,
        monitor: &'a dyn Monitor,
    ) -> Self {
        Self {
            game,
            oracle,
            table,
            options,
            monitor,
            children: Vec::new(),
            nodes: 0,
            reported: 0,
            expanded: 0,
            oracle_seeds: oracle.most_seeds(),
            step: game.step(),
        }
    }

    /// The rules.
    pub(crate) const fn game(&self) -> &S {
        &self.game
    }

    /// The positions that were looked at.
    pub(crate) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What is known of a position before it is searched.
    pub(crate) fn known(&mut self, position: S::Position) -> Result<Bounds, Halt<O::Error>> {
        let mut node = self.node(position);
        self.look(&mut node, true, true)
    }

    /// The value of a position if it lies between `alpha` and `beta`, both excluded; else a bound on its side of
    /// the window. The window has the parity of the values where they have one.
    pub(crate) fn value_within(
        &mut self,
        position: S::Position,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Halt<O::Error>> {
        let mut node = self.node(position);
        let known = self.look(&mut node, true, true)?;
        if known.lower >= beta || known.lower == known.upper {
            return Ok(known.lower);
        }
        if known.upper <= alpha {
            return Ok(known.upper);
        }
        self.search(node, alpha, beta)
    }

    #[inline(always)]
    fn node(&self, position: S::Position) -> Node<S::Position> {
        Node {
            position,
            seeds: self.game.seeds(&position),
            place: None,
        }
    }

    /// What is known of a position without searching: its value if the game is over or the oracle knows it,
    /// else bounds.
    #[inline(always)]
    fn look(
        &mut self,
        node: &mut Node<S::Position>,
        oracle: bool,
        table: bool,
    ) -> Result<Bounds, Halt<O::Error>> {
        self.nodes += 1;
        if let Some(value) = self.game.outcome(&node.position) {
            return Ok(Bounds::exactly(value));
        }
        if oracle
            && node.seeds <= self.oracle_seeds
            && let Some(value) = self.oracle.probe(&node.position).map_err(Halt::Oracle)?
        {
            return Ok(Bounds::exactly(value));
        }
        let mut bounds = if self.options.seed_bounds {
            self.game.bounds(&node.position, node.seeds)
        } else {
            Bounds::of_seeds(node.seeds)
        };
        if self.options.table {
            node.place = self
                .game
                .rank(&node.position)
                .and_then(|rank| self.table.locate(rank));
            if table
                && let Some(place) = node.place
                && let Some(known) = self.table.probe(place)
            {
                bounds = bounds.intersect(known.bounds);
            }
        }
        Ok(bounds)
    }

    /// Searches a position that has been looked at and whose value is not known.
    fn search(
        &mut self,
        node: Node<S::Position>,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Halt<O::Error>> {
        let mut known = Bounds::of_seeds(node.seeds);
        let mut table_move = None;
        if let Some(entry) = node.place.and_then(|place| self.table.probe(place)) {
            known = entry.bounds;
            table_move = entry.best;
            if known.lower >= beta || known.lower == known.upper {
                return Ok(known.lower);
            }
            if known.upper <= alpha {
                return Ok(known.upper);
            }
        }
        self.check_monitor()?;
        let before = self.nodes;
        let base = self.children.len();
        let mut outlook = self.expand(&node, table_move, beta)?;
        if outlook.best < beta {
            if outlook.upper > alpha {
                self.search_children(base, alpha, beta, &mut outlook)?;
            } else {
                outlook.best = outlook.upper;
            }
        }
        self.children.truncate(base);
        if let Some(place) = node.place {
            let proved = Bounds::of_result(outlook.best, alpha, beta).intersect(known);
            let best_move = if outlook.best > alpha {
                outlook.best_move
            } else {
                None
            };
            self.table
                .store(place, proved, best_move, self.nodes - before);
        }
        Ok(outlook.best)
    }

    #[inline(always)]
    fn check_monitor(&mut self) -> Result<(), Halt<O::Error>> {
        self.expanded += 1;
        if self.expanded.is_multiple_of(MONITOR_INTERVAL) {
            self.monitor.advance(self.nodes - self.reported);
            self.reported = self.nodes;
            if self.monitor.should_stop() {
                return Err(Halt::Stop);
            }
        }
        Ok(())
    }

    /// Makes all moves and looks at what they lead to, until one is certain to be worth `beta`.
    #[inline(always)]
    fn expand(
        &mut self,
        node: &Node<S::Position>,
        table_move: Option<u32>,
        beta: i32,
    ) -> Result<Outlook, Halt<O::Error>> {
        let mut outlook = Outlook {
            best: i32::MIN,
            best_move: None,
            upper: i32::MIN,
        };
        for pit in self.game.moves(&node.position) {
            let step = self.game.play(&node.position, pit);
            let mut child = Child {
                node: self.node(step.position),
                bounds: Bounds::exactly(0),
                order: self.order(pit, step.gain, step.again, table_move),
                gain: step.gain,
                pit,
                again: step.again,
            };
            let found = self.look(
                &mut child.node,
                self.options.oracle_at_children,
                self.options.table_at_children,
            )?;
            child.bounds = found.before_move(step.gain, step.again);
            if child.bounds.lower > outlook.best {
                outlook.best = child.bounds.lower;
                outlook.best_move = Some(pit);
                if outlook.best >= beta {
                    break;
                }
            }
            outlook.upper = outlook.upper.max(child.bounds.upper);
            self.children.push(child);
        }
        Ok(outlook)
    }

    /// The larger, the earlier a move is searched.
    #[inline(always)]
    fn order(&self, pit: u32, gain: i32, again: bool, table_move: Option<u32>) -> i32 {
        if self.options.table_move && table_move == Some(pit) {
            return i32::MAX;
        }
        let mut order = pit as i32;
        if self.options.captures {
            order += gain << 8;
        }
        if self.options.extra_turns && again {
            order += (1 << 16) + ((pit as i32) << 10);
        }
        order
    }

    /// Searches the children from `base` on, the most promising first, until one is worth `beta`.
    fn search_children(
        &mut self,
        base: usize,
        alpha: i32,
        beta: i32,
        outlook: &mut Outlook,
    ) -> Result<(), Halt<O::Error>> {
        let end = self.children.len();
        let mut searched = false;
        for at in base..end {
            let pick = (at..end)
                .max_by_key(|&other| self.children[other].order)
                .expect("the range is not empty");
            self.children.swap(at, pick);
            let child = self.children[at];
            let alpha = alpha.max(outlook.best);
            let value = if child.bounds.upper <= alpha {
                child.bounds.upper
            } else if child.bounds.lower == child.bounds.upper {
                child.bounds.lower
            } else {
                let scout = searched && beta - alpha > self.step;
                searched = true;
                let mut value =
                    self.descend(&child, alpha, if scout { alpha + self.step } else { beta })?;
                if scout && value > alpha && value < beta {
                    value = self.descend(&child, value - self.step, beta)?;
                }
                value
            };
            if value > outlook.best {
                outlook.best = value;
                outlook.best_move = Some(child.pit);
                if value >= beta {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The value of a move whose child is not known yet, within a window of the player who makes it.
    #[inline(always)]
    fn descend(
        &mut self,
        child: &Child<S::Position>,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Halt<O::Error>> {
        let window = Bounds {
            lower: alpha,
            upper: beta,
        }
        .after_move(child.gain, child.again);
        let value = if !self.options.oracle_at_children && child.node.seeds <= self.oracle_seeds {
            self.value_within(child.node.position, window.lower, window.upper)?
        } else {
            self.search(child.node, window.lower, window.upper)?
        };
        Ok(Bounds::exactly(value)
            .before_move(child.gain, child.again)
            .lower)
    }
}
