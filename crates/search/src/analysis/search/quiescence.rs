//! Quiescence search: below depth 1 captures and tuzdiks are played out until the position is quiet
//! enough to be evaluated.

use super::history::MAX_PLIES;
use super::move_picker::{MovePicker, Successor};
use super::worker::SearchWorker;
use crate::analysis::game::EvaluatedGame;

impl<G: EvaluatedGame> SearchWorker<'_, G> {
    /// The score of a position in which the mover may stop at any time and take the evaluation
    /// ("stand pat").
    pub(super) fn quiesce(
        &mut self,
        position: &G::Position,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if let Some(score) = self.enter_or_score(position, ply) {
            return score;
        }
        let game = self.game;
        let static_eval = game.evaluate(position);
        if static_eval >= beta || ply >= MAX_PLIES || !self.features.quiescence {
            return static_eval;
        }
        let mut best = static_eval;
        alpha = alpha.max(static_eval);
        let margin = self.params.quiescence_margin;
        let mut picker = MovePicker::new(game, position, |candidate| {
            let gain = candidate.gain;
            (gain > 0 && static_eval + gain + margin > alpha).then_some(gain)
        });
        while let Some(picked) = picker.next(game, position) {
            let Successor { step, .. } = Successor::new(game, position, picked);
            let next = &step.position;
            let step_score = game.step_score(&step);
            let score = if step.again {
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
