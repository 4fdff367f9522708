//! Kalah made ready for analysis.

use crate::analysis::game::{EvaluatedGame, ProbedTablebase, UNITS_PER_SEED};
use crate::kalah_estimate::KalahEstimate;
use mancala_endgame::{RulesDiffer, Tablebase};
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_position::{Game, Step, row};
use std::sync::Arc;

/// The worth of an extra turn in quiescence and in the order of moves, in score units.
pub(super) const AGAIN: i32 = 2 * UNITS_PER_SEED;

/// Odd factors that spread a position over all bits of its key: 2^64 divided by the golden ratio,
/// and two of the finaliser of SplitMix64.
pub(super) const KEY_FACTORS: [u64; 3] = [
    0x9e37_79b9_7f4a_7c15,
    0xbf58_476d_1ce4_e5b9,
    0x94d0_49bb_1331_11eb,
];

/// Kalah with an evaluation. Scores are among the seeds on the board: positions carry no stores.
pub struct EvaluatedKalah<G> {
    rules: G,
    estimate: KalahEstimate,
    tablebase: ProbedTablebase<KalahPosition>,
    expected: KalahRules,
}

impl<G: Game<Position = KalahPosition>> EvaluatedKalah<G> {
    /// The game in the form that plays (see [`with_kalah`](mancala_position::kalah::with_kalah)),
    /// which must be that of the rules.
    #[must_use]
    pub fn new(game: G, rules: &KalahRules) -> Self {
        Self {
            rules: game,
            estimate: KalahEstimate::new(rules.pits()),
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
        tablebase: Arc<dyn Tablebase<KalahPosition>>,
    ) -> Result<Self, RulesDiffer> {
        tablebase.check_rules(&self.expected)?;
        Ok(Self {
            tablebase: ProbedTablebase::new(tablebase),
            ..self
        })
    }
}

impl<G: Game<Position = KalahPosition>> EvaluatedGame for EvaluatedKalah<G> {
    type Position = KalahPosition;
    type Rules = G;

    #[inline(always)]
    fn rules(&self) -> &G {
        &self.rules
    }

    #[inline(always)]
    fn key(&self, position: &KalahPosition) -> u64 {
        let own = position.own_row().wrapping_mul(KEY_FACTORS[0]);
        let opponent = position.opponent_row().wrapping_mul(KEY_FACTORS[1]);
        let mut key = own ^ opponent.rotate_left(32);
        key ^= key >> 29;
        key = key.wrapping_mul(KEY_FACTORS[2]);
        key ^ key >> 32
    }

    #[inline(always)]
    fn evaluate(&self, position: &KalahPosition) -> i32 {
        let most = UNITS_PER_SEED * position.seeds() as i32;
        self.estimate.value(position).clamp(-most, most)
    }

    #[inline(always)]
    fn terminal_score(&self, position: &KalahPosition) -> i32 {
        UNITS_PER_SEED * self.rules.outcome(position).unwrap_or(0)
    }

    #[inline(always)]
    fn tablebase_score(&self, position: &KalahPosition) -> Option<i32> {
        if position.seeds() > self.tablebase.most_seeds() || self.rules.is_finished(position) {
            return None;
        }
        Some(UNITS_PER_SEED * self.tablebase.probe(position)?)
    }

    fn has_tablebase_error(&self) -> bool {
        self.tablebase.has_error()
    }

    fn take_tablebase_error(&mut self) -> Option<mancala_endgame::Error> {
        self.tablebase.take_error()
    }

    #[inline(always)]
    fn step_score(&self, step: &Step<KalahPosition>) -> i32 {
        UNITS_PER_SEED * step.gain
    }

    #[inline(always)]
    fn lead(&self, _position: &KalahPosition) -> i32 {
        0
    }

    #[inline(always)]
    fn tactical_gain(&self, _before: &KalahPosition, step: &Step<KalahPosition>) -> i32 {
        // A seed in the store by the way is nothing loud; a capture brings two or more.
        let again = if step.again { AGAIN } else { 0 };
        UNITS_PER_SEED * (step.gain - 1) + again
    }

    #[inline(always)]
    fn history_index(&self, position: &KalahPosition, pit: u32) -> usize {
        (pit * 32 + row::get(position.own_row(), pit).min(31)) as usize
    }

    #[inline(always)]
    fn is_reversible(&self, _step: &Step<KalahPosition>) -> bool {
        false
    }
}
