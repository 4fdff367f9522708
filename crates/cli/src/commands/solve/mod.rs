//! `mancala solve`: the value of a start or a position, of every first turn, and a line of best play, proved.

mod answer;
pub(super) mod ground;
mod partial;
mod size;
pub(super) mod toguz;

use super::Status;
use crate::args::Proving;
use crate::duration::Span;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::progress::Progress;
use crate::signals;
use crate::subject;
use answer::{Answer, Proof};
use clap::Args;
use ground::{Ground, Work};
use mancala_endgame::Database;
use mancala_position::GameSpec;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState};
use mancala_search::{
    Checkpoints, Driver, NoOracle, Oracle, SearchOptions, SolveError, SolveOptions, solve,
    solve_with_checkpoints,
};
use partial::{Partial, Reached};
use size::{Means, Problem};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mancala solve kalah:6,4
  mancala solve kalah:6,4,capture=empty --driver pvs,mtdf,bisect
  mancala solve kalah:6 --position '4,4,0,5,5,5/4,4,4,4,4,4 1,0 s'
  mancala solve kalah:4,3 --no-db --threads 1 --json | jq .value_seeds
  mancala solve kalah:6,5 --value-only --checkpoint proof-6-5 --stop-after 1h
  mancala solve toguz --position '0,0,0,1,0,1,3,2,1/0,0,2,2,0,0,0,0,0 78,72 -,5 w' --result-only
  mancala solve bestemshe --value-only --stop-after 5m

Without --no-db the proof stands on the endgame database of the rules. If it is not there yet it is built first, of a
size that suits the problem and the memory, and checked. With --threads 1, and --seeds or --no-db, the nodes are the
same on every run and machine.

A long proof with --checkpoint DIR is saved there now and then, and at Ctrl-C, SIGTERM and the end of --stop-after, which
also print what is proved until then. The same command goes on from there, with another --memory, --threads or --seeds if
you like.

For toguz, qozdatu and bestemshe it is proved what each side can be sure to collect. The proof stands on the same of all
boards with few balls, which is computed in memory first: --seeds says to how many balls.";

/// Prove the value of a start or a position, of each first turn, and find a line of best play
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6,4 or kalah:6,4,capture=empty, or toguz, qozdatu or bestemshe
    game: String,
    /// The position to solve [default: the start of the game]
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Prove the value only, not those of the first turns
    #[arg(long, conflicts_with = "pie")]
    value_only: bool,
    /// Toguz family: prove who wins with the kazans that there are, and the shortest win
    #[arg(long, conflicts_with = "value_only")]
    result_only: bool,
    /// Toguz family: ask no question for more plies than this
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=254))]
    depth: Option<u32>,
    /// Toguz family: stop after about so many nodes
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// How to close in on the value: pvs, mtdf, bisect, or several with commas between, which must agree
    #[arg(
        long,
        value_name = "DRIVER",
        value_delimiter = ',',
        default_value = "mtdf"
    )]
    driver: Vec<Driver>,
    /// Say what the pie rule makes of it: after the first turn the second player may swap sides
    #[arg(long)]
    pie: bool,
    #[command(flatten)]
    proving: Proving,
    /// Save the proof in this folder, and go on from what is saved there
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// The time between two checkpoints
    #[arg(
        long,
        value_name = "DURATION",
        default_value = "5m",
        requires = "checkpoint"
    )]
    checkpoint_every: Span,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let game = subject::game(&arguments.game)?;
    let (rules, seeds, pie) = match game {
        GameSpec::Kalah { rules, seeds, pie } => (rules, seeds, pie || arguments.pie),
        GameSpec::Toguz { rules } => return toguz::run(arguments, &rules, output),
    };
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
    let state = subject::kalah_state(&rules, seeds, arguments.position.as_deref())?;
    signals::watch().map_err(|error| Failure::new(Kind::Io, error))?;
    let task = Task {
        arguments,
        output,
        game: &game,
        rules: &rules,
        state: &state,
        pie,
    };
    let progress = Progress::new(output, "positions", arguments.proving.stop_after.time());
    if arguments.proving.no_db {
        task.solve(&NoOracle, None, progress)
    } else {
        let ground = task.ground(&progress)?;
        task.solve(&ground, Some(&ground), progress)
    }
}

struct Task<'a> {
    arguments: &'a Arguments,
    output: &'a Output,
    game: &'a GameSpec,
    rules: &'a KalahRules,
    state: &'a KalahState,
    pie: bool,
}

impl Task<'_> {
    const fn problem(&self) -> Problem<'_> {
        Problem {
            rules: self.rules,
            seeds: self.state.position.seeds(),
            value_only: self.arguments.value_only,
        }
    }

    /// The database to stand on.
    fn ground(&self, progress: &Progress) -> Result<Ground, Failure> {
        let Proving {
            db, means: given, ..
        } = &self.arguments.proving;
        let existing = db.find(self.rules)?;
        let threads = given.threads.count();
        let means = Means {
            memory: given.memory.bytes(),
            threads,
            existing: existing.as_ref().map(Database::most_seeds),
        };
        let seeds = given
            .seeds
            .unwrap_or_else(|| size::choose(&self.problem(), &means));
        let work = Work {
            output: self.output,
            progress,
            threads,
            memory: means.memory,
        };
        let ground = Ground::prepare(db, self.rules, seeds, existing, &work)?;
        if size::is_worth_loading(&self.problem(), seeds, ground.bytes(), &means) {
            ground.in_memory(&work)
        } else {
            Ok(ground)
        }
    }

    /// Where the proof is saved.
    fn checkpoints(&self) -> Option<Checkpoints> {
        let folder = self.arguments.checkpoint.as_ref()?;
        Some(Checkpoints {
            interval: self.arguments.checkpoint_every.0,
            ..Checkpoints::new(folder)
        })
    }

    fn solve<O: Oracle<KalahPosition>>(
        &self,
        oracle: &O,
        ground: Option<&Ground>,
        progress: Progress,
    ) -> Result<Status, Failure> {
        let threads = self.arguments.proving.means.threads.count();
        let progress = progress.followed_by("nodes");
        let database_seeds = ground.map_or(0, Oracle::most_seeds);
        let memory = self.arguments.proving.means.memory.bytes();
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
            let (rules, position) = (self.rules, &self.state.position);
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
