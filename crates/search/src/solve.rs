//! Solving: the value of a position, of all its first turns, and a line of best play.

use crate::drivers::Driver;
use crate::error::SolveError;
use crate::estimate::Estimate;
use crate::kalah::SolvableKalah;
use crate::kernel::Setting;
use crate::options::SearchOptions;
use crate::oracle::Oracle;
use crate::solvable::Solvable;
use crate::table::{Table, TableMemory};
use crate::team::{Team, Together};
use mancala_endgame::Monitor;
use mancala_position::Game;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor, with_kalah};
use mancala_position::rank::BoardRanker;
use std::time::{Duration, Instant};

/// How to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveOptions {
    /// How the value is closed in upon.
    pub driver: Driver,
    /// The bytes of the transposition table.
    pub table_bytes: u64,
    /// How many threads prove the values of first turns. With one, the nodes are the same on every run and
    /// machine.
    pub threads: usize,
    /// Prove the value only, not those of the first turns, and find no line.
    pub value_only: bool,
    /// The parts of the search.
    pub search: SearchOptions,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            driver: Driver::default(),
            table_bytes: 256 << 20,
            threads: 1,
            value_only: false,
            search: SearchOptions::ALL,
        }
    }
}

/// A first turn and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnValue {
    /// The pits that are sown one after the other, by index from 0.
    pub pits: Vec<u32>,
    /// The value of the position if this turn is made: for the player who makes it, what the turn gains
    /// included.
    pub value: i32,
}

/// A solved position. Everything in it is proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The mover's seeds less the opponent's, with best play, among those on the board.
    pub value: i32,
    /// Every first turn, in the order of its pits; empty if only the value was asked for.
    pub turns: Vec<TurnValue>,
    /// A line of best play to the end of the game, one pit index for each sowing; empty if only the value was
    /// asked for.
    pub line: Vec<u32>,
    /// The positions that a move led to and that were looked at, drafts included.
    pub nodes: u64,
    /// Of these, the positions whose own moves were made.
    pub expanded: u64,
    /// The time that it took.
    pub elapsed: Duration,
    /// The proof rests on the oracle's values of positions with up to so many seeds; none where it had no oracle.
    pub oracle_seeds: Option<u32>,
}

impl Solution {
    /// What the pie rule makes of it: after the first turn the opponent may swap sides, so that the best first
    /// turn is the most even one. None if the turns' values are not there.
    #[must_use]
    pub fn pie_value(&self) -> Option<i32> {
        self.turns.iter().map(|turn| -turn.value.abs()).max()
    }
}

/// Solves a position.
///
/// # Errors
///
/// [`SolveError::RulesDiffer`] if the oracle is for other rules, [`SolveError::TableMemory`] if the table cannot
/// be had, [`SolveError::Oracle`] if the oracle fails on the way, [`SolveError::Interrupted`] if the monitor stops
/// it, [`SolveError::Threads`] if there are no threads.
pub fn solve<O: Oracle<KalahPosition>>(
    rules: &KalahRules,
    position: &KalahPosition,
    oracle: &O,
    options: &SolveOptions,
    monitor: &dyn Monitor,
) -> Result<Solution, SolveError> {
    if let Some(found) = oracle.rules_id()
        && found != rules.id()
    {
        return Err(SolveError::RulesDiffer {
            expected: rules.id(),
            found,
        });
    }
    let ranker = BoardRanker::new(rules.pits(), position.seeds());
    with_kalah(
        rules,
        Solver {
            rules,
            position,
            oracle,
            options,
            monitor,
            ranker: &ranker,
        },
    )
}

struct Solver<'a, O> {
    rules: &'a KalahRules,
    position: &'a KalahPosition,
    oracle: &'a O,
    options: &'a SolveOptions,
    monitor: &'a dyn Monitor,
    ranker: &'a BoardRanker,
}

/// What the drafts' table takes of the memory, for each thread, and the most that it takes.
const DRAFT_SHARE: u64 = 32;
const DRAFT_MOST: u64 = 8 << 20;

impl<O: Oracle<KalahPosition>> KalahVisitor for Solver<'_, O> {
    type Output = Result<Solution, SolveError>;

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Result<Solution, SolveError> {
        let begin = Instant::now();
        let estimate = Estimate::new(self.rules.pits());
        let game = SolvableKalah::new(game, self.rules, self.ranker, &estimate);
        let threads = self.options.threads.max(1);
        let draft_bytes = (self.options.table_bytes / DRAFT_SHARE).min(DRAFT_MOST);
        let all_drafts = draft_bytes.saturating_mul(threads as u64);
        let mut memory = TableMemory::new(self.options.table_bytes.saturating_sub(all_drafts))?;
        let table = Table::new(&mut memory, game.rank_bits());
        let together = Together::new(self.monitor);
        let team = Team {
            setting: Setting {
                game,
                oracle: self.oracle,
                table: &table,
                hints: None,
                options: self.options.search,
                monitor: &together,
            },
            together: &together,
            driver: self.options.driver,
            threads,
            draft_bytes,
        };
        let mut solution = team.solve(self.position, self.options.value_only)?;
        solution.elapsed = begin.elapsed();
        Ok(solution)
    }
}
