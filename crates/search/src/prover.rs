//! One thread's way to proved values: a draft, then the proof.

use crate::bounds::Bounds;
use crate::draft::draft;
use crate::drivers::{Driver, Unfinished, prove};
use crate::error::SolveError;
use crate::kernel::{Halt, Kernel, Setting};
use crate::oracle::Oracle;
use crate::solvable::Solvable;
use crate::table::Table;
use std::ops::AddAssign;

/// The size of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Count {
    /// Positions that a move led to.
    pub(crate) nodes: u64,
    /// Positions whose moves were made.
    pub(crate) expanded: u64,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.expanded += other.expanded;
    }
}

/// Why there is no value.
pub(crate) enum Failure {
    /// The monitor wanted to stop, or another thread has failed.
    Stop,
    Error(SolveError),
}

/// Proves values one after the other.
pub(crate) struct Prover<'a, S: Solvable, O: Oracle<S::Position>> {
    setting: Setting<'a, S, O>,
    driver: Driver,
    /// The table of the drafts.
    drafts: &'a Table<'a>,
    kernel: Kernel<'a, S, O>,
    drafted: Count,
    failure: Option<O::Error>,
}

impl<'a, S: Solvable, O: Oracle<S::Position>> Prover<'a, S, O> {
    pub(crate) fn new(setting: Setting<'a, S, O>, driver: Driver, drafts: &'a Table<'a>) -> Self {
        Self {
            setting,
            driver,
            drafts,
            kernel: Kernel::new(setting),
            drafted: Count::default(),
            failure: None,
        }
    }

    /// The kernel, with the moves that the last draft has found.
    pub(crate) const fn kernel(&mut self) -> &mut Kernel<'a, S, O> {
        &mut self.kernel
    }

    /// What was done so far, drafts included.
    pub(crate) fn count(&self) -> Count {
        let mut count = self.kernel.count();
        count += self.drafted;
        count
    }

    /// Why a search was given up.
    pub(crate) fn failure(&mut self, halt: Halt) -> Failure {
        let error = self.failure.take().or_else(|| self.kernel.take_failure());
        match (halt, error) {
            (Halt::Oracle, Some(error)) => Failure::Error(SolveError::Oracle(Box::new(error))),
            _ => Failure::Stop,
        }
    }

    /// The value of a position that is known to lie within the bounds.
    pub(crate) fn prove(
        &mut self,
        position: S::Position,
        bounds: Bounds,
    ) -> Result<i32, Unfinished> {
        let draft = draft(&self.setting, self.drafts, position, &mut self.drafted);
        let draft = draft.map_err(|(halt, failure)| {
            self.failure = failure;
            Unfinished { bounds, halt }
        })?;
        self.kernel.set_hints(draft.hints);
        prove(&mut self.kernel, self.driver, position, bounds, draft.guess)
    }
}
