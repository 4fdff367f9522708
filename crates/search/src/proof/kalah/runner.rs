//! The proof of all that is asked of a position: the value, the first turns, a line.

use super::line::best_line;
use super::monitor::{State, Watch};
use super::search::{Answers, Halt, Setting, Solvable};
use super::solution::Solution;
use super::transposition::Table;
use super::value::{Driver, Prover};
use crate::bounds::Bounds;
use crate::error::SolveError;
use crate::knowledge::Oracle;
use crate::table_memory::TableMemory;
use crate::threads::{join, spawn};
use mancala_endgame::Monitor;
use std::thread::scope;

/// What a proof is made with.
pub(crate) struct Team<'a, S: Solvable, O> {
    pub(crate) setting: Setting<'a, S, O>,
    pub(crate) state: &'a State<S::Position>,
    pub(crate) watch: &'a Watch<'a, S::Position>,
    pub(crate) driver: Driver,
    pub(crate) threads: usize,
    /// The bytes of the table of drafts.
    pub(crate) draft_bytes: u64,
    /// Whether the proof goes on from a checkpoint.
    pub(crate) resumed: bool,
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
        let mut prover = Prover::new(self.setting, self.driver, self.threads, &drafts);
        match self.prove(&mut prover, position, value_only) {
            Ok(solution) => Ok(solution),
            Err(halt) => Err(self.explain(halt, &mut prover)),
        }
    }

    fn prove(
        &self,
        prover: &mut Prover<'_, S, O>,
        position: &S::Position,
        value_only: bool,
    ) -> Result<Solution, Halt> {
        self.watch.start("proving the value", 0);
        let value = prover.prove(*position, &self.state.value)?;
        let oracle = self.setting.oracle;
        let mut solution = Solution {
            value,
            turns: Vec::new(),
            line: Vec::new(),
            nodes: 0,
            looked_at: 0,
            elapsed: self.watch.elapsed(),
            oracle_seeds: oracle.rules_id().map(|_| oracle.most_seeds()),
            resumed: self.resumed,
        };
        if !value_only {
            let turns = &self.state.turns;
            turns.none_above(value);
            self.watch.start("proving the first turns", 0);
            turns.prove(prover)?;
            self.watch.start("finding a line", 0);
            solution.line = best_line(&self.setting.game, prover.asker(), *position, value)?;
            solution.turns = turns.values().expect("every turn was proved");
        }
        let (mut count, _) = self.watch.before();
        count += prover.count();
        solution.nodes = count.nodes;
        solution.looked_at = count.seen;
        solution.elapsed = self.watch.elapsed();
        Ok(solution)
    }

    /// Why there is no solution; what is proved is saved if it can go on.
    fn explain(&self, halt: Halt, prover: &mut Prover<'_, S, O>) -> SolveError {
        let failure = prover.take_failure().or_else(|| self.watch.take_failure());
        if let Some(error) = failure {
            return error;
        }
        debug_assert_eq!(halt, Halt::Stop, "all else has an error");
        if let Err(error) = self.watch.save(Some(prover.count())) {
            return error;
        }
        self.learn_from_table(prover);
        let (mut count, _) = self.watch.before();
        count += prover.count();
        SolveError::Interrupted {
            bounds: self.state.value.get(),
            turns: self.state.turns.bounds(),
            nodes: count.nodes,
            elapsed: self.watch.elapsed(),
            resumed: self.resumed,
        }
    }

    /// Adds what the table knows of the first turns. What no turn is worth more than, the position is not either.
    fn learn_from_table(&self, prover: &mut Prover<'_, S, O>) {
        for end in self.state.turns.ends() {
            // An oracle that fails now has nothing to add.
            if let Ok(known) = prover.asker().known(end.position) {
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
