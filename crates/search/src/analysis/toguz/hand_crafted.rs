//! The hand-written evaluation: kazans, tuzdiks, mobility, balls at risk and the move.

use super::evaluation::Evaluation;
use super::threats::ThreatDetector;
use mancala_position::row;
use mancala_position::toguz::{ToguzPosition, ToguzRules};

/// Sums up what a player of the game counts.
#[derive(Clone, Copy)]
pub struct HandCraftedEvaluation {
    detector: ThreatDetector,
    balls: u32,
}

impl HandCraftedEvaluation {
    /// For a game of the family.
    #[must_use]
    pub fn new(rules: &ToguzRules) -> Self {
        Self {
            detector: ThreatDetector::new(rules.holes(), rules.allows_tuzdik_in(1)),
            balls: rules.balls(),
        }
    }
}

impl Evaluation for HandCraftedEvaluation {
    #[inline(always)]
    fn evaluate(&self, position: &ToguzPosition) -> i32 {
        let [own, opponent] = [
            position.own_kazan() as i32,
            position.opponent_kazan() as i32,
        ];
        let on_board = self.balls as i32 - own - opponent;
        let has = |number: u32| i32::from(number != 0);
        let tuzdiks = has(position.own_tuzdik()) - has(position.opponent_tuzdik());
        let holes = position.holes();
        let [own_row, opponent_row, _] = position.words();
        let moves = |row: u64, ninth: u8| {
            let occupied = row::sum(row::occupied(row) >> 7) as i32;
            occupied + i32::from(ninth != 0)
        };
        let [mine, theirs] = self.detector.threats(position);
        let making = i32::from(mine.tuzdik) - i32::from(theirs.tuzdik);
        // The mover takes his best capture and saves himself from the opponent's best.
        16 * (own - opponent)
            + 2 * tuzdiks * on_board
            + 4 * (moves(own_row, holes[0][8]) - moves(opponent_row, holes[1][8]))
            + 2 * mine.best as i32
            - 8 * theirs.second as i32
            + 16 * making
    }
}
