//! The moves of a position, best first, each played when it is taken.

use crate::analysis::game::{EvaluatedGame, MAX_MOVES};
use mancala_position::{Game, Step};

/// A move before it is played.
#[derive(Clone, Copy)]
pub(super) struct PickedMove {
    pub(super) pit: u32,
    pub(super) kind: usize,
    /// What is at stake in it; more than 0 if it is not quiet.
    pub(super) stake: i32,
}

/// A move and where it leads.
#[derive(Clone, Copy)]
pub(super) struct Successor<P> {
    pub(super) choice: PickedMove,
    pub(super) step: Step<P>,
}

impl<P: Copy> Successor<P> {
    /// Plays a move.
    #[inline(always)]
    pub(super) fn new<G: EvaluatedGame<Position = P>>(
        game: &G,
        position: &P,
        choice: PickedMove,
    ) -> Self {
        Self {
            choice,
            step: game.rules().play_unchecked(position, choice.pit),
        }
    }
}

/// The bits of an order that name the pit.
const PIT_BITS: u32 = 4;
const PIT_MASK: i32 = (1 << PIT_BITS) - 1;

/// The largest order that a move may have.
pub(super) const FIRST: i32 = i32::MAX >> PIT_BITS;

/// A move that is not to be taken, or has been.
const NEVER: i32 = i32::MIN;

/// The moves of a position, taken one by one from the best on.
pub(super) struct MovePicker {
    /// How early each pit is to be taken, with the pit in the low bits, so that of equal ones the first comes first.
    orders: [i32; MAX_MOVES],
    stakes: [i32; MAX_MOVES],
}

impl MovePicker {
    /// All moves of an unfinished position that `order` gives an order to, no larger than [`FIRST`]; the largest comes first.
    #[inline(always)]
    pub(super) fn new<G: EvaluatedGame>(
        game: &G,
        position: &G::Position,
        mut order: impl FnMut(PickedMove) -> Option<i32>,
    ) -> Self {
        let stakes = game.tactical_gains(position);
        let mut orders = [NEVER; MAX_MOVES];
        for pit in game.rules().moves(position) {
            let choice = PickedMove {
                pit,
                kind: game.history_index(position, pit),
                stake: stakes[pit as usize],
            };
            if let Some(order) = order(choice) {
                orders[pit as usize] = order << PIT_BITS | (PIT_MASK - pit as i32);
            }
        }
        Self { orders, stakes }
    }

    /// Takes the best of those that are left.
    #[inline(always)]
    pub(super) fn next<G: EvaluatedGame>(
        &mut self,
        game: &G,
        position: &G::Position,
    ) -> Option<PickedMove> {
        let best = self.orders.into_iter().fold(NEVER, i32::max);
        if best == NEVER {
            return None;
        }
        let pit = (PIT_MASK - (best & PIT_MASK)).unsigned_abs();
        let place = (pit as usize).min(MAX_MOVES - 1);
        self.orders[place] = NEVER;
        Some(PickedMove {
            pit,
            kind: game.history_index(position, pit),
            stake: self.stakes[place],
        })
    }
}
