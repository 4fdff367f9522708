//! Below the last ply: captures and tuzdiks are played out, until the position is quiet enough to be static_eval.

use super::history::MAX_PLIES;
use super::move_picker::{MovePicker, Successor};
use super::worker::SearchWorker;
use crate::analysis::game::EvaluatedGame;
use crate::analysis::game::score;

/// A capture that leaves the mover further below the window than this, in grains, is not tried.
const HOPELESS: i32 = 6 * score::UNITS_PER_SEED;

impl<G: EvaluatedGame> SearchWorker<'_, G> {
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
        let static_eval = game.evaluate(position);
        if static_eval >= beta || ply >= MAX_PLIES || !self.features.quiescence {
            return static_eval;
        }
        let mut best = static_eval;
        alpha = alpha.max(static_eval);
        let mut choices = MovePicker::new(game, position, |choice| {
            let stake = choice.stake;
            (stake > 0 && static_eval + stake + HOPELESS > alpha).then_some(stake)
        });
        while let Some(choice) = choices.next(game, position) {
            let item = Successor::new(game, position, choice);
            let next = &item.step.position;
            let step_score = game.step_score(&item.step);
            let score = if item.step.again {
                step_score + self.quiesce(next, alpha - step_score, beta - step_score, ply + 1)
            } else {
                step_score - self.quiesce(next, step_score - beta, step_score - alpha, ply + 1)
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
