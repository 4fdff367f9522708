//! `mancala solve`: the value of a start or a position, of every first turn, and a line of best play, proved.

mod answer;
pub(super) mod ground;
mod size;

use super::Status;
use crate::args::{Db, Memory, StopAfter, Threads};
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
use mancala_search::{Driver, NoOracle, Oracle, SearchOptions, SolveOptions, solve};
use size::{Means, Problem};

const EXAMPLES: &str = "\
Examples:
  mancala solve kalah:6,4
  mancala solve kalah:6,4,capture=empty --driver pvs,mtdf,bisect
  mancala solve kalah:6 --position '4,4,0,5,5,5/4,4,4,4,4,4 1,0 s'
  mancala solve kalah:4,3 --no-db --threads 1 --json | jq .value_seeds
  mancala solve kalah:6,5 --seeds 24 --memory 12G --value-only

Without --no-db the proof stands on the endgame database of the rules. If it is not there yet it is built first, of a
size that suits the problem and the memory, and checked. With --threads 1, and --seeds or --no-db, the nodes are the
same on every run and machine.";

/// Prove the value of a start or a position, of each first turn, and find a line of best play
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game, as kalah:6,4 or kalah:6,4,capture=empty
    game: String,
    /// The position to solve [default: the start of the game]
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Prove the value only, not those of the first turns
    #[arg(long, conflicts_with = "pie")]
    value_only: bool,
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
    db: Db,
    /// Search alone, without a database
    #[arg(long, conflicts_with_all = ["db", "seeds"])]
    no_db: bool,
    /// The size of the database, in seeds on the board [default: by problem and memory]
    #[arg(long, value_name = "N")]
    seeds: Option<u32>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    stop_after: StopAfter,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let game = subject::game(&arguments.game)?;
    let (rules, seeds, pie) = match game {
        GameSpec::Kalah { rules, seeds, pie } => (rules, seeds, pie || arguments.pie),
        GameSpec::Toguz { rules } => return Err(subject::not_kalah(&rules, "solve")),
    };
    if pie && arguments.value_only {
        return Err(Failure::new(
            Kind::Usage,
            "the pie rule needs the values of the first turns, which --value-only leaves out",
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
    let progress = Progress::new(output, "positions", arguments.stop_after.time());
    let answer = if arguments.no_db {
        task.solve(&NoOracle, None, progress)?
    } else {
        let ground = task.ground(&progress)?;
        task.solve(&ground, Some(&ground), progress)?
    };
    output.report(&answer)?;
    Ok(Status::Done)
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
        let Arguments { db, memory, .. } = self.arguments;
        let existing = match Database::open(&db.folder(self.rules), self.rules) {
            Ok(database) => Some(database),
            Err(mancala_endgame::Error::Missing { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        let threads = self.arguments.threads.count();
        let means = Means {
            memory: memory.bytes(),
            threads,
            existing: existing.as_ref().map(Database::most_seeds),
        };
        let seeds = self
            .arguments
            .seeds
            .unwrap_or_else(|| size::choose(&self.problem(), &means));
        let work = Work {
            output: self.output,
            progress,
            threads,
            memory: means.memory,
        };
        Ground::prepare(db, self.rules, seeds, existing, &work)
    }

    fn solve<O: Oracle<KalahPosition>>(
        &self,
        oracle: &O,
        ground: Option<&Ground>,
        progress: Progress,
    ) -> Result<Answer, Failure> {
        let threads = self.arguments.threads.count();
        let pool = self.arguments.threads.pool()?;
        let progress = progress.followed_by("nodes");
        let database_seeds = ground.map_or(0, Oracle::most_seeds);
        let memory = self.arguments.memory.bytes();
        let table_bytes = size::table_bytes(&self.problem(), database_seeds, memory);
        let mut proofs: Vec<Proof> = Vec::new();
        for &driver in &self.arguments.driver {
            let options = SolveOptions {
                driver,
                table_bytes,
                threads,
                value_only: self.arguments.value_only,
                search: SearchOptions::ALL,
            };
            let prove = || {
                solve(
                    self.rules,
                    &self.state.position,
                    oracle,
                    &options,
                    &progress,
                )
            };
            let solution = match &pool {
                Some(pool) => pool.install(prove),
                None => prove(),
            };
            let solution = solution.map_err(|error| progress.explain_proof(error))?;
            let proof = Proof { driver, solution };
            if let Some(first) = proofs.first() {
                first.compare(&proof)?;
            }
            proofs.push(proof);
        }
        drop(progress);
        Ok(Answer::new(self, threads, &proofs, ground))
    }
}
