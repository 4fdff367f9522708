//! A board with its stores and the side to move, as in a game that is played or written down.

use super::position::KalahPosition;
use super::rules::{End, KalahRules, Leftover};
use crate::error::PositionError;
use crate::game::Game;
use crate::moves::IllegalMove;
use crate::row;
use crate::side::Side;

/// The most seeds that a store may hold at first: more than any game needs, and so few that sums
/// and differences of stores fit 32 bits with a sign.
pub const MAX_STORE: u32 = 1_000_000_000;

/// A board with its stores and the side to move: what notation writes and a game record needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KalahState {
    position: KalahPosition,
    stores: [u32; 2],
    to_move: Side,
}

impl KalahState {
    /// South to move, empty stores.
    #[must_use]
    pub const fn new(position: KalahPosition) -> Self {
        Self {
            position,
            stores: [0, 0],
            to_move: Side::First,
        }
    }

    /// A board with the stores, South's first, and the side to move, by whom the board is seen.
    ///
    /// # Errors
    ///
    /// [`PositionError::Store`] if a store holds more than [`MAX_STORE`] seeds.
    pub fn with_stores(
        position: KalahPosition,
        stores: [u32; 2],
        to_move: Side,
    ) -> Result<Self, PositionError> {
        match stores.into_iter().find(|&store| store > MAX_STORE) {
            Some(found) => Err(PositionError::Store {
                found,
                most: MAX_STORE,
            }),
            None => Ok(Self {
                position,
                stores,
                to_move,
            }),
        }
    }

    /// The board seen by the side to move.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> KalahPosition {
        self.position
    }

    /// The stores: South's, then North's.
    #[inline]
    #[must_use]
    pub const fn stores(&self) -> [u32; 2] {
        self.stores
    }

    /// The side to move; South is [`Side::First`].
    #[inline]
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// The board seen by South.
    #[must_use]
    pub const fn south_view(&self) -> KalahPosition {
        match self.to_move {
            Side::First => self.position,
            Side::Second => self.position.turned(),
        }
    }

    /// Plays a move, stores and side to move included. Seeds left at the end stay on the board; see
    /// [`KalahState::final_stores`]. A store that would pass [`u32::MAX`] stays there.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not legal.
    pub fn play(&self, rules: &KalahRules, pit: u32) -> Result<Self, IllegalMove> {
        rules.moves(&self.position).check(pit)?;
        Ok(self.play_unchecked(rules, pit))
    }

    /// [`KalahState::play`] for a move that the caller knows to be legal. For any other the state
    /// is unspecified, as for [`Game::play_unchecked`].
    #[must_use]
    pub fn play_unchecked(&self, rules: &KalahRules, pit: u32) -> Self {
        let step = rules.play_unchecked(&self.position, pit);
        let mut stores = self.stores;
        let store = &mut stores[self.to_move.index()];
        *store = store.saturating_add(step.gain.unsigned_abs());
        let to_move = if step.again {
            self.to_move
        } else {
            self.to_move.other()
        };
        Self {
            position: step.position,
            stores,
            to_move,
        }
    }

    /// Whether the game is finished by these rules, and would go on if it ended on turn:
    /// [`End::OnTurn`].
    #[must_use]
    pub fn goes_on_if_on_turn(&self, rules: &KalahRules) -> bool {
        let is_finished = rules.is_finished(&self.position);
        is_finished && rules.end == End::AtOnce && self.position.own_row() != 0
    }

    /// The stores with the seeds left on the board shared out, once the game is finished; each at
    /// most [`u32::MAX`].
    #[must_use]
    pub fn final_stores(&self, rules: &KalahRules) -> Option<[u32; 2]> {
        if !rules.is_finished(&self.position) {
            return None;
        }
        let view = self.south_view();
        let (south, north) = (row::sum(view.own), row::sum(view.opponent));
        let shares = match rules.leftover {
            Leftover::Owner => [south, north],
            Leftover::Nobody => [0, 0],
            // At most one row holds seeds, and they go to the player of the other.
            Leftover::Emptied => [north, south],
        };
        Some([0, 1].map(|player| self.stores[player].saturating_add(shares[player])))
    }
}
