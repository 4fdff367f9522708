//! The results of a search.

use crate::analysis::game::{UNITS_PER_SEED, score, winning_chance};
use std::time::Duration;

/// A line of play with its score.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The score as the search compares it, in score units
    /// ([`UNITS_PER_SEED`](crate::analysis::UNITS_PER_SEED)); a decided game adds
    /// [`WIN_BONUS`](crate::analysis::WIN_BONUS).
    pub score: i32,
    /// How many more of the seeds still on the board the side to move is expected to collect than
    /// the opponent, rounded.
    pub score_seeds: i32,
    /// The final margin of the game to be expected, in seeds, from the side to move: the same with
    /// the seeds that both have captured.
    pub margin_seeds: i64,
    /// The chance that the side to move wins, plus half of the chance of a draw; see
    /// [`winning_chance`].
    pub winning_chance: f64,
    /// The winner, if the search has seen the end of the game.
    pub outcome: Option<Outcome>,
    /// The moves, by pit from 0, the side to move's first.
    pub moves: Vec<u32>,
}

/// The result of a decided game for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It wins.
    Won,
    /// It loses.
    Lost,
}

impl Line {
    /// A line with its score. The side to move leads by `lead` seeds that scores contain, and by
    /// `store_lead` that they do not.
    pub(super) fn new(score: i32, lead: i32, store_lead: i64, moves: Vec<u32>) -> Self {
        let margin = score::seeds(score::margin(score));
        let limit = i32::MAX / UNITS_PER_SEED;
        let units = UNITS_PER_SEED
            * i32::try_from(store_lead)
                .unwrap_or(limit)
                .clamp(-limit, limit);
        Self {
            score,
            score_seeds: margin - lead,
            margin_seeds: i64::from(margin) + store_lead,
            winning_chance: winning_chance(score.saturating_add(units)),
            outcome: match score {
                _ if !score::is_decided(score) => None,
                1.. => Some(Outcome::Won),
                _ => Some(Outcome::Lost),
            },
            moves,
        }
    }
}

/// The results of a search so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SearchReport {
    /// The depth in plies that is finished for all lines.
    pub depth: u32,
    /// The greatest ply that was searched.
    pub selective_depth: u32,
    /// The best lines, best first; none if the game is over.
    pub lines: Vec<Line>,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// The part of the table that this search has filled, in thousandths.
    pub table_fill_permille: u32,
    /// Whether the scores are exact, because they come from the tablebase alone.
    pub proved: bool,
}

impl SearchReport {
    /// The best move, by pit from 0; `None` if the game is over.
    #[must_use]
    pub fn best(&self) -> Option<u32> {
        self.lines.first()?.moves.first().copied()
    }

    /// Nodes a second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        let nanos = self.elapsed.as_nanos();
        let rate = (u128::from(self.nodes) * 1_000_000_000).checked_div(nanos);
        rate.map_or(0, |rate| u64::try_from(rate).unwrap_or(u64::MAX))
    }
}
