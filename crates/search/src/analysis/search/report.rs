//! What a search has found.

use crate::analysis::game::score;
use std::time::Duration;

/// A line of play with what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The score in grains, as the search compares it; see [`UNITS_PER_SEED`](crate::analysis::UNITS_PER_SEED) and [`WIN_BONUS`](crate::analysis::WIN_BONUS).
    pub score: i32,
    /// What the side to move is expected to collect more than the opponent of the seeds that are still on the board,
    /// rounded.
    pub score_seeds: i32,
    /// The same with what the position carries as captured already: the expected final margin of a game of the Toguz
    /// family. In Kalah, whose positions carry no stores, it is equal to `score_seeds`.
    pub margin_seeds: i32,
    /// Who wins, where the search has seen it; `None` while it is a matter of judgement.
    pub outcome: Option<Outcome>,
    /// The moves, by pit from 0, the side to move's first.
    pub moves: Vec<u32>,
}

/// How the game ends for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It wins.
    Won,
    /// It loses.
    Lost,
}

impl Line {
    /// A line with a score, in a position where the side to move leads by so many seeds.
    pub(super) fn new(score: i32, lead: i32, moves: Vec<u32>) -> Self {
        let margin_seeds = score::seeds(score::margin(score));
        Self {
            score,
            score_seeds: margin_seeds - lead,
            margin_seeds,
            outcome: match score {
                _ if !score::is_decided(score) => None,
                1.. => Some(Outcome::Won),
                _ => Some(Outcome::Lost),
            },
            moves,
        }
    }
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchReport {
    /// The depth in plies that is finished for all lines.
    pub depth: u32,
    /// The most plies that any line has been followed.
    pub selective_depth: u32,
    /// The best lines, best first; none if the game is over.
    pub lines: Vec<Line>,
    /// The nodes of all threads.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
    /// How much of the table is filled by this search, in thousandths.
    pub table_fill_permille: u32,
    /// Whether the scores are exact: they come from endgame values alone.
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
