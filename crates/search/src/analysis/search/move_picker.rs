//! The moves of a node, best first; each is played only when it is picked.

use crate::analysis::game::{EvaluatedGame, MAX_MOVES};
use mancala_position::{Game, Step};

/// A move that has not been played.
#[derive(Clone, Copy)]
pub(super) struct PickedMove {
    pub(super) pit: u32,
    /// Its index in the histories.
    pub(super) history: usize,
    /// Its tactical gain, in score units: above 0 unless the move is quiet.
    pub(super) gain: i32,
}

impl PickedMove {
    /// Whether neither seeds nor a turn are to be gained.
    #[inline(always)]
    pub(super) const fn is_quiet(self) -> bool {
        self.gain <= 0
    }
}

/// A move and the position that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Successor<P> {
    pub(super) picked: PickedMove,
    pub(super) step: Step<P>,
}

impl<P: Copy> Successor<P> {
    /// Plays a move.
    #[inline(always)]
    pub(super) fn new<G: EvaluatedGame<Position = P>>(
        game: &G,
        position: &P,
        picked: PickedMove,
    ) -> Self {
        Self {
            picked,
            step: game.rules().play_unchecked(position, picked.pit),
        }
    }
}

/// The low bits of an order, which name the pit.
const PIT_BITS: u32 = 4;
const PIT_MASK: i32 = (1 << PIT_BITS) - 1;

/// The largest order that a move may have.
pub(super) const FIRST: i32 = i32::MAX >> PIT_BITS;

/// Marks a move that is left out or has been picked.
const NEVER: i32 = i32::MIN;

/// Picks the moves of a position one by one, the best first.
pub(super) struct MovePicker {
    /// The order of each pit, with the pit in the low bits, so that of equal ones the first is
    /// picked first.
    orders: [i32; MAX_MOVES],
    gains: [i32; MAX_MOVES],
}

impl MovePicker {
    /// The moves of an unfinished position to which `order` gives an order, no larger than
    /// [`FIRST`]; the largest is picked first.
    #[inline(always)]
    pub(super) fn new<G: EvaluatedGame>(
        game: &G,
        position: &G::Position,
        mut order: impl FnMut(PickedMove) -> Option<i32>,
    ) -> Self {
        let gains = game.tactical_gains(position);
        let mut orders = [NEVER; MAX_MOVES];
        for pit in game.rules().moves(position) {
            let candidate = PickedMove {
                pit,
                history: game.history_index(position, pit),
                gain: gains[pit as usize],
            };
            if let Some(order) = order(candidate) {
                orders[pit as usize] = order << PIT_BITS | (PIT_MASK - pit as i32);
            }
        }
        Self { orders, gains }
    }

    /// Picks the best of the moves that are left.
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
            history: game.history_index(position, pit),
            gain: self.gains[place],
        })
    }
}
