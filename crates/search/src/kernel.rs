//! The kernel: one fail-soft negamax search, by null windows wherever a wider window is not asked for.

use crate::bounds::Bounds;
use crate::options::SearchOptions;
use crate::oracle::Oracle;
use crate::prover::Count;
use crate::solvable::Solvable;
use crate::table::{Place, Table};
use mancala_endgame::Monitor;
use mancala_position::Step;

/// Why a search was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// The monitor wants to stop.
    Stop,
    /// The oracle failed; the kernel keeps its error.
    Oracle,
}

/// What a search works with.
pub(crate) struct Setting<'a, S, O> {
    pub(crate) game: S,
    pub(crate) oracle: &'a O,
    pub(crate) table: &'a Table<'a>,
    pub(crate) hints: Option<Hints<'a>>,
    pub(crate) options: SearchOptions,
    pub(crate) monitor: &'a dyn Monitor,
}

impl<S: Copy, O> Clone for Setting<'_, S, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Copy, O> Copy for Setting<'_, S, O> {}

/// Moves from drafts, for positions near the root.
#[derive(Clone, Copy)]
pub(crate) struct Hints<'a> {
    pub(crate) table: &'a Table<'a>,
    /// Positions with fewer seeds are not looked up.
    pub(crate) least_seeds: u32,
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
    /// The larger, the earlier it is searched.
    order: i32,
    gain: i32,
    pit: u32,
    again: bool,
}

/// What looking at the children of a position has shown.
struct Outlook {
    /// The best value that a move has for certain.
    best: i32,
    best_move: Option<u32>,
    /// No move is worth more.
    upper: i32,
}

impl Outlook {
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

/// Expanded positions between two questions to the monitor.
const MONITOR_INTERVAL: u64 = 1 << 14;

/// One thread's search.
pub(crate) struct Kernel<'a, S: Solvable, O: Oracle<S::Position>> {
    setting: Setting<'a, S, O>,
    /// The children of all positions between the root and here, in one pile.
    children: Vec<Child<S::Position>>,
    /// Positions looked at.
    nodes: u64,
    /// Of these, how many the monitor was told.
    reported: u64,
    /// Positions whose moves were made.
    expanded: u64,
    oracle_seeds: u32,
    step: i32,
    failure: Option<O::Error>,
}

impl<'a, S: Solvable, O: Oracle<S::Position>> Kernel<'a, S, O> {
    pub(crate) fn new(setting: Setting<'a, S, O>) -> Self {
        Self {
            setting,
            children: Vec::new(),
            nodes: 0,
            reported: 0,
            expanded: 0,
            oracle_seeds: setting.oracle.most_seeds(),
            step: setting.game.step(),
            failure: None,
        }
    }

    /// The rules.
    pub(crate) const fn game(&self) -> &S {
        &self.setting.game
    }

    /// What was done so far.
    pub(crate) const fn count(&self) -> Count {
        Count {
            nodes: self.nodes,
            expanded: self.expanded,
        }
    }

    /// Takes other hints.
    pub(crate) const fn set_hints(&mut self, hints: Option<Hints<'a>>) {
        self.setting.hints = hints;
    }

    /// The oracle's error, after [`Halt::Oracle`].
    pub(crate) const fn take_failure(&mut self) -> Option<O::Error> {
        self.failure.take()
    }

    /// What is known of a position before it is searched.
    pub(crate) fn known(&mut self, position: S::Position) -> Result<Bounds, Halt> {
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
    ) -> Result<i32, Halt> {
        let mut node = self.node(position);
        let known = self.look(&mut node)?;
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
            seeds: self.setting.game.seeds(&position),
            place: None,
        }
    }

    /// What is known of a position without searching: its value if the game is over or the oracle knows it,
    /// else bounds.
    fn look(&mut self, node: &mut Node<S::Position>) -> Result<Bounds, Halt> {
        if let Some(value) = self.setting.game.outcome(&node.position) {
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
    fn ask_oracle(&mut self, position: &S::Position) -> Result<Option<i32>, Halt> {
        self.setting.oracle.probe(position).map_err(|error| {
            self.failure = Some(error);
            Halt::Oracle
        })
    }

    /// Finds an unfinished position's place in the table, and the bounds that can be seen.
    #[inline(always)]
    fn place_and_bound(&self, node: &mut Node<S::Position>) -> Bounds {
        let Setting {
            game,
            table,
            options,
            ..
        } = &self.setting;
        if options.table {
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
        self.setting.table.probe(place).map(|known| known.bounds)
    }

    /// Searches a position that has been looked at and whose value is not known.
    fn search(&mut self, node: Node<S::Position>, alpha: i32, beta: i32) -> Result<i32, Halt> {
        let mut table_move = None;
        if let Some(entry) = node.place.and_then(|place| self.setting.table.probe(place)) {
            let known = entry.bounds;
            if known.lower >= beta || known.lower == known.upper {
                return Ok(known.lower);
            }
            if known.upper <= alpha {
                return Ok(known.upper);
            }
            table_move = entry.best;
        }
        self.check_monitor()?;
        let before = self.nodes;
        let base = self.children.len();
        let mut outlook = self.expand(&node, beta)?;
        if outlook.best < beta {
            if outlook.upper > alpha {
                let first = table_move.or_else(|| self.hint(&node));
                self.search_children(base, first, alpha, beta, &mut outlook)?;
            } else {
                outlook.best = outlook.upper;
            }
        }
        self.children.truncate(base);
        if let Some(place) = node.place {
            let proved = Bounds::of_result(outlook.best, alpha, beta)
                .intersect(Bounds::of_seeds(node.seeds));
            let best_move = if outlook.best > alpha {
                outlook.best_move
            } else {
                None
            };
            self.setting
                .table
                .store(place, proved, best_move, self.nodes - before);
        }
        Ok(outlook.best)
    }

    /// The move that a draft found best.
    #[inline(always)]
    fn hint(&self, node: &Node<S::Position>) -> Option<u32> {
        let hints = self.setting.hints?;
        if node.seeds < hints.least_seeds {
            return None;
        }
        let rank = self.setting.game.rank(&node.position)?;
        hints.table.probe(hints.table.locate(rank)?)?.best
    }

    #[inline(always)]
    fn check_monitor(&mut self) -> Result<(), Halt> {
        self.expanded += 1;
        if self.expanded.is_multiple_of(MONITOR_INTERVAL) {
            self.setting.monitor.advance(self.nodes - self.reported);
            self.reported = self.nodes;
            if self.setting.monitor.should_stop() {
                return Err(Halt::Stop);
            }
        }
        Ok(())
    }

    /// Makes all moves and looks at what they lead to, until one is certain to be worth `beta`. All are made before
    /// the first is looked up, so that their look-ups wait for memory together.
    #[inline(always)]
    fn expand(&mut self, node: &Node<S::Position>, beta: i32) -> Result<Outlook, Halt> {
        let base = self.children.len();
        let mut outlook = Outlook {
            best: i32::MIN,
            best_move: None,
            upper: i32::MIN,
        };
        for pit in self.setting.game.moves(&node.position) {
            self.nodes += 1;
            let child = self.child(node, pit);
            if child.bounds.lower > outlook.best {
                outlook.best = child.bounds.lower;
                outlook.best_move = Some(child.pit);
                if outlook.best >= beta {
                    return Ok(outlook);
                }
            }
            self.children.push(child);
        }
        let options = self.setting.options;
        for at in base..self.children.len() {
            let mut child = self.children[at];
            if child.bounds.lower < child.bounds.upper {
                let found = if child.node.seeds > self.oracle_seeds {
                    options
                        .table_at_children
                        .then(|| self.entry(&child.node))
                        .flatten()
                } else if options.oracle_at_children {
                    Some(self.look(&mut child.node)?)
                } else {
                    None
                };
                if let Some(found) = found {
                    child.bounds = child
                        .bounds
                        .intersect(found.before_move(child.gain, child.again));
                    self.children[at] = child;
                }
            }
            outlook.add(&child);
            if outlook.best >= beta {
                break;
            }
        }
        Ok(outlook)
    }

    /// Makes a move, and says what can be seen of it.
    #[inline(always)]
    fn child(&self, parent: &Node<S::Position>, pit: u32) -> Child<S::Position> {
        let game = &self.setting.game;
        let step = game.play(&parent.position, pit);
        let mut node = self.node(step.position);
        let bounds = if let Some(value) = game.outcome(&node.position) {
            Bounds::exactly(value)
        } else if node.seeds <= self.oracle_seeds {
            Bounds::of_seeds(node.seeds)
        } else {
            let bounds = self.place_and_bound(&mut node);
            if let Some(place) = node.place {
                self.setting.table.prefetch(place);
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
        let options = &self.setting.options;
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
            order += self.setting.game.placement(child.pit, &after);
        } else {
            order += child.pit as i32;
        }
        order
    }

    /// Searches the children from `base` on, the most promising first, until one is worth `beta`.
    fn search_children(
        &mut self,
        base: usize,
        first: Option<u32>,
        alpha: i32,
        beta: i32,
        outlook: &mut Outlook,
    ) -> Result<(), Halt> {
        let end = self.children.len();
        for at in base..end {
            self.children[at].order = self.order(&self.children[at], first);
        }
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
    fn descend(&mut self, child: &Child<S::Position>, alpha: i32, beta: i32) -> Result<i32, Halt> {
        let window = Bounds {
            lower: alpha,
            upper: beta,
        }
        .after_move(child.gain, child.again);
        let value =
            if !self.setting.options.oracle_at_children && child.node.seeds <= self.oracle_seeds {
                self.value_within(child.node.position, window.lower, window.upper)?
            } else {
                self.search(child.node, window.lower, window.upper)?
            };
        Ok(Bounds::exactly(value)
            .before_move(child.gain, child.again)
            .lower)
    }
}
