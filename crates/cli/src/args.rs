//! The arguments: the whole command line, and the groups of options that several commands share.

use crate::commands::{
    Status, analyze, bench, build, check_results, completions, contest, engine, etudes, export,
    fair, man, pack, perft, plan, play, query, record, replay, results, shortest, solve, stats,
    unpack, verify,
};
use crate::duration::Span;
use crate::failure::{Failure, Kind};
use crate::memory;
use crate::output::Output;
use crate::size::Size;
use clap::{Args, Parser, Subcommand, ValueEnum};
use mancala_endgame::{Counts, Database, MANIFEST, ToguzDatabase};
use mancala_position::kalah::KalahRules;
use mancala_position::toguz::ToguzRules;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  mancala solve kalah:6,4                      prove the value of a start and of its first turns
  mancala solve kalah:6,4,capture=empty        the same under another rule
  mancala build kalah:6 --seeds 16             build the endgame database to 16 seeds
  mancala query kalah:6 '0,1,0,2,0,1/2,0,0,1,0,0 0,0 s'
  mancala replay games.tgk                     check a file of Toguz Kumalak games
  mancala analyze toguz --time 10s             the best move of a position, by deep search
  mancala perft toguz --depth 7 --json | jq .nodes
  mancala play toguz                           play against the engine
  mancala match toguz --a time=0.1s --b plain:8

A GAME is kalah:PITS or kalah:PITS,SEEDS, toguz, bestemshe or qozdatu, with options behind it, each after a comma:
  kalah    capture=standard|empty|never  end=at-once|on-turn  leftover=owner|nobody|emptied
           lap=plain|skip-origin  pie=off|on
  others   stop-at-majority=on|off  atsyz=rest-to-opponent|extra-move  tuzdik=standard|allow-ninth|none
           origin=first-ball|skipped  capture=even|two

Exit codes: 0 done, 1 the answer is no, 2 an error, 130 or 143 interrupted after saving.";

/// Exact endgame databases, proofs and benchmarks of sowing games: Kalah(m, n) and the Toguz family.
#[derive(Parser)]
#[command(name = "mancala", version = env!("MANCALA_VERSION"), arg_required_else_help = true, after_help = EXAMPLES)]
pub(crate) struct Cli {
    /// Answer with one JSON object on stdout, errors included
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// No progress and no remarks on stderr
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands, each in a module of its own.
#[derive(Subcommand)]
pub(crate) enum Command {
    Solve(solve::Arguments),
    Build(build::Arguments),
    Plan(plan::Arguments),
    Verify(verify::Arguments),
    Query(query::Arguments),
    Stats(stats::Arguments),
    Export(export::Arguments),
    Fair(fair::Arguments),
    Record(record::Arguments),
    Results(results::Arguments),
    CheckResults(check_results::Arguments),
    Pack(pack::Arguments),
    Unpack(unpack::Arguments),
    Replay(replay::Arguments),
    Analyze(analyze::Arguments),
    Perft(perft::Arguments),
    Shortest(shortest::Arguments),
    Play(play::Arguments),
    Engine(engine::Arguments),
    Match(Box<contest::Arguments>),
    Etudes(etudes::Arguments),
    Bench(bench::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

impl Command {
    pub(crate) fn run(self, output: &Output) -> Result<Status, Failure> {
        match self {
            Self::Solve(arguments) => solve::run(&arguments, output),
            Self::Build(arguments) => build::run(&arguments, output),
            Self::Plan(arguments) => plan::run(&arguments, output),
            Self::Verify(arguments) => verify::run(&arguments, output),
            Self::Query(arguments) => query::run(&arguments, output),
            Self::Stats(arguments) => stats::run(&arguments, output),
            Self::Export(arguments) => export::run(&arguments, output),
            Self::Fair(arguments) => fair::run(&arguments, output),
            Self::Record(arguments) => record::run(&arguments, output),
            Self::Results(arguments) => results::run(&arguments, output),
            Self::CheckResults(arguments) => check_results::run(&arguments, output),
            Self::Pack(arguments) => pack::run(&arguments, output),
            Self::Unpack(arguments) => unpack::run(&arguments, output),
            Self::Replay(arguments) => replay::run(&arguments, output),
            Self::Analyze(arguments) => analyze::run(&arguments, output),
            Self::Perft(arguments) => perft::run(&arguments, output),
            Self::Shortest(arguments) => shortest::run(&arguments, output),
            Self::Play(arguments) => play::run(&arguments, output),
            Self::Engine(arguments) => engine::run(&arguments, output),
            Self::Match(arguments) => contest::run(&arguments, output),
            Self::Etudes(arguments) => etudes::run(&arguments, output),
            Self::Bench(arguments) => bench::run(&arguments, output),
            Self::Completions(arguments) => completions::run(&arguments, output),
            Self::Man(arguments) => man::run(&arguments, output),
        }
    }
}

/// How many threads to use.
#[derive(Args)]
pub(crate) struct Threads {
    /// Threads to use [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    pub(crate) fn count(&self) -> usize {
        match self.threads {
            Some(threads) => usize::from(threads),
            None => std::thread::available_parallelism().map_or(1, usize::from),
        }
    }

    /// The pool of these threads; none for a single thread, which needs none.
    pub(crate) fn pool(&self) -> Result<Option<ThreadPool>, Failure> {
        let threads = self.count();
        if threads == 1 {
            return Ok(None);
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(Some).map_err(|error| {
            Failure::new(
                Kind::Memory,
                format_args!("cannot start {threads} threads: {error}"),
            )
        })
    }
}

/// How much memory to use.
#[derive(Args)]
pub(crate) struct Memory {
    /// Memory to use at most, as 20G or 512M [default: three quarters of what is available]
    #[arg(long, value_name = "SIZE")]
    memory: Option<Size>,
}

impl Memory {
    /// The size, if one was given.
    pub(crate) fn given(&self) -> Option<u64> {
        self.memory.map(|size| size.0)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.memory
            .map_or_else(memory::default_budget, |size| size.0)
    }
}

/// When to stop.
#[derive(Args)]
pub(crate) struct StopAfter {
    /// Save and stop after this time, as 90s, 10m or 2h; the same command goes on from there
    #[arg(long, value_name = "DURATION")]
    stop_after: Option<Span>,
}

impl StopAfter {
    pub(crate) fn time(&self) -> Option<Duration> {
        self.stop_after.map(|span| span.0)
    }
}

/// What a proof may use.
#[derive(Args)]
pub(crate) struct Means {
    /// The seeds to which all boards are known first, on which the proof stands [default: by problem and memory]
    #[arg(long, value_name = "N")]
    pub(crate) seeds: Option<u32>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    #[command(flatten)]
    pub(crate) memory: Memory,
}

/// The database below a proof, and what the proof may use.
#[derive(Args)]
pub(crate) struct Proving {
    #[command(flatten)]
    pub(crate) db: Db,
    /// Search alone, without a database
    #[arg(long, conflicts_with_all = ["db", "seeds"])]
    pub(crate) no_db: bool,
    #[command(flatten)]
    pub(crate) means: Means,
    #[command(flatten)]
    pub(crate) stop_after: StopAfter,
}

/// How many seeds a database has.
#[derive(Args)]
pub(crate) struct Seeds {
    /// The largest layer: all positions with up to so many seeds on the board
    #[arg(long, short, value_name = "N")]
    pub(crate) seeds: u32,
}

/// Where the databases are.
#[derive(Args)]
pub(crate) struct Db {
    /// The folder of databases, which has a folder for each set of rules; or the folder of one database [default: solver-data/db]
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
}

/// The folder of databases where none is named.
const STANDARD_FOLDER: &str = "solver-data/db";

impl Db {
    /// The folder of the database for these rules.
    pub(crate) fn folder(&self, rules: &KalahRules) -> PathBuf {
        self.or_below(|root| Database::folder(root, rules))
    }

    /// The folder of the database of the Toguz family for these rules.
    pub(crate) fn toguz_folder(&self, rules: &ToguzRules) -> PathBuf {
        self.or_below(|root| ToguzDatabase::folder(root, rules))
    }

    fn or_below(&self, below: impl Fn(&Path) -> PathBuf) -> PathBuf {
        let folder = self.db.as_deref().unwrap_or(Path::new(STANDARD_FOLDER));
        if folder.join(MANIFEST).exists() {
            folder.to_owned()
        } else {
            below(folder)
        }
    }

    /// The database for these rules.
    pub(crate) fn open(&self, rules: &KalahRules) -> Result<Database, Failure> {
        Database::open(&self.folder(rules), rules)
            .map_err(|error| self.with_hint(error.into(), rules))
    }

    /// The database of the Toguz family for these rules.
    pub(crate) fn open_toguz(&self, rules: &ToguzRules) -> Result<ToguzDatabase, Failure> {
        ToguzDatabase::open(&self.toguz_folder(rules), rules)
            .map_err(|error| self.with_toguz_hint(error.into(), rules))
    }

    /// The database for these rules, if there is one.
    pub(crate) fn find(&self, rules: &KalahRules) -> Result<Option<Database>, Failure> {
        there(Database::open(&self.folder(rules), rules))
    }

    /// The database for these rules, if there is one; in a folder that was named there has to be one.
    pub(crate) fn expect(&self, rules: &KalahRules) -> Result<Option<Database>, Failure> {
        match self.db {
            Some(_) => self.open(rules).map(Some),
            None => self.find(rules),
        }
    }

    /// The same for the Toguz family.
    pub(crate) fn expect_toguz(
        &self,
        rules: &ToguzRules,
    ) -> Result<Option<ToguzDatabase>, Failure> {
        match self.db {
            Some(_) => self.open_toguz(rules).map(Some),
            None => there(ToguzDatabase::open(&self.toguz_folder(rules), rules)),
        }
    }

    /// The same failure; that of a missing database says how to make it.
    pub(crate) fn with_hint(&self, failure: Failure, rules: &KalahRules) -> Failure {
        missing_hint(failure, format_args!("mancala build {rules} --seeds 16"))
    }

    /// The same for the Toguz family.
    pub(crate) fn with_toguz_hint(&self, failure: Failure, rules: &ToguzRules) -> Failure {
        missing_hint(failure, format_args!("mancala build {rules} --seeds 8"))
    }
}

fn there<D>(database: Result<D, mancala_endgame::Error>) -> Result<Option<D>, Failure> {
    match database {
        Ok(database) => Ok(Some(database)),
        Err(mancala_endgame::Error::Missing { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn missing_hint(failure: Failure, command: impl Display) -> Failure {
    if failure.kind == Kind::DatabaseMissing {
        failure.hint(format_args!("`{command}` makes one"))
    } else {
        failure
    }
}

/// Which layers are built.
#[derive(Args)]
pub(crate) struct LayerCounts {
    /// Which numbers of balls to build layers of (games without tuzdiks: even ones lead to even ones alone, and odd ones
    /// never occur in a game)
    #[arg(long, value_name = "all|even", default_value = "all")]
    counts: LayerCountsName,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LayerCountsName {
    All,
    Even,
}

impl LayerCounts {
    /// The layers, if the rules allow it to leave the others out.
    pub(crate) fn of(&self, rules: &ToguzRules) -> Result<Counts, Failure> {
        let counts = match self.counts {
            LayerCountsName::All => Counts::All,
            LayerCountsName::Even => Counts::Even,
        };
        if counts.suits(rules) {
            return Ok(counts);
        }
        Err(Failure::new(
            Kind::Usage,
            format_args!(
                "--counts even: in {rules} a new tuzdik takes three balls, so even layers lead to odd ones"
            ),
        )
        .hint("leave --counts out"))
    }

    /// Kalah has layers of all counts.
    pub(crate) fn refuse(&self) -> Result<(), Failure> {
        if self.counts == LayerCountsName::All {
            return Ok(());
        }
        Err(Failure::new(
            Kind::Usage,
            "--counts even: captures of Kalah take odd numbers too, so even layers lead to odd ones",
        )
        .hint("leave --counts out"))
    }
}
