//! Nodes of the search tree, their children, and what is expected and known of them.

use crate::bounds::Bounds;
use crate::proof::kalah::transposition::TableKey;

/// A position on its way through the search.
#[derive(Clone, Copy)]
pub(super) struct Node<P> {
    pub(super) position: P,
    pub(super) seeds: u32,
    /// The position's key in the transposition table; none if it is not kept there.
    pub(super) key: Option<TableKey>,
}

/// A move and what is known of it before it is searched.
#[derive(Clone, Copy)]
pub(super) struct Child<P> {
    pub(super) node: Node<P>,
    /// Bounds of the move's value for the player who makes it.
    pub(super) bounds: Bounds,
    /// The child with the largest order is searched first.
    pub(super) order: i32,
    pub(super) gain: i32,
    pub(super) pit: u32,
    pub(super) again: bool,
}

/// The expected type of a node in the minimal tree (Knuth and Moore 1975), seen by its mover.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ExpectedNode {
    /// One move is good enough for a cut-off, most likely the first.
    Cut,
    /// No move is, and all have to be searched.
    All,
}

impl ExpectedNode {
    /// The expected type of a child, if the moves before it turn out as expected. An extra turn
    /// (`again`) does not change the player.
    #[inline(always)]
    pub(super) const fn after(self, again: bool) -> Self {
        match (self, again) {
            (Self::Cut, true) | (Self::All, false) => Self::Cut,
            (Self::Cut, false) | (Self::All, true) => Self::All,
        }
    }
}

/// The bounds of a node that follow from those of its children.
pub(super) struct Expansion {
    /// A value that some move is proved to reach.
    pub(super) best: i32,
    pub(super) best_move: Option<u32>,
    /// No move is worth more.
    pub(super) upper: i32,
}

impl Expansion {
    /// Nothing is known: no child has been looked at.
    pub(super) const fn new() -> Self {
        Self {
            best: i32::MIN,
            best_move: None,
            upper: i32::MIN,
        }
    }

    /// Raises the best value to a child's lower bound.
    #[inline(always)]
    pub(super) const fn add_lower<P>(&mut self, child: &Child<P>) {
        if child.bounds.lower > self.best {
            self.best = child.bounds.lower;
            self.best_move = Some(child.pit);
        }
    }

    /// Adds both bounds of a child.
    #[inline(always)]
    pub(super) const fn add<P>(&mut self, child: &Child<P>) {
        self.add_lower(child);
        if child.bounds.upper > self.upper {
            self.upper = child.bounds.upper;
        }
    }
}

/// The answer that known bounds give to a search with a window, if they decide it.
#[inline(always)]
pub(super) const fn decided(known: Bounds, alpha: i32, beta: i32) -> Option<i32> {
    if known.lower >= beta || known.lower == known.upper {
        Some(known.lower)
    } else if known.upper <= alpha {
        Some(known.upper)
    } else {
        None
    }
}
