//! The proof of all that is asked of a position: the value, the first turns, a line.

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

/// What a proof is made with.
pub(crate) struct ProofRunner<'a, S: Solvable, O> {
    pub(crate) context: SearchContext<'a, S, O>,
    pub(crate) state: &'a ProofState<S::Position>,
    pub(crate) proof_monitor: &'a ProofMonitor<'a, S::Position>,
    pub(crate) driver: Driver,
    pub(crate) threads: usize,
    /// The bytes of the table of drafts.
    pub(crate) pre_search_bytes: u64,
    /// Whether the proof goes on from a checkpoint.
    pub(crate) resumed: bool,
}

impl<S: Solvable, O: Tablebase<S::Position>> ProofRunner<'_, S, O> {
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
        let mut memory = TableMemory::new(self.pre_search_bytes)?;
        let drafts = ProofTable::new(&mut memory, self.context.game.rank_bits());
        let mut prover = ValueProver::new(self.context, self.driver, self.threads, &drafts);
        match self.prove(&mut prover, position, value_only) {
            Ok(solution) => Ok(solution),
            Err(abort) => Err(self.explain(abort, &mut prover)),
        }
    }

    fn prove(
        &self,
        prover: &mut ValueProver<'_, S, O>,
        position: &S::Position,
        value_only: bool,
    ) -> Result<Solution, Abort> {
        self.proof_monitor.start("proving the value", 0);
        let value = prover.prove(*position, &self.state.value)?;
        let oracle = self.context.oracle;
        let mut solution = Solution {
            value,
            turns: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            generated: 0,
            elapsed: self.proof_monitor.elapsed(),
            oracle_seeds: oracle.rules().map(|_| oracle.most_seeds()),
            resumed: self.resumed,
        };
        if !value_only {
            let turns = &self.state.turns;
            turns.none_above(value);
            self.proof_monitor.start("proving the first turns", 0);
            turns.prove(prover)?;
            self.proof_monitor.start("finding a line", 0);
            solution.line = best_line(&self.context.game, prover.search(), *position, value)?;
            solution.turns = turns.values().expect("every turn was proved");
        }
        let (mut count, _) = self.proof_monitor.before();
        count += prover.count();
        solution.nodes = count.nodes;
        solution.generated = count.seen;
        solution.elapsed = self.proof_monitor.elapsed();
        Ok(solution)
    }

    /// Why there is no solution; what is proved is saved if it can go on.
    fn explain(&self, abort: Abort, prover: &mut ValueProver<'_, S, O>) -> SolveError {
        let failure = prover
            .take_failure()
            .or_else(|| self.proof_monitor.take_failure());
        if let Some(error) = failure {
            return error;
        }
        debug_assert_eq!(abort, Abort::Stop, "all else has an error");
        if let Err(error) = self.proof_monitor.save(Some(prover.count())) {
            return error;
        }
        self.learn_from_table(prover);
        let (mut count, _) = self.proof_monitor.before();
        count += prover.count();
        SolveError::Interrupted {
            bounds: self.state.value.get(),
            turns: self.state.turns.bounds(),
            nodes: count.nodes,
            elapsed: self.proof_monitor.elapsed(),
            resumed: self.resumed,
        }
    }

    /// Adds what the table knows of the first turns. What no turn is worth more than, the position is not either.
    fn learn_from_table(&self, prover: &mut ValueProver<'_, S, O>) {
        for end in self.state.turns.ends() {
            // An oracle that fails now has nothing to add.
            if let Ok(known) = prover.search().known(end.position) {
                end.proved.narrow(known);
            }
        }
        let Bounds { upper, .. } = self.state.value.get();
        self.state.turns.none_above(upper);
        let turns = self.state.turns.bounds();
        let best = |of: fn(Bounds) -> i32| turns.iter().map(|turn| of(turn.bounds)).max();
        if let (Some(lower), Some(upper)) =
            (best(|bounds| bounds.lower), best(|bounds| bounds.upper))
        {
            self.state.value.narrow(Bounds { lower, upper });
        }
    }
}
