//! `mancala solve` for Kalah.

mod answer;
mod partial;
mod task;

use super::arguments::Arguments;
use crate::args::game;
use crate::failure::{Failure, Kind};
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::proof::{ProofProgress, explain};
use crate::signals;
use crate::status::Status;
use answer::{Answer, Proof};
use mancala_position::GameSpec;
use mancala_position::kalah::{KalahRules, KalahState};
use mancala_search::{Driver, ProofSeries, Solution, SolveError};
use partial::{Partial, Reached};
use task::{Question, Task};

pub(super) fn run(
    arguments: &Arguments,
    game: &GameSpec,
    rules: &KalahRules,
    seeds: Option<u32>,
    pie: bool,
    output: &Output,
) -> Result<Status, Failure> {
    let pie = pie || arguments.pie;
    for (given, option) in [
        (arguments.result_only, "--result-only"),
        (arguments.depth.is_some(), "--depth"),
        (arguments.nodes.is_some(), "--nodes"),
    ] {
        if given {
            return Err(Failure::new(
                Kind::Usage,
                format_args!("{option} serves toguz, qozdatu and bestemshe only"),
            ));
        }
    }
    if pie && arguments.value_only {
        return Err(Failure::new(
            Kind::Usage,
            "the pie rule needs the values of the first turns, which --value-only leaves out",
        ));
    }
    if arguments.checkpoint.is_some() && arguments.driver.len() > 1 {
        return Err(Failure::new(
            Kind::Usage,
            "a proof with --checkpoint has one driver",
        ));
    }
    signals::watch()?;
    let question = Question {
        arguments,
        output,
        game,
        rules,
        pie,
    };
    if arguments.batch.jsonl {
        return question.answer_lines();
    }
    let state = game::kalah_state(rules, seeds, arguments.position.as_deref())?;
    question.answer(&state)
}

impl Question<'_> {
    /// Prepares the database, proves by every driver, and reports.
    fn answer(&self, state: &KalahState) -> Result<Status, Failure> {
        let stop_after = self.arguments.proving.stop_after.time();
        let progress = Progress::new(self.output, "positions", stop_after);
        let prover = self.prover();
        let prepared = prover
            .prepare(&state.position(), &self.observer(&progress))
            .map_err(|error| explain(error, self.rules, &progress))?;
        let progress = progress.followed_by("nodes");
        let task = Task {
            question: self,
            state,
            database: prepared.database(),
        };
        task.prove(progress, |driver, observer| {
            prepared.prove_by(driver, observer)
        })
    }

    /// Answers a batch of positions on one database.
    fn answer_lines(&self) -> Result<Status, Failure> {
        let stop_after = self.arguments.proving.stop_after.time();
        let prover = self.prover();
        let mut series: Option<ProofSeries<'_>> = None;
        self.arguments.batch.answer(self.output, |text| {
            let state = game::kalah_position(self.rules, text)?;
            let position = &state.position();
            let series = match &mut series {
                Some(series) => series,
                none => {
                    let progress = Progress::new(self.output, "positions", None);
                    let prepared =
                        ProofSeries::prepare(&prover, position, &self.observer(&progress))
                            .map_err(|error| explain(error, self.rules, &progress))?;
                    none.insert(prepared)
                }
            };
            let progress = Progress::new(self.output, "nodes", stop_after);
            let task = Task {
                question: self,
                state: &state,
                database: series.database(),
            };
            task.prove(progress, |driver, observer| {
                series.prove_by(position, driver, observer)
            })
            .map(drop)
        })
    }

    const fn observer<'a>(&'a self, progress: &'a Progress) -> ProofProgress<'a> {
        ProofProgress {
            output: self.output,
            progress,
        }
    }

    /// Writes an answer.
    fn write(&self, report: &impl Report) -> Result<(), Failure> {
        if self.arguments.batch.jsonl {
            self.output.json(report)
        } else {
            self.output.report(report)
        }
    }
}

impl Task<'_> {
    /// Proves by every driver, and reports.
    fn prove(
        &self,
        progress: Progress,
        prove_by: impl Fn(Driver, &ProofProgress<'_>) -> Result<Solution, SolveError>,
    ) -> Result<Status, Failure> {
        let mut proofs: Vec<Proof> = Vec::new();
        for &driver in &self.question.arguments.driver {
            let solution = match prove_by(driver, &self.question.observer(&progress)) {
                Ok(solution) => solution,
                Err(error) => return self.stopped(error, driver, progress),
            };
            let proof = Proof { driver, solution };
            if let Some(first) = proofs.first() {
                first.compare(&proof)?;
            }
            proofs.push(proof);
        }
        drop(progress);
        self.question.write(&Answer::new(self, &proofs))?;
        Ok(Status::Done)
    }

    /// Reports what a proof that was stopped has proved. Any other error is a failure.
    fn stopped(
        &self,
        error: SolveError,
        driver: Driver,
        progress: Progress,
    ) -> Result<Status, Failure> {
        let reached = match &error {
            SolveError::Interrupted {
                bounds,
                turns,
                nodes,
                elapsed,
                resumed,
            } => Reached {
                bounds: *bounds,
                turns: turns.clone(),
                nodes: *nodes,
                elapsed: *elapsed,
                resumed: *resumed,
                driver,
            },
            _ => return Err(error.into()),
        };
        let failure = progress.explain_proof(error);
        drop(progress);
        let Kind::Interrupted(stop) = failure.kind else {
            return Err(failure);
        };
        Output::fail_text(&failure);
        self.question
            .write(&Partial::new(self, &reached, &failure))?;
        Ok(Status::Stopped(stop))
    }
}
