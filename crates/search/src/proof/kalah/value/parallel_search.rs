//! Questions put to one thread, or to several that share the table; the first answer counts.

use super::node_budget::NodeBudget;
use crate::bounds::Bounds;
use crate::error::SolveError;
use crate::proof::kalah::search::{
    AbdadaList, Abort, AlphaBeta, NodeCount, SearchContext, Solvable, WindowSearch,
};
use crate::threads::{join, spawn};
use mancala_endgame::{Error, Tablebase};
use std::thread::scope;

/// Puts questions to the threads and counts what they do.
pub(crate) struct ParallelSearch<'a, S: Solvable, O: Tablebase<S::Position>> {
    pub(crate) context: SearchContext<'a, S, O>,
    threads: usize,
    begin: NewAlphaBeta<S, O>,
    count: NodeCount,
    failure: Option<SolveError>,
}

/// Makes the search for a question.
pub(crate) type NewAlphaBeta<S, O> = for<'k> fn(SearchContext<'k, S, O>) -> AlphaBeta<'k, S, O>;

impl<'a, S: Solvable, O: Tablebase<S::Position>> ParallelSearch<'a, S, O> {
    pub(crate) const fn new(
        context: SearchContext<'a, S, O>,
        threads: usize,
        begin: NewAlphaBeta<S, O>,
    ) -> Self {
        Self {
            context,
            threads,
            begin,
            count: NodeCount { nodes: 0, seen: 0 },
            failure: None,
        }
    }

    /// What was done so far.
    pub(crate) const fn count(&self) -> NodeCount {
        self.count
    }

    /// What went wrong, if a search was not only stopped.
    pub(crate) const fn take_failure(&mut self) -> Option<SolveError> {
        self.failure.take()
    }

    /// Lets another search, with as many threads and without scouts, do a part of the work.
    pub(crate) fn delegate<Q: Tablebase<S::Position>>(
        &mut self,
        context: SearchContext<'_, S, Q>,
        work: impl FnOnce(&mut ParallelSearch<'_, S, Q>) -> Found,
    ) -> Found {
        self.let_do(
            ParallelSearch::new(context, self.threads, |context| AlphaBeta::new(context)),
            work,
        )
    }

    fn let_do<'b, Q: Tablebase<S::Position>>(
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

    fn ask(
        &mut self,
        mut search: AlphaBeta<'_, S, O>,
        question: &SearchTask<S::Position>,
    ) -> Found {
        let found = question.put(&mut search);
        self.count += search.count();
        self.keep(search.take_failure());
        found
    }

    /// Puts the question to all threads; the first answer counts.
    fn ask_all(&mut self, question: &SearchTask<S::Position>) -> Found {
        let abdada = AbdadaList::new();
        let (context, begin) = (self.context, self.begin);
        let answer = |search: &mut AlphaBeta<'_, S, O>| {
            let found = question.put(search);
            if found != Err(Abort::Answered) {
                abdada.answer();
            }
            found
        };
        scope(|scope| {
            let mut helpers = Vec::new();
            for number in 1..self.threads {
                let help = || {
                    let mut search = begin(context).with_abdada(&abdada);
                    (answer(&mut search), search.count(), search.take_failure())
                };
                match spawn(scope, number + 1, help) {
                    Ok(helper) => helpers.push(helper),
                    Err(error) => {
                        self.failure = Some(error);
                        abdada.answer();
                        break;
                    }
                }
            }
            let mut search = begin(context).with_abdada(&abdada);
            let mut found = answer(&mut search);
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
                found = Err(Abort::Oracle);
            }
            found
        })
    }
}

type Found = Result<i32, Abort>;

/// A question about a value.
#[derive(Clone, Copy)]
struct SearchTask<P> {
    position: P,
    alpha: i32,
    beta: i32,
}

impl<P: Copy> SearchTask<P> {
    fn put<S: Solvable<Position = P>, O: Tablebase<P>>(
        &self,
        search: &mut AlphaBeta<'_, S, O>,
    ) -> Found {
        let found = loop {
            // A decision that is lost from the table before it was read has to be found again.
            match search.value_within(self.position, self.alpha, self.beta) {
                Err(Abort::Decided) => search.begin_again(),
                found => break found,
            }
        };
        search.report();
        found
    }
}

impl<S: Solvable, O: Tablebase<S::Position>> WindowSearch<S::Position>
    for ParallelSearch<'_, S, O>
{
    fn step(&self) -> i32 {
        self.context.game.step()
    }

    fn known(&mut self, position: S::Position) -> Result<Bounds, Abort> {
        let mut search = AlphaBeta::new(self.context);
        let known = search.known(position);
        self.keep(search.take_failure());
        known
    }

    fn value_within(&mut self, position: S::Position, alpha: i32, beta: i32) -> Found {
        if self.context.monitor.should_stop() {
            return Err(Abort::Stop);
        }
        let question = SearchTask {
            position,
            alpha,
            beta,
        };
        if self.threads > 1 {
            let known = self.known(position)?;
            if known.lower < beta && known.upper > alpha && known.value().is_none() {
                return self.ask_all(&question);
            }
        }
        self.ask((self.begin)(self.context), &question)
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
        let patient = ParallelSearch::new(context, self.threads, self.begin);
        match self.let_do(patient, |search| search.value_within(position, alpha, beta)) {
            Err(Abort::Stop) if budget.is_exhausted() => Ok(None),
            found => found.map(Some),
        }
    }
}
