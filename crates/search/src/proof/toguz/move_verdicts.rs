//! The moves of a node and their verdicts, and the verdict of the node that follows from them.

use super::question::{Question, Verdict};
use mancala_position::toguz::ToguzPosition;

/// The most moves of a position.
const MOST_MOVES: usize = 9;

/// A move whose verdict is open.
#[derive(Clone, Copy)]
pub(super) struct OpenMove {
    pub(super) hole: u32,
    pub(super) question: Question,
    pub(super) order: i32,
}

/// The open moves of a node of the AND/OR tree, and the verdicts of the others.
pub(super) struct MoveVerdicts {
    pub(super) open: [OpenMove; MOST_MOVES],
    /// The number of open moves.
    pub(super) count: usize,
    /// Whether it is an OR node: the player that the question is about is to move, and one *yes* is
    /// enough.
    is_or: bool,
    some_yes: bool,
    some_not_yet: bool,
    some_never: bool,
    /// The best move for the player to move, if one was good for him.
    pub(super) best: Option<u32>,
}

impl MoveVerdicts {
    #[inline(always)]
    pub(super) fn new(is_or: bool) -> Self {
        let nothing = OpenMove {
            hole: 0,
            question: Question {
                board: ToguzPosition::default(),
                side: 0,
                need: 0,
            },
            order: 0,
        };
        Self {
            open: [nothing; MOST_MOVES],
            count: 0,
            is_or,
            some_yes: false,
            some_not_yet: false,
            some_never: false,
            best: None,
        }
    }

    #[inline(always)]
    pub(super) const fn add(&mut self, a_move: OpenMove) {
        self.open[self.count] = a_move;
        self.count += 1;
    }

    /// Adds the verdict of a move. Returns whether it decides the node.
    #[inline(always)]
    pub(super) const fn decide(&mut self, hole: u32, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Yes => {
                self.some_yes = true;
                if self.is_or {
                    self.best = Some(hole);
                }
                self.is_or
            }
            Verdict::NotYet => {
                self.some_not_yet = true;
                if !self.is_or && !self.some_never {
                    self.best = Some(hole);
                }
                false
            }
            Verdict::Never => {
                self.some_never = true;
                if !self.is_or {
                    self.best = Some(hole);
                }
                !self.is_or
            }
        }
    }

    /// The verdict of the node if the open moves cannot change it, except from *not yet* to
    /// *never*.
    #[inline(always)]
    pub(super) const fn decided(&self) -> Option<Verdict> {
        if self.is_or {
            if self.some_yes {
                return Some(Verdict::Yes);
            }
        } else if self.some_never {
            return Some(Verdict::Never);
        } else if self.some_not_yet {
            return Some(Verdict::NotYet);
        }
        None
    }

    /// Takes the verdict of all open moves to be *not yet*.
    #[inline(always)]
    pub(super) const fn close(&mut self) {
        if self.count > 0 {
            self.some_not_yet = true;
        }
    }

    /// The verdict of the node.
    #[inline(always)]
    pub(super) const fn verdict(&self) -> Verdict {
        match self.decided() {
            Some(verdict) => verdict,
            None if self.is_or => {
                if self.some_not_yet {
                    Verdict::NotYet
                } else {
                    Verdict::Never
                }
            }
            None => Verdict::Yes,
        }
    }

    #[inline(always)]
    pub(super) fn sort(&mut self) {
        self.open[..self.count].sort_unstable_by_key(|a_move| -a_move.order);
    }
}
