//! A search with a window by one thread, or by several that share the transposition table.

use super::node_budget::NodeBudget;
use crate::bounds::Bounds;
use crate::error::SolveError;
use crate::proof::kalah::search::{
    AbdadaList, Abort, AlphaBeta, NodeCount, SearchContext, Solvable, WindowSearch,
};
use crate::threads::{join, spawn};
use mancala_endgame::{Error, Tablebase};
use std::thread::scope;

/// Runs searches on a number of threads, and counts their nodes.
pub(crate) struct ParallelSearch<'a, S: Solvable, T: Tablebase<S::Position>> {
    pub(crate) context: SearchContext<'a, S, T>,
    threads: usize,
    new_search: NewSearch<S, T>,
    count: NodeCount,
    failure: Option<SolveError>,
}

/// Makes the search of one thread.
pub(crate) type NewSearch<S, T> = for<'k> fn(SearchContext<'k, S, T>) -> AlphaBeta<'k, S, T>;

/// The result of a search.
type Found = Result<i32, Abort>;

impl<'a, S: Solvable, T: Tablebase<S::Position>> ParallelSearch<'a, S, T> {
    pub(crate) const fn new(
        context: SearchContext<'a, S, T>,
        threads: usize,
        new_search: NewSearch<S, T>,
    ) -> Self {
        Self {
            context,
            threads,
            new_search,
            count: NodeCount {
                searched: 0,
                generated: 0,
            },
            failure: None,
        }
    }

    /// The nodes so far.
    pub(crate) const fn count(&self) -> NodeCount {
        self.count
    }

    /// The error, if a search was not only stopped.
    pub(crate) const fn take_failure(&mut self) -> Option<SolveError> {
        self.failure.take()
    }

    /// Runs a part of the work with another context, on as many threads, without effort probes.
    pub(crate) fn with_context<Q: Tablebase<S::Position>>(
        &mut self,
        context: SearchContext<'_, S, Q>,
        work: impl FnOnce(&mut ParallelSearch<'_, S, Q>) -> Found,
    ) -> Found {
        self.run_part(
            ParallelSearch::new(context, self.threads, |context| AlphaBeta::new(context)),
            work,
        )
    }

    /// Runs a part of the work in another search, and takes over its counts and its error.
    fn run_part<'b, Q: Tablebase<S::Position>>(
        &mut self,
        mut other: ParallelSearch<'b, S, Q>,
        work: impl FnOnce(&mut ParallelSearch<'b, S, Q>) -> Found,
    ) -> Found {
        let found = work(&mut other);
        self.count += other.count;
        self.failure = self.failure.take().or(other.failure);
        found
    }

    fn keep(&mut self, failure: Option<Error>) {
        if let Some(error) = failure {
            self.failure = Some(SolveError::Tablebase(error));
        }
    }

    /// Runs a task on this thread.
    fn run_alone(&mut self, task: &SearchTask<S::Position>) -> Found {
        let mut search = (self.new_search)(self.context);
        let found = task.run(&mut search);
        self.count += search.count();
        self.keep(search.take_failure());
        found
    }

    /// Runs a task on all threads. The first result counts.
    fn run_on_all(&mut self, task: &SearchTask<S::Position>) -> Found {
        let abdada = AbdadaList::new();
        let (context, new_search) = (self.context, self.new_search);
        let run = |search: &mut AlphaBeta<'_, S, T>| {
            let found = task.run(search);
            if found != Err(Abort::Answered) {
                abdada.announce_answer();
            }
            found
        };
        scope(|scope| {
            let mut helpers = Vec::new();
            for number in 1..self.threads {
                let help = || {
                    let mut search = new_search(context).with_abdada(&abdada);
                    (run(&mut search), search.count(), search.take_failure())
                };
                match spawn(scope, number + 1, help) {
                    Ok(helper) => helpers.push(helper),
                    Err(error) => {
                        self.failure = Some(error.into());
                        abdada.announce_answer();
                        break;
                    }
                }
            }
            let mut search = new_search(context).with_abdada(&abdada);
            let mut found = run(&mut search);
            self.count += search.count();
            self.keep(search.take_failure());
            for helper in helpers {
                let (other, count, failure) = join(helper);
                self.count += count;
                self.keep(failure);
                if found.is_err() && other != Err(Abort::Answered) {
                    found = other;
                }
            }
            if self.failure.is_some() {
                found = Err(Abort::TablebaseFailed);
            }
            found
        })
    }
}

/// A position to search with a window.
#[derive(Clone, Copy)]
struct SearchTask<P> {
    position: P,
    alpha: i32,
    beta: i32,
}

impl<P: Copy> SearchTask<P> {
    fn run<S: Solvable<Position = P>, T: Tablebase<P>>(
        &self,
        search: &mut AlphaBeta<'_, S, T>,
    ) -> Found {
        let found = loop {
            // A bound of another thread can be replaced in the table before it is read here. Then
            // the search begins again.
            match search.value_within(self.position, self.alpha, self.beta) {
                Err(Abort::Decided) => search.reset(),
                found => break found,
            }
        };
        search.report();
        found
    }
}

impl<S: Solvable, T: Tablebase<S::Position>> WindowSearch<S::Position>
    for ParallelSearch<'_, S, T>
{
    fn step(&self) -> i32 {
        self.context.game.step()
    }

    fn known_bounds(&mut self, position: S::Position) -> Result<Bounds, Abort> {
        let mut search = AlphaBeta::new(self.context);
        let known = search.known_bounds(position);
        self.keep(search.take_failure());
        known
    }

    fn value_within(&mut self, position: S::Position, alpha: i32, beta: i32) -> Found {
        if self.context.monitor.should_stop() {
            return Err(Abort::Stopped);
        }
        let task = SearchTask {
            position,
            alpha,
            beta,
        };
        if self.threads > 1 {
            let known = self.known_bounds(position)?;
            if known.lower < beta && known.upper > alpha && known.value().is_none() {
                return self.run_on_all(&task);
            }
        }
        self.run_alone(&task)
    }

    fn value_within_budget(
        &mut self,
        position: S::Position,
        alpha: i32,
        beta: i32,
        nodes: u64,
    ) -> Result<Option<i32>, Abort> {
        let budget = NodeBudget::new(self.context.monitor, nodes);
        let context = SearchContext {
            monitor: &budget,
            ..self.context
        };
        let limited = ParallelSearch::new(context, self.threads, self.new_search);
        match self.run_part(limited, |search| search.value_within(position, alpha, beta)) {
            Err(Abort::Stopped) if budget.is_exhausted() => Ok(None),
            found => found.map(Some),
        }
    }

    fn nodes(&self) -> u64 {
        self.count.searched
    }

    fn announce(&self, text: &str) {
        self.context.monitor.remark(text);
    }
}
