//! A game of the Toguz family made ready for analysis.

use super::evaluation::Evaluation;
use super::standard_evaluation::StandardEvaluation;
use crate::analysis::game::score::DRAWN;
use crate::analysis::game::{EvaluatedGame, MAX_MOVES, ProbedTablebase, UNITS_PER_SEED, WIN_BONUS};
use mancala_endgame::{RulesDiffer, Tablebase};
use mancala_position::toguz::{Toguz, ToguzPosition, ToguzRules};
use mancala_position::{Game, Step};
use std::sync::Arc;

/// The worth of a new tuzdik in the order of moves, in score units.
const TUZDIK: i32 = 12 * UNITS_PER_SEED;

/// A game of the Toguz family with an evaluation. Scores are of the whole game: positions carry
/// their kazans.
pub struct EvaluatedToguz<E = StandardEvaluation> {
    rules: Toguz,
    evaluation: E,
    balls: u32,
    /// The bonus of a decided game; 0 where the rules play on.
    won: i32,
    tablebase: ProbedTablebase<ToguzPosition>,
    expected: ToguzRules,
}

impl EvaluatedToguz {
    /// The game of the rules with its standard evaluation.
    #[must_use]
    pub fn new(rules: &ToguzRules) -> Self {
        Self::with_evaluation(rules, StandardEvaluation::new(rules))
    }
}

impl<E: Evaluation> EvaluatedToguz<E> {
    /// The game of the rules with an evaluation.
    #[must_use]
    pub fn with_evaluation(rules: &ToguzRules, evaluation: E) -> Self {
        Self {
            rules: Toguz::new(rules),
            evaluation,
            balls: rules.balls(),
            won: if rules.stop_at_majority { WIN_BONUS } else { 0 },
            tablebase: ProbedTablebase::none(),
            expected: *rules,
        }
    }

    /// The same with values that are known exactly.
    ///
    /// # Errors
    ///
    /// [`RulesDiffer`] if they are those of other rules.
    pub fn with_tablebase(
        self,
        tablebase: Arc<dyn Tablebase<ToguzPosition>>,
    ) -> Result<Self, RulesDiffer> {
        tablebase.check_rules(&self.expected)?;
        Ok(Self {
            tablebase: ProbedTablebase::new(tablebase),
            ..self
        })
    }

    #[inline(always)]
    fn on_board(&self, position: &ToguzPosition) -> u32 {
        self.balls - position.own_kazan() - position.opponent_kazan()
    }

    /// The balls that the mover and the opponent are sure to have in the end, if that is known.
    #[inline(always)]
    fn sure(&self, position: &ToguzPosition) -> Option<[u32; 2]> {
        if self.on_board(position) > self.tablebase.most_seeds() {
            return None;
        }
        let known = self.tablebase.probe(position)?;
        Some([
            position.own_kazan() + known.mover,
            position.opponent_kazan() + known.opponent,
        ])
    }

    /// The score of a game that ends with these kazans, whatever is left over.
    #[inline(always)]
    fn result(&self, own: u32, opponent: u32) -> i32 {
        let margin = UNITS_PER_SEED * (own as i32 - opponent as i32);
        let half = self.balls / 2;
        if own > half {
            self.won + margin
        } else if opponent > half {
            margin - self.won
        } else {
            DRAWN
        }
    }
}

impl<E: Evaluation> EvaluatedGame for EvaluatedToguz<E> {
    type Position = ToguzPosition;
    type Rules = Toguz;

    #[inline(always)]
    fn rules(&self) -> &Toguz {
        &self.rules
    }

    #[inline(always)]
    fn key(&self, position: &ToguzPosition) -> u64 {
        let [own, opponent, tail] = position.words();
        let mut key = own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ opponent.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(32)
            ^ tail.wrapping_mul(0xd6e8_feb8_6659_fd93).rotate_left(17);
        key ^= key >> 29;
        key = key.wrapping_mul(0x94d0_49bb_1331_11eb);
        key ^ key >> 32
    }

    #[inline(always)]
    fn evaluate(&self, position: &ToguzPosition) -> i32 {
        self.evaluation.evaluate(position)
    }

    fn stability_margin(&self) -> i32 {
        self.evaluation.stability_margin()
    }

    #[inline(always)]
    fn terminal_score(&self, position: &ToguzPosition) -> i32 {
        let rest = self.rules.outcome(position).unwrap_or(0).unsigned_abs();
        self.result(position.own_kazan(), position.opponent_kazan() + rest)
    }

    #[inline(always)]
    fn tablebase_score(&self, position: &ToguzPosition) -> Option<i32> {
        let [own, opponent] = self.sure(position)?;
        let half = self.balls / 2;
        // Balls that nobody is sure of count as the loser's: that is what minimax keeps from move
        // to move.
        Some(if own > half {
            self.result(own, self.balls - own)
        } else if opponent > half {
            self.result(self.balls - opponent, opponent)
        } else {
            DRAWN
        })
    }

    fn has_tablebase_error(&self) -> bool {
        self.tablebase.has_error()
    }

    fn take_tablebase_error(&mut self) -> Option<mancala_endgame::Error> {
        self.tablebase.take_error()
    }

    fn guarantee_lead(&self, position: &ToguzPosition) -> i32 {
        match self.sure(position) {
            Some([own, opponent]) if own.max(opponent) <= self.balls / 2 => {
                own as i32 - opponent as i32
            }
            _ => 0,
        }
    }

    #[inline(always)]
    fn step_score(&self, _step: &Step<ToguzPosition>) -> i32 {
        0
    }

    #[inline(always)]
    fn lead(&self, position: &ToguzPosition) -> i32 {
        position.own_kazan() as i32 - position.opponent_kazan() as i32
    }

    #[inline(always)]
    fn tactical_gain(&self, before: &ToguzPosition, step: &Step<ToguzPosition>) -> i32 {
        let after = &step.position;
        let tuzdiks = after.own_tuzdik() + after.opponent_tuzdik();
        let makes = tuzdiks != before.own_tuzdik() + before.opponent_tuzdik();
        // A ball that falls into a tuzdik by the way is nothing loud; a capture brings two or more.
        UNITS_PER_SEED * (step.gain - 1) + if makes { TUZDIK } else { 0 }
    }

    #[inline(always)]
    fn tactical_gains(&self, position: &ToguzPosition) -> [i32; MAX_MOVES] {
        let preview = self.rules.preview_moves(position);
        let mut gains = [0; MAX_MOVES];
        for (gain, preview) in gains.iter_mut().zip(preview.gains) {
            *gain = UNITS_PER_SEED * (preview - 1);
        }
        if preview.tuzdiks != 0 {
            for (hole, gain) in gains.iter_mut().enumerate() {
                *gain += if preview.tuzdiks >> hole & 1 == 1 {
                    TUZDIK
                } else {
                    0
                };
            }
        }
        gains
    }

    #[inline(always)]
    fn history_index(&self, position: &ToguzPosition, pit: u32) -> usize {
        (pit * 32 + position.own_hole(pit).min(31)) as usize
    }

    #[inline(always)]
    fn is_reversible(&self, step: &Step<ToguzPosition>) -> bool {
        let position = &step.position;
        step.gain == 0 && !step.again && position.own_tuzdik() + position.opponent_tuzdik() == 0
    }
}
