//! Below the last ply: captures and tuzdiks are played out, until the position is quiet enough to be judged.

use super::history::MAX_PLIES;
use super::seeker::Seeker;
use super::successors::{Choices, Successor};
use crate::analysis::game::Judged;
use crate::analysis::game::score;

/// A capture that leaves the mover further below the window than this, in grains, is not tried.
const HOPELESS: i32 = 6 * score::GRAINS;

impl<G: Judged> Seeker<'_, G> {
    /// The score of a position where the mover may stop at any time and take the evaluation.
    pub(super) fn quiesce(
        &mut self,
        position: &G::Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if let Some(score) = self.enter_or_settle(position, ply) {
            return score;
        }
        let game = self.game;
        let judged = game.judge(position);
        if judged >= beta || ply >= MAX_PLIES || !self.features.quiescence {
            return judged;
        }
        let mut best = judged;
        alpha = alpha.max(judged);
        let mut choices = Choices::new(game, position, |choice| {
            let stake = choice.stake;
            (stake > 0 && judged + stake + HOPELESS > alpha).then_some(stake)
        });
        while let Some(choice) = choices.next(game, position) {
            let item = Successor::new(game, position, choice);
            let next = &item.step.position;
            let carried = game.carried(&item.step);
            let score = if item.step.again {
                carried + self.quiesce(next, alpha - carried, beta - carried, ply + 1)
            } else {
                carried - self.quiesce(next, carried - beta, carried - alpha, ply + 1)
            };
            if self.is_halted() {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        best
    }
}
