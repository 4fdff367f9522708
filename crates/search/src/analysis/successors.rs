//! The moves of a position with what they lead to, best first.

use super::judged::Judged;
use mancala_position::{Game, Step};

/// No board has more pits a side.
const MOST: usize = 9;

/// A move and where it leads.
#[derive(Clone, Copy)]
pub(super) struct Successor<P> {
    pub(super) pit: u32,
    pub(super) kind: usize,
    /// What is at stake in it; more than 0 if it is not quiet.
    pub(super) stake: i32,
    pub(super) step: Step<P>,
}

/// The successors of a position, taken one by one from the best on.
pub(super) struct Successors<P> {
    items: [Successor<P>; MOST],
    /// How early each is to be taken; [`i32::MIN`] if it has been.
    orders: [i32; MOST],
    count: usize,
}

impl<P: Copy + Default> Successors<P> {
    /// Plays all moves that `order` gives an order to; the largest comes first.
    #[inline(always)]
    pub(super) fn new<G: Judged<Position = P>>(
        game: &G,
        position: &P,
        mut order: impl FnMut(&Successor<P>) -> Option<i32>,
    ) -> Self {
        let nothing = Successor {
            pit: 0,
            kind: 0,
            stake: 0,
            step: Step {
                position: P::default(),
                gain: 0,
                again: false,
            },
        };
        let mut all = Self {
            items: [nothing; MOST],
            orders: [i32::MIN; MOST],
            count: 0,
        };
        let rules = game.rules();
        for pit in rules.moves(position) {
            let step = rules.play(position, pit);
            let item = Successor {
                pit,
                kind: game.kind(position, pit),
                stake: game.stake(position, &step),
                step,
            };
            if let Some(order) = order(&item) {
                all.items[all.count] = item;
                all.orders[all.count] = order;
                all.count += 1;
            }
        }
        all
    }

    /// The place of the best of those that are left.
    #[inline(always)]
    fn best(&self) -> Option<usize> {
        let mut best = None;
        let mut most = i32::MIN;
        for (index, &order) in self.orders[..self.count].iter().enumerate() {
            if order > most {
                most = order;
                best = Some(index);
            }
        }
        best
    }

    /// Takes the best of those that are left.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<&Successor<P>> {
        let best = self.best()?;
        self.orders[best] = i32::MIN;
        Some(&self.items[best])
    }

    /// The one that will be taken next.
    #[inline(always)]
    pub(super) fn peek(&self) -> Option<&Successor<P>> {
        Some(&self.items[self.best()?])
    }
}
