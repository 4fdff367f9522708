//! The fair starts as they are found: in the order of the candidates, whatever order they are
//! proved in.

use super::candidates::Candidate;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use mancala_endgame::Monitor;
use mancala_position::kalah::{KalahRules, KalahState};
use serde::Serialize;
use std::cmp::Ordering;
use std::fmt::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How fair starts are written while the rest is still being proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Not at all: the answer at the end has them.
    AtEnd,
    /// A JSON object a line.
    JsonLines,
    /// Tab-separated: the places of a line each in a column.
    Table,
}

/// A start whose value is 0.
#[derive(Serialize)]
pub(super) struct FairStart {
    pub(super) position: String,
    pub(super) moved: u32,
}

impl FairStart {
    pub(super) fn new(rules: &KalahRules, candidate: &Candidate) -> Self {
        Self {
            position: candidate.state.to_text(rules),
            moved: candidate.moved,
        }
    }
}

/// The starts decided so far, and the output that shows them.
pub(super) struct Listing<'a> {
    rules: &'a KalahRules,
    candidates: &'a [Candidate],
    form: Form,
    output: &'a Output,
    progress: &'a Progress,
    state: Mutex<State>,
}

struct State {
    decided: Vec<Option<Ordering>>,
    /// All before this one are decided and told.
    told: usize,
    failure: Option<Failure>,
}

impl<'a> Listing<'a> {
    pub(super) fn new(
        rules: &'a KalahRules,
        candidates: &'a [Candidate],
        form: Form,
        output: &'a Output,
        progress: &'a Progress,
    ) -> Self {
        Self {
            rules,
            candidates,
            form,
            output,
            progress,
            state: Mutex::new(State {
                decided: vec![None; candidates.len()],
                told: 0,
                failure: None,
            }),
        }
    }

    /// Writes what stands before the first start.
    pub(super) fn head(&self) -> Result<(), Failure> {
        if self.form != Form::Table {
            return Ok(());
        }
        let mut text = "# ".to_owned();
        for (name, last) in [("south", '\t'), ("north", '\n')] {
            for pit in 1..=self.rules.pits() {
                write!(text, "{name}_{pit}\t").expect("a String takes all that is written");
            }
            write!(text, "{name}_store{last}").expect("a String takes all that is written");
        }
        self.output.text(&text)
    }

    /// Takes note of how the value of a candidate stands to 0.
    pub(super) fn decide(&self, index: usize, ordering: Ordering) {
        let mut state = self.state();
        state.decided[index] = Some(ordering);
        let rest = state.decided[state.told..].iter();
        let next = state.told + rest.take_while(|decided| decided.is_some()).count();
        let told = std::mem::replace(&mut state.told, next);
        self.tell(&mut state, told..next);
    }

    /// Tells what is decided although something before it is not, and gives what is decided of each
    /// candidate.
    pub(super) fn finish(self) -> Result<Vec<Option<Ordering>>, Failure> {
        let mut state = self.state();
        let rest = state.told..self.candidates.len();
        self.tell(&mut state, rest);
        if let Some(failure) = state.failure.take() {
            return Err(failure);
        }
        Ok(std::mem::take(&mut state.decided))
    }

    fn tell(&self, state: &mut State, range: std::ops::Range<usize>) {
        for index in range {
            if state.decided[index] == Some(Ordering::Equal)
                && let Err(failure) = self.write(&self.candidates[index])
            {
                state.failure.get_or_insert(failure);
            }
        }
    }

    fn write(&self, candidate: &Candidate) -> Result<(), Failure> {
        match self.form {
            Form::AtEnd => Ok(()),
            Form::JsonLines => self.output.json(&FairStart::new(self.rules, candidate)),
            Form::Table => self.output.text(&row(self.rules, &candidate.state)),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The places of a start, South to move.
fn row(rules: &KalahRules, state: &KalahState) -> String {
    let [south, north] = state.stores();
    let places = state.position().own_pits(rules).chain([south]);
    let places = places.chain(state.position().opponent_pits(rules).chain([north]));
    let places: Vec<_> = places.map(|seeds| seeds.to_string()).collect();
    places.join("\t") + "\n"
}

impl Monitor for Listing<'_> {
    fn start(&self, stage: &str, total: u64) {
        self.progress.start(stage, total);
    }

    fn advance(&self, units: u64) {
        self.progress.advance(units);
    }

    fn should_stop(&self) -> bool {
        self.output.is_closed() || self.progress.should_stop() || self.state().failure.is_some()
    }
}
