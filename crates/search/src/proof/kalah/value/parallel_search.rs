//! Questions put to one thread, or to several that share the table; the first answer counts.

use super::node_budget::Patience;
use crate::bounds::Bounds;
use crate::error::SolveError;
use crate::knowledge::Oracle;
use crate::proof::kalah::search::{Answers, Count, Crew, Halt, Kernel, Setting, Solvable};
use crate::threads::{join, spawn};
use std::thread::scope;

/// Puts questions to the threads and counts what they do.
pub(crate) struct Asker<'a, S: Solvable, O: Oracle<S::Position>> {
    pub(crate) setting: Setting<'a, S, O>,
    threads: usize,
    begin: Begin<S, O>,
    count: Count,
    failure: Option<SolveError>,
}

/// Makes the kernel for a question.
pub(crate) type Begin<S, O> = for<'k> fn(Setting<'k, S, O>) -> Kernel<'k, S, O>;

impl<'a, S: Solvable, O: Oracle<S::Position>> Asker<'a, S, O> {
    pub(crate) const fn new(
        setting: Setting<'a, S, O>,
        threads: usize,
        begin: Begin<S, O>,
    ) -> Self {
        Self {
            setting,
            threads,
            begin,
            count: Count { nodes: 0, seen: 0 },
            failure: None,
        }
    }

    /// What was done so far.
    pub(crate) const fn count(&self) -> Count {
        self.count
    }

    /// What went wrong, if a search was not only stopped.
    pub(crate) const fn take_failure(&mut self) -> Option<SolveError> {
        self.failure.take()
    }

    /// Lets another asker, with as many threads and without scouts, do a part of the work.
    pub(crate) fn delegate<Q: Oracle<S::Position>>(
        &mut self,
        setting: Setting<'_, S, Q>,
        work: impl FnOnce(&mut Asker<'_, S, Q>) -> Found,
    ) -> Found {
        self.let_do(
            Asker::new(setting, self.threads, |setting| Kernel::new(setting)),
            work,
        )
    }

    fn let_do<'b, Q: Oracle<S::Position>>(
        &mut self,
        mut other: Asker<'b, S, Q>,
        work: impl FnOnce(&mut Asker<'b, S, Q>) -> Found,
    ) -> Found {
        let found = work(&mut other);
        self.count += other.count;
        self.failure = self.failure.take().or(other.failure);
        found
    }

    fn keep(&mut self, failure: Option<O::Error>) {
        if let Some(error) = failure {
            self.failure = Some(SolveError::Oracle(Box::new(error)));
        }
    }

    fn ask(&mut self, mut kernel: Kernel<'_, S, O>, question: &Question<S::Position>) -> Found {
        let found = question.put(&mut kernel);
        self.count += kernel.count();
        self.keep(kernel.take_failure());
        found
    }

    /// Puts the question to all threads; the first answer counts.
    fn ask_crew(&mut self, question: &Question<S::Position>) -> Found {
        let crew = Crew::new();
        let (setting, begin) = (self.setting, self.begin);
        let answer = |kernel: &mut Kernel<'_, S, O>| {
            let found = question.put(kernel);
            if found != Err(Halt::Answered) {
                crew.answer();
            }
            found
        };
        scope(|scope| {
            let mut helpers = Vec::new();
            for number in 1..self.threads {
                let help = || {
                    let mut kernel = begin(setting).in_crew(&crew);
                    (answer(&mut kernel), kernel.count(), kernel.take_failure())
                };
                match spawn(scope, number + 1, help) {
                    Ok(helper) => helpers.push(helper),
                    Err(error) => {
                        self.failure = Some(error);
                        crew.answer();
                        break;
                    }
                }
            }
            let mut kernel = begin(setting).in_crew(&crew);
            let mut found = answer(&mut kernel);
            self.count += kernel.count();
            self.keep(kernel.take_failure());
            for helper in helpers {
                let (other, count, failure) = join(helper);
                self.count += count;
                self.keep(failure);
                if found.is_err() && other != Err(Halt::Answered) {
                    found = other;
                }
            }
            if self.failure.is_some() {
                found = Err(Halt::Oracle);
            }
            found
        })
    }
}

type Found = Result<i32, Halt>;

/// A question about a value.
#[derive(Clone, Copy)]
struct Question<P> {
    position: P,
    alpha: i32,
    beta: i32,
}

impl<P: Copy> Question<P> {
    fn put<S: Solvable<Position = P>, O: Oracle<P>>(&self, kernel: &mut Kernel<'_, S, O>) -> Found {
        let found = loop {
            // A decision that is lost from the table before it was read has to be found again.
            match kernel.value_within(self.position, self.alpha, self.beta) {
                Err(Halt::Decided) => kernel.begin_again(),
                found => break found,
            }
        };
        kernel.report();
        found
    }
}

impl<S: Solvable, O: Oracle<S::Position>> Answers<S::Position> for Asker<'_, S, O> {
    fn step(&self) -> i32 {
        self.setting.game.step()
    }

    fn known(&mut self, position: S::Position) -> Result<Bounds, Halt> {
        let mut kernel = Kernel::new(self.setting);
        let known = kernel.known(position);
        self.keep(kernel.take_failure());
        known
    }

    fn value_within(&mut self, position: S::Position, alpha: i32, beta: i32) -> Found {
        if self.setting.monitor.should_stop() {
            return Err(Halt::Stop);
        }
        let question = Question {
            position,
            alpha,
            beta,
        };
        if self.threads > 1 {
            let known = self.known(position)?;
            if known.lower < beta && known.upper > alpha && known.value().is_none() {
                return self.ask_crew(&question);
            }
        }
        self.ask((self.begin)(self.setting), &question)
    }

    fn value_with_patience(
        &mut self,
        position: S::Position,
        alpha: i32,
        beta: i32,
        nodes: u64,
    ) -> Result<Option<i32>, Halt> {
        let patience = Patience::new(self.setting.monitor, nodes);
        let setting = Setting {
            monitor: &patience,
            ..self.setting
        };
        let patient = Asker::new(setting, self.threads, self.begin);
        match self.let_do(patient, |asker| asker.value_within(position, alpha, beta)) {
            Err(Halt::Stop) if patience.is_exhausted() => Ok(None),
            found => found.map(Some),
        }
    }
}
