//! `mancala solve` for Kalah.

mod answer;
mod partial;
mod task;

use super::arguments::Arguments;
use crate::args::game;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::progress::Progress;
use crate::proof::{ProofProgress, explain};
use crate::signals;
use crate::status::Status;
use answer::{Answer, Proof};
use mancala_position::GameSpec;
use mancala_position::kalah::KalahRules;
use mancala_search::{Driver, ProofDatabase, SolveError};
use partial::{Partial, Reached};
use task::Task;

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
    let state = game::kalah_state(rules, seeds, arguments.position.as_deref())?;
    signals::watch()?;
    let task = Task {
        arguments,
        output,
        game,
        rules,
        state: &state,
        pie,
    };
    task.run()
}

impl Task<'_> {
    /// Prepares the database, proves by every driver, and reports.
    fn run(&self) -> Result<Status, Failure> {
        let stop_after = self.arguments.proving.stop_after.time();
        let progress = Progress::new(self.output, "positions", stop_after);
        let prover = self.prover();
        let prepared = prover
            .prepare(&self.state.position(), &self.observer(&progress))
            .map_err(|error| explain(error, self.rules, &progress))?;
        let progress = progress.followed_by("nodes");
        let mut proofs: Vec<Proof> = Vec::new();
        for &driver in &self.arguments.driver {
            let solution = match prepared.prove_by(driver, &self.observer(&progress)) {
                Ok(solution) => solution,
                Err(error) => return self.stopped(error, driver, prepared.database(), progress),
            };
            let proof = Proof { driver, solution };
            if let Some(first) = proofs.first() {
                first.compare(&proof)?;
            }
            proofs.push(proof);
        }
        drop(progress);
        let threads = prepared.options().threads;
        let answer = Answer::new(self, threads, &proofs, prepared.database());
        self.output.report(&answer)?;
        Ok(Status::Done)
    }

    const fn observer<'a>(&'a self, progress: &'a Progress) -> ProofProgress<'a> {
        ProofProgress {
            output: self.output,
            progress,
        }
    }

    /// Reports what a proof that was stopped has proved. Any other error is a failure.
    fn stopped(
        &self,
        error: SolveError,
        driver: Driver,
        database: Option<&ProofDatabase>,
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
        self.output
            .report(&Partial::new(self, &reached, database, &failure))?;
        Ok(Status::Stopped(stop))
    }
}
