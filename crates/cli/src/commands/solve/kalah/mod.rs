//! `mancala solve` for Kalah.

mod answer;
mod partial;
mod size;
mod task;

use super::arguments::Arguments;
use crate::args::game;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::progress::Progress;
use crate::proof::Ground;
use crate::signals;
use crate::status::Status;
use answer::{Answer, Proof};
use mancala_endgame::{NoTablebase, Tablebase};
use mancala_position::GameSpec;
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_search::{
    Driver, SearchOptions, SolveError, SolveOptions, solve, solve_with_checkpoints,
};
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
    let progress = Progress::new(output, "positions", arguments.proving.stop_after.time());
    if arguments.proving.no_db {
        task.solve(&NoTablebase, None, progress)
    } else {
        let ground = task.ground(&progress)?;
        task.solve(&ground, Some(&ground), progress)
    }
}

impl Task<'_> {
    fn solve<O: Tablebase<KalahPosition>>(
        &self,
        oracle: &O,
        ground: Option<&Ground>,
        progress: Progress,
    ) -> Result<Status, Failure> {
        let threads = self.arguments.proving.resources.threads.count();
        let progress = progress.followed_by("nodes");
        let database_seeds = ground.map_or(0, Tablebase::most_seeds);
        let memory = self.arguments.proving.resources.memory.bytes();
        let table_bytes = size::table_bytes(&self.problem(), database_seeds, memory);
        let checkpoints = self.checkpoints();
        if let Some(checkpoints) = &checkpoints
            && checkpoints.path().exists()
        {
            let path = checkpoints.path();
            self.output
                .note(format_args!("going on from {}", path.display()));
        }
        let mut proofs: Vec<Proof> = Vec::new();
        for &driver in &self.arguments.driver {
            let options = SolveOptions {
                driver,
                table_bytes,
                threads,
                value_only: self.arguments.value_only,
                search: SearchOptions::ALL,
            };
            let (rules, position) = (self.rules, &self.state.position());
            let solution = match &checkpoints {
                Some(checkpoints) => solve_with_checkpoints(
                    rules,
                    position,
                    oracle,
                    &options,
                    checkpoints,
                    &progress,
                ),
                None => solve(rules, position, oracle, &options, &progress),
            };
            let solution = match solution {
                Ok(solution) => solution,
                Err(error) => return self.stopped(error, driver, ground, progress),
            };
            let proof = Proof { driver, solution };
            if let Some(first) = proofs.first() {
                first.compare(&proof)?;
            }
            proofs.push(proof);
        }
        drop(progress);
        self.output
            .report(&Answer::new(self, threads, &proofs, ground))?;
        Ok(Status::Done)
    }

    /// The end of a proof that has none: if it was only stopped, what it has reached is told.
    fn stopped(
        &self,
        error: SolveError,
        driver: Driver,
        ground: Option<&Ground>,
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
            .report(&Partial::new(self, &reached, ground, &failure))?;
        Ok(Status::Stopped(stop))
    }
}
