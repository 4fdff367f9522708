//! Kalah as the proof search needs it: ranks, bounds and estimates.

use super::search::Solvable;
use crate::bounds::Bounds;
use crate::kalah_estimate::KalahEstimate;
use mancala_position::kalah::{Capture, ExtraTurn, KalahPosition, KalahRules};
use mancala_position::rank::BoardRanker;
use mancala_position::{Game, Moves, Step, row};

/// The rules of Kalah with the ranks, bounds and estimates of the proof search.
#[derive(Clone, Copy)]
pub(crate) struct SolvableKalah<'r, G> {
    game: G,
    ranker: &'r BoardRanker,
    pit_values: &'r KalahEstimate,
    /// Byte `i` is 128 less the sowing distance of pit `i` to the store: the sum with the seeds of
    /// the pit has the top bit if they reach the store.
    reach: u64,
    pits: u32,
    step: i32,
    /// Whether a last seed in an empty pit always goes to the store (`capture=empty`).
    always_captures: bool,
    /// Whether a last seed in the store gives another move.
    has_extra_turns: bool,
}

impl<'r, G: Game<Position = KalahPosition>> SolvableKalah<'r, G> {
    pub(crate) fn new(
        game: G,
        rules: &KalahRules,
        ranker: &'r BoardRanker,
        pit_values: &'r KalahEstimate,
    ) -> Self {
        let pits = rules.pits();
        Self {
            game,
            ranker,
            pit_values,
            reach: (0..pits).fold(0, |reach, pit| {
                reach | u64::from(128 - (pits - pit)) << (8 * pit)
            }),
            pits,
            step: if rules.shares_out_all_seeds() { 2 } else { 1 },
            always_captures: rules.capture == Capture::Empty,
            has_extra_turns: rules.extra_turn == ExtraTurn::On,
        }
    }

    /// A number of seeds that the mover can certainly put in his store before the opponent moves.
    #[inline(always)]
    fn certain_gain(&self, own: u64) -> u32 {
        const TOP: u64 = 0x8080_8080_8080_8080;
        // Pits whose seeds reach the store, as the top bit of each byte; more than 127 seeds have
        // it already.
        let reaching = (((own & !TOP) + self.reach) | own) & TOP;
        // Pits whose last seed falls in the store: their sums are exactly 128.
        if !self.has_extra_turns {
            // One move, which reaches the store or ends in an empty pit and captures.
            return u32::from(reaching != 0 || (self.always_captures && own != 0));
        }
        let sums = (own & !TOP) + self.reach;
        let exact_difference = (sums ^ TOP) | (own & TOP);
        let exact = !row::occupied(exact_difference) & TOP & (u64::MAX >> (64 - 8 * self.pits));
        let mut gain = exact.count_ones() + u32::from(reaching & !exact != 0);
        if self.always_captures && reaching & !exact == 0 && own != 1 << (8 * (self.pits - 1)) {
            gain += 1;
        }
        gain
    }
}

impl<G: Game<Position = KalahPosition>> Game for SolvableKalah<'_, G> {
    type Position = KalahPosition;

    #[inline(always)]
    fn moves(&self, position: &KalahPosition) -> Moves {
        self.game.moves(position)
    }

    #[inline(always)]
    fn play_unchecked(&self, position: &KalahPosition, pit: u32) -> Step<KalahPosition> {
        self.game.play_unchecked(position, pit)
    }

    #[inline(always)]
    fn is_finished(&self, position: &KalahPosition) -> bool {
        self.game.is_finished(position)
    }

    #[inline(always)]
    fn outcome(&self, position: &KalahPosition) -> Option<i32> {
        self.game.outcome(position)
    }

    #[inline(always)]
    fn seeds(&self, position: &KalahPosition) -> u32 {
        self.game.seeds(position)
    }
}

impl<G: Game<Position = KalahPosition>> Solvable for SolvableKalah<'_, G> {
    fn rank_bits(&self) -> u32 {
        (u64::BITS - (self.ranker.count() - 1).leading_zeros()).max(1)
    }

    #[inline(always)]
    fn rank(&self, position: &KalahPosition) -> Option<u64> {
        (position.seeds() <= self.ranker.most_seeds()).then(|| {
            self.ranker
                .rank(position.own_row(), position.opponent_row())
        })
    }

    #[inline(always)]
    fn step(&self) -> i32 {
        self.step
    }

    #[inline(always)]
    fn bounds(&self, position: &KalahPosition, seeds: u32) -> Bounds {
        Bounds {
            lower: 2 * self.certain_gain(position.own_row()) as i32 - seeds as i32,
            upper: seeds as i32,
        }
    }

    #[inline(always)]
    fn placement(&self, pit: u32, after: &Step<KalahPosition>) -> i32 {
        // These weights gave the fewest nodes; docs/search.md has the table.
        const REPLY: i32 = 12;
        const PIT: i32 = 8;
        const CAPTURE: i32 = 32;
        let replies = self.game.moves(&after.position).bits().count_ones() as i32;
        let capture = i32::from(after.gain > 1);
        PIT * pit as i32
            - self.pit_values.balance(&after.position)
            - REPLY * replies
            - CAPTURE * capture
    }

    #[inline(always)]
    fn estimate(&self, position: &KalahPosition, seeds: u32) -> i32 {
        let seeds = seeds as i32;
        let sixteenths = self
            .pit_values
            .value(position)
            .clamp(-16 * seeds, 16 * seeds);
        // The nearest value that is a whole number of steps above -seeds.
        let step = self.step();
        (sixteenths + 16 * seeds + 8 * step) / (16 * step) * step - seeds
    }
}
