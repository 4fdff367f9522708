//! The threads that prove what is asked of a position: one the value and a line, all of them the first turns.

use crate::bounds::Bounds;
use crate::drivers::{Driver, Unfinished};
use crate::error::{SolveError, TurnBounds};
use crate::first_turns::FirstTurns;
use crate::kernel::Setting;
use crate::line::best_line;
use crate::oracle::Oracle;
use crate::prover::{Count, Failure, Prover};
use crate::solvable::Solvable;
use crate::solve::Solution;
use crate::table::{Table, TableMemory};
use crate::threads::{join, spawn};
use mancala_endgame::Monitor;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::scope;
use std::time::Duration;

/// The monitor of all threads: when one of them fails, the others stop.
pub(crate) struct Together<'a> {
    monitor: &'a dyn Monitor,
    failed: AtomicBool,
}

impl<'a> Together<'a> {
    pub(crate) const fn new(monitor: &'a dyn Monitor) -> Self {
        Self {
            monitor,
            failed: AtomicBool::new(false),
        }
    }
}

impl Monitor for Together<'_> {
    fn start(&self, stage: &str, total: u64) {
        self.monitor.start(stage, total);
    }

    fn advance(&self, units: u64) {
        self.monitor.advance(units);
    }

    fn should_stop(&self) -> bool {
        self.failed.load(Ordering::Relaxed) || self.monitor.should_stop()
    }
}

/// What the threads have in common.
pub(crate) struct Team<'a, S, O> {
    pub(crate) setting: Setting<'a, S, O>,
    pub(crate) together: &'a Together<'a>,
    pub(crate) driver: Driver,
    pub(crate) threads: usize,
    /// The bytes of each thread's table of drafts.
    pub(crate) draft_bytes: u64,
}

/// What is proved of a position so far.
struct Progress {
    bounds: Bounds,
    turns: Vec<TurnBounds>,
    count: Count,
}

impl Progress {
    fn explain(self, failure: Failure) -> SolveError {
        match failure {
            Failure::Error(error) => error,
            Failure::Stop => SolveError::Interrupted {
                bounds: self.bounds,
                turns: self.turns,
                nodes: self.count.nodes,
            },
        }
    }
}

impl<S: Solvable, O: Oracle<S::Position>> Team<'_, S, O> {
    /// Solves a position, in threads of its own.
    pub(crate) fn solve(
        &self,
        position: &S::Position,
        value_only: bool,
    ) -> Result<Solution, SolveError> {
        scope(|scope| join(spawn(scope, 1, || self.lead(position, value_only))?))
    }

    /// The first thread's work.
    fn lead(&self, position: &S::Position, value_only: bool) -> Result<Solution, SolveError> {
        let mut memory = TableMemory::new(self.draft_bytes)?;
        let drafts = Table::new(&mut memory, self.setting.game.rank_bits());
        let mut prover = Prover::new(self.setting, self.driver, &drafts);
        self.together.start("proving the value", 0);
        let all = Bounds::of_seeds(self.setting.game.seeds(position));
        let value = prover.prove(*position, all);
        let value = value.map_err(|Unfinished { bounds, halt }| {
            let progress = Progress {
                bounds,
                turns: Vec::new(),
                count: prover.count(),
            };
            progress.explain(prover.failure(halt))
        })?;
        let oracle = self.setting.oracle;
        let mut solution = Solution {
            value,
            turns: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            expanded: 0,
            elapsed: Duration::ZERO,
            oracle_seeds: oracle.rules_id().map(|_| oracle.most_seeds()),
        };
        let mut others = Count::default();
        if !value_only {
            let turns = FirstTurns::new(&self.setting.game, position, value);
            let progress = |count| Progress {
                bounds: Bounds::exactly(value),
                turns: turns.bounds(),
                count,
            };
            self.together.start("proving the first turns", 0);
            let failure = self.prove_turns(&turns, &mut prover, &mut others);
            let mut count = prover.count();
            count += others;
            if let Some(failure) = failure {
                return Err(progress(count).explain(failure));
            }
            self.together.start("finding a line", 0);
            solution.line = best_line(prover.kernel(), *position, value)
                .map_err(|halt| progress(count).explain(prover.failure(halt)))?;
            solution.turns = turns.values().expect("every turn was proved");
        }
        let mut count = prover.count();
        count += others;
        solution.nodes = count.nodes;
        solution.expanded = count.expanded;
        Ok(solution)
    }

    /// Proves the values of all first turns, with the help of the other threads, whose work is counted in `others`.
    fn prove_turns(
        &self,
        turns: &FirstTurns<S::Position>,
        prover: &mut Prover<'_, S, O>,
        others: &mut Count,
    ) -> Option<Failure> {
        let helpers = self.threads.min(turns.len()).saturating_sub(1);
        scope(|scope| {
            let mut threads = Vec::new();
            let mut failures = Vec::new();
            for number in 0..helpers {
                match spawn(scope, number + 2, || self.help(turns)) {
                    Ok(thread) => threads.push(thread),
                    Err(error) => failures.push(Failure::Error(error)),
                }
            }
            failures.extend(self.take_part(turns, prover));
            for thread in threads {
                let (failure, count) = join(thread);
                failures.extend(failure);
                *others += count;
            }
            // One that stopped did so because another has failed, if one has.
            let error = failures
                .iter()
                .position(|failure| matches!(failure, Failure::Error(_)));
            (!failures.is_empty()).then(|| failures.swap_remove(error.unwrap_or(0)))
        })
    }

    /// Another thread's work.
    fn help(&self, turns: &FirstTurns<S::Position>) -> (Option<Failure>, Count) {
        let mut memory = match TableMemory::new(self.draft_bytes) {
            Ok(memory) => memory,
            Err(error) => return (Some(Failure::Error(error)), Count::default()),
        };
        let drafts = Table::new(&mut memory, self.setting.game.rank_bits());
        let mut prover = Prover::new(self.setting, self.driver, &drafts);
        (self.take_part(turns, &mut prover), prover.count())
    }

    fn take_part(
        &self,
        turns: &FirstTurns<S::Position>,
        prover: &mut Prover<'_, S, O>,
    ) -> Option<Failure> {
        let halt = turns.prove(prover).err()?;
        self.together.failed.store(true, Ordering::Relaxed);
        Some(prover.failure(halt))
    }
}
