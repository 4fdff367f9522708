//! The proof runner: proves the value of a position, then its first turns, and finds a line.

use super::line::best_line;
use super::monitor::{ProofMonitor, ProofState};
use super::search::{Abort, SearchContext, Solvable, WindowSearch};
use super::solution::Solution;
use super::transposition::ProofTable;
use super::value::{Driver, ValueProver};
use crate::bounds::Bounds;
use crate::error::SolveError;
use crate::table_memory::TableMemory;
use crate::threads::{join, spawn};
use mancala_endgame::{Monitor, Tablebase};
use std::thread::scope;

/// Runs the proof of a position.
pub(crate) struct ProofRunner<'a, S: Solvable, T> {
    pub(crate) context: SearchContext<'a, S, T>,
    pub(crate) state: &'a ProofState<S::Position>,
    pub(crate) monitor: &'a ProofMonitor<'a, S::Position>,
    pub(crate) driver: Driver,
    pub(crate) threads: usize,
    /// The bytes of the table of the pre-search.
    pub(crate) pre_search_bytes: u64,
    /// Whether the proof resumes from a checkpoint.
    pub(crate) resumed: bool,
}

impl<S: Solvable, T: Tablebase<S::Position>> ProofRunner<'_, S, T> {
    /// Solves a position, in threads with a stack for the longest game.
    pub(crate) fn solve(
        &self,
        position: &S::Position,
        value_only: bool,
    ) -> Result<Solution, SolveError> {
        scope(|scope| join(spawn(scope, 1, || self.run(position, value_only))?))
    }

    fn run(&self, position: &S::Position, value_only: bool) -> Result<Solution, SolveError> {
        let mut memory = TableMemory::new(self.pre_search_bytes)?;
        let pre_search_table = ProofTable::new(&mut memory, self.context.game.rank_bits());
        let mut prover =
            ValueProver::new(self.context, self.driver, self.threads, &pre_search_table);
        match self.prove(&mut prover, position, value_only) {
            Ok(solution) => Ok(solution),
            Err(abort) => Err(self.error(abort, &mut prover)),
        }
    }

    fn prove(
        &self,
        prover: &mut ValueProver<'_, S, T>,
        position: &S::Position,
        value_only: bool,
    ) -> Result<Solution, Abort> {
        self.monitor.start("proving the value", 0);
        let value = prover.prove(*position, &self.state.value)?;
        let tablebase = self.context.tablebase;
        let mut solution = Solution {
            value,
            turns: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            generated: 0,
            elapsed: self.monitor.elapsed(),
            tablebase_seeds: tablebase.rules().map(|_| tablebase.most_seeds()),
            resumed: self.resumed,
        };
        if !value_only {
            let turns = &self.state.turns;
            turns.cap(value);
            self.monitor.start("proving the first turns", 0);
            turns.prove(prover)?;
            self.monitor.start("finding a line", 0);
            solution.line = best_line(&self.context.game, prover.search(), *position, value)?;
            solution.turns = turns.values().expect("every turn was proved");
        }
        let (mut count, _) = self.monitor.earlier_runs();
        count += prover.count();
        solution.nodes = count.searched;
        solution.generated = count.generated;
        solution.elapsed = self.monitor.elapsed();
        Ok(solution)
    }

    /// The error of a proof without a solution. If the proof was only stopped, it is saved first.
    fn error(&self, abort: Abort, prover: &mut ValueProver<'_, S, T>) -> SolveError {
        let failure = prover
            .take_failure()
            .or_else(|| self.monitor.take_failure());
        if let Some(error) = failure {
            return error;
        }
        debug_assert_eq!(abort, Abort::Stopped, "every other reason has an error");
        if let Err(error) = self.monitor.save(Some(prover.count())) {
            return error;
        }
        self.learn_from_table(prover);
        let (mut count, _) = self.monitor.earlier_runs();
        count += prover.count();
        SolveError::Interrupted {
            bounds: self.state.value.get(),
            turns: self.state.turns.bounds(),
            nodes: count.searched,
            elapsed: self.monitor.elapsed(),
            resumed: self.resumed,
        }
    }

    /// Adds the bounds that the table has of the first turns, and what they say of the position,
    /// which is worth as much as its best turn.
    fn learn_from_table(&self, prover: &mut ValueProver<'_, S, T>) {
        for end in self.state.turns.ends() {
            // A tablebase that fails now has nothing to add.
            if let Ok(known) = prover.search().known_bounds(end.position) {
                end.proved.narrow(known);
            }
        }
        let Bounds { upper, .. } = self.state.value.get();
        self.state.turns.cap(upper);
        let turns = self.state.turns.bounds();
        let best = |of: fn(Bounds) -> i32| turns.iter().map(|turn| of(turn.bounds)).max();
        if let (Some(lower), Some(upper)) =
            (best(|bounds| bounds.lower), best(|bounds| bounds.upper))
        {
            self.state.value.narrow(Bounds { lower, upper });
        }
    }
}
