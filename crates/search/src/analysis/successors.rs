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
    pub(super) key: u64,
    pub(super) step: Step<P>,
    order: i32,
}

/// The successors of a position, taken one by one from the best on.
pub(super) struct Successors<P> {
    items: [Option<Successor<P>>; MOST],
    count: usize,
    taken: usize,
}

impl<P: Copy> Successors<P> {
    /// Plays all moves that `order` gives an order to; the largest comes first.
    #[inline(always)]
    pub(super) fn new<G: Judged<Position = P>>(
        game: &G,
        position: &P,
        mut order: impl FnMut(&Successor<P>) -> Option<i32>,
    ) -> Self {
        let mut all = Self {
            items: [None; MOST],
            count: 0,
            taken: 0,
        };
        let rules = game.rules();
        for pit in rules.moves(position) {
            let step = rules.play(position, pit);
            let mut item = Successor {
                pit,
                kind: game.kind(position, pit),
                stake: game.stake(position, &step),
                key: 0,
                step,
                order: 0,
            };
            if let Some(order) = order(&item) {
                item.order = order;
                all.items[all.count] = Some(item);
                all.count += 1;
            }
        }
        all
    }

    /// The best of those that are left.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<Successor<P>> {
        let rest = &mut self.items[self.taken..self.count];
        let mut best = 0;
        let order = |item: &Option<Successor<P>>| item.as_ref().map_or(i32::MIN, |item| item.order);
        for index in 1..rest.len() {
            if order(&rest[index]) > order(&rest[best]) {
                best = index;
            }
        }
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        self.taken += 1;
        rest[0]
    }
}
