//! The guarantees of a board from those of its successors.

use crate::guarantees::Guarantees;
use mancala_position::toguz::{Toguz, ToguzPosition, ToguzRules, ToguzState};
use mancala_position::{Game, Side, Step};
use std::cell::Cell;

/// The rules by which guarantees are computed: play goes on when a kazan has passed half.
pub(crate) struct Play {
    rules: ToguzRules,
    game: Toguz,
}

impl Play {
    pub(crate) fn new(rules: &ToguzRules) -> Self {
        let rules = ToguzRules {
            stop_at_majority: false,
            ..*rules
        };
        Self {
            rules,
            game: Toguz::new(&rules),
        }
    }

    /// The value of a board, if `look_up` gives the values of its successors for the player who is
    /// to move in them.
    #[inline(always)]
    pub(crate) fn evaluate(
        &self,
        board: &ToguzPosition,
        look_up: impl Fn(&ToguzPosition) -> Guarantees,
    ) -> Guarantees {
        if !self.game.moves(board).is_empty() {
            return self.best(board, look_up);
        }
        let moved_for = ToguzState::new(&self.rules, *board, Side::First).position();
        if moved_for.is_extra_move() {
            self.best(&moved_for, look_up).turned()
        } else {
            Guarantees {
                mover: 0,
                opponent: board.balls(),
            }
        }
    }

    /// The same if `look_up` may fail.
    pub(crate) fn try_evaluate<E>(
        &self,
        board: &ToguzPosition,
        look_up: impl Fn(&ToguzPosition) -> Result<Guarantees, E>,
    ) -> Result<Guarantees, E> {
        let failed = Cell::new(None);
        let worth = self.evaluate(board, |next| {
            look_up(next).unwrap_or_else(|error| {
                failed.set(Some(error));
                Guarantees::default()
            })
        });
        failed.into_inner().map_or(Ok(worth), Err)
    }

    /// The value of a move of a board for its player and for the other.
    pub(crate) fn worth(
        &self,
        board: &ToguzPosition,
        hole: u32,
        look_up: impl Fn(&ToguzPosition) -> Guarantees,
    ) -> Guarantees {
        Self::after(&self.game.play_unchecked(board, hole), &look_up)
    }

    /// Every legal move with what it is worth to the player who makes it and to the other.
    pub(crate) fn each_move(
        &self,
        board: &ToguzPosition,
        look_up: impl Fn(&ToguzPosition) -> Guarantees,
    ) -> Vec<(u32, Guarantees)> {
        let moves = self.game.moves(board);
        moves
            .iter()
            .map(|hole| (hole, self.worth(board, hole, &look_up)))
            .collect()
    }

    /// The same if `look_up` may not know a successor, or fail; `None` if there is one that it does
    /// not know.
    pub(crate) fn try_each_move<E>(
        &self,
        board: &ToguzPosition,
        look_up: impl Fn(&ToguzPosition) -> Result<Option<Guarantees>, E>,
    ) -> Result<Option<Vec<(u32, Guarantees)>>, E> {
        let outcome = Cell::new(Ok(true));
        let moves = self.each_move(board, |next| match look_up(next) {
            Ok(Some(worth)) => worth,
            other => {
                outcome.set(other.map(|_| false));
                Guarantees::default()
            }
        });
        Ok(outcome.into_inner()?.then_some(moves))
    }

    #[inline(always)]
    fn best(
        &self,
        position: &ToguzPosition,
        look_up: impl Fn(&ToguzPosition) -> Guarantees,
    ) -> Guarantees {
        let mut best = Guarantees {
            mover: 0,
            opponent: u32::MAX,
        };
        for hole in self.game.moves(position) {
            let worth = Self::after(&self.game.play_unchecked(position, hole), &look_up);
            best.mover = best.mover.max(worth.mover);
            best.opponent = best.opponent.min(worth.opponent);
        }
        best
    }

    /// The value of a move, with the balls that it puts into the kazans, which were empty.
    #[inline(always)]
    fn after(
        step: &Step<ToguzPosition>,
        look_up: &impl Fn(&ToguzPosition) -> Guarantees,
    ) -> Guarantees {
        let next = &step.position;
        if step.again {
            // The other player is stuck: the board is known as his.
            let worth = look_up(&next.turned()).turned();
            Guarantees {
                mover: next.own_kazan() + worth.mover,
                opponent: next.opponent_kazan() + worth.opponent,
            }
        } else {
            let worth = look_up(next);
            Guarantees {
                mover: next.opponent_kazan() + worth.opponent,
                opponent: next.own_kazan() + worth.mover,
            }
        }
    }
}
