//! Solving: the value of a position, of all its first turns, and a line of best play.

use crate::bounds::Bounds;
use crate::drivers::{Driver, Unfinished, prove};
use crate::error::SolveError;
use crate::kalah::SolvableKalah;
use crate::kernel::{Halt, Kernel};
use crate::line::best_line;
use crate::options::SearchOptions;
use crate::oracle::Oracle;
use crate::solvable::Solvable;
use crate::table::{Table, TableMemory};
use crate::turns::{Turn, turns};
use mancala_endgame::Monitor;
use mancala_position::Game;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor, with_kalah};
use mancala_position::rank::BoardRanker;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Mutex;
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
    /// The positions that were looked at.
    pub nodes: u64,
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

impl<O: Oracle<KalahPosition>> KalahVisitor for Solver<'_, O> {
    type Output = Result<Solution, SolveError>;

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Result<Solution, SolveError> {
        let begin = Instant::now();
        let game = SolvableKalah::new(game, self.rules, self.ranker);
        let mut memory = TableMemory::new(self.options.table_bytes)?;
        let table = Table::new(&mut memory, game.rank_bits());
        let kernel = || Kernel::new(game, self.oracle, &table, self.options.search, self.monitor);
        let mut nodes = 0;
        let mut main = kernel();

        self.monitor.start("proving the value", 0);
        let everything = Bounds::of_seeds(self.position.seeds());
        let value = prove(
            &mut main,
            self.options.driver,
            *self.position,
            everything,
            0,
        )
        .map_err(|unfinished| failed(unfinished, main.nodes()))?;
        let mut solution = Solution {
            value,
            turns: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            elapsed: Duration::ZERO,
            oracle_seeds: self.oracle.rules_id().map(|_| self.oracle.most_seeds()),
        };
        if !self.options.value_only {
            let interrupted = |halt, nodes| {
                failed(
                    Unfinished {
                        bounds: Bounds::exactly(value),
                        halt,
                    },
                    nodes,
                )
            };
            self.monitor.start("finding a line", 0);
            solution.line = best_line(&mut main, *self.position, value)
                .map_err(|halt| interrupted(halt, main.nodes()))?;
            let turns = turns(&game, self.position);
            self.monitor.start("proving the first turns", 0);
            let (values, more) = self
                .turn_values(&turns, value, &mut main, kernel)
                .map_err(|halt| interrupted(halt, main.nodes()))?;
            nodes += more;
            let valued = turns.into_iter().map(|turn| {
                // A turn that ends the game is not handed over.
                let after = game
                    .outcome(&turn.position)
                    .unwrap_or_else(|| values[&turn.position]);
                let value = turn.value(after);
                TurnValue {
                    pits: turn.pits,
                    value,
                }
            });
            solution.turns = valued.collect();
        }
        solution.nodes = nodes + main.nodes();
        solution.elapsed = begin.elapsed();
        Ok(solution)
    }
}

/// The values of the positions that turns lead to, and the nodes of other kernels than the main one.
type Values<E> = Result<(HashMap<KalahPosition, i32>, u64), Halt<E>>;

impl<O: Oracle<KalahPosition>> Solver<'_, O> {
    /// Proves the values, for the opponent, of all positions that the turns hand over to him.
    fn turn_values<'t, G: Game<Position = KalahPosition>>(
        &self,
        turns: &[Turn<KalahPosition>],
        root_value: i32,
        main: &mut Kernel<'t, SolvableKalah<'t, G>, O>,
        kernel: impl Fn() -> Kernel<'t, SolvableKalah<'t, G>, O> + Sync,
    ) -> Values<O::Error> {
        let mut wanted: Vec<(KalahPosition, i32)> = Vec::new();
        for turn in turns
            .iter()
            .filter(|turn| self.rules.outcome(&turn.position).is_none())
        {
            if !wanted
                .iter()
                .any(|(position, _)| *position == turn.position)
            {
                wanted.push((turn.position, turn.gain));
            }
        }
        let prove_one = |kernel: &mut Kernel<'t, SolvableKalah<'t, G>, O>,
                         position: KalahPosition,
                         gain: i32| {
            // No turn is worth more than the position: that bounds the opponent's value from below.
            let seeds = position.seeds() as i32;
            let bounds = Bounds {
                lower: (gain - root_value).max(-seeds),
                upper: seeds,
            };
            let value = prove(
                kernel,
                self.options.driver,
                position,
                bounds,
                bounds.lower + kernel.game().step(),
            );
            value
                .map(|value| (position, value))
                .map_err(|unfinished| unfinished.halt)
        };
        if self.options.threads <= 1 {
            let values = wanted
                .into_iter()
                .map(|(position, gain)| prove_one(main, position, gain));
            return Ok((values.collect::<Result<_, _>>()?, 0));
        }
        let nodes = Mutex::new(0);
        let values = wanted
            .into_par_iter()
            .map(|(position, gain)| {
                let mut kernel = kernel();
                let value = prove_one(&mut kernel, position, gain);
                *nodes.lock().expect("no thread panics with the count") += kernel.nodes();
                value
            })
            .collect::<Result<_, _>>()?;
        Ok((
            values,
            nodes.into_inner().expect("no thread panics with the count"),
        ))
    }
}

fn failed<E: std::error::Error + Send + Sync + 'static>(
    unfinished: Unfinished<E>,
    nodes: u64,
) -> SolveError {
    match unfinished.halt {
        Halt::Stop => SolveError::Interrupted {
            bounds: unfinished.bounds,
            nodes,
        },
        Halt::Oracle(error) => SolveError::Oracle(Box::new(error)),
    }
}
