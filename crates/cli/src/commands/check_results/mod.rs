//! `mancala check-results`: checks the records of proofs.

mod proof;
mod reference;
mod row;

use crate::args::{Db, Memory, RecordFile, StopAfter, Threads};
use crate::failure::Failure;
use crate::output::{Output, Report};
use crate::progress::Progress;
use crate::proof::{ProofProgress, explain, on_database};
use crate::records::{self, Record, Start};
use crate::signals;
use crate::status::Status;
use crate::text::duration::{self, millis, shown};
use crate::text::layout::wrapped;
use crate::text::numbers::{grouped, plural};
use crate::text::style::Style;
use clap::Args;
use mancala_endgame::Monitor;
use mancala_position::kalah::KalahRules;
use mancala_position::rank;
use mancala_search::{KalahProver, ProofDatabase, Resources};
use proof::ReproofLimits;
use row::Row;
use serde::Serialize;
use std::collections::HashMap;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  mancala check-results
  mancala check-results --limit 10m --threads 8
  mancala check-results --no-db --limit 5s my-results.jsonl
  mancala check-results --json | jq '.rows[] | select(.proved_again | not)'

Of each record the turns and the line are played, every position that an endgame database has is compared with it, the
published values there are are compared, and what takes no longer than --limit is proved again. What is left unchecked
is said. A small database is built where there is none.";

/// Check the results that are on record, as far as possible by proving them again
///
/// Exit code 1 means that something on record is wrong.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: RecordFile,
    /// Prove again what takes no longer than this, as 5s or 10m
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = duration::parse)]
    limit: Duration,
    #[command(flatten)]
    db: Db,
    /// Use no database
    #[arg(long, conflicts_with = "db")]
    no_db: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    stop_after: StopAfter,
}

#[derive(Serialize)]
struct Answer {
    file: String,
    ok: bool,
    records: u64,
    /// The number of records checked before the end.
    checked: u64,
    /// The number of records proved again, with all their first turns.
    proved_again: u64,
    rows: Vec<Row>,
    elapsed_ms: u64,
    #[serde(skip)]
    time: Duration,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let begun = Instant::now();
    let (name, text) = arguments.file.read()?;
    let all = records::parse(&name, &text)?;
    signals::watch()?;
    let rows = Checking::new(arguments, output, &all).rows()?;
    let checked = rows.len() as u64;
    let answer = Answer {
        file: name,
        ok: rows.iter().all(|row| row.ok),
        records: all.len() as u64,
        checked,
        proved_again: rows.iter().filter(|row| row.proved_again).count() as u64,
        rows,
        elapsed_ms: millis(begun.elapsed()),
        time: begun.elapsed(),
    };
    output.report(&answer)?;
    let late = arguments
        .stop_after
        .time()
        .is_some_and(|time| begun.elapsed() >= time);
    Ok(match signals::caught() {
        _ if !answer.ok => Status::No,
        Some(stop) => Status::Stopped(stop),
        None if late && checked < answer.records => Status::Stopped(crate::status::Stop::Deadline),
        None => Status::Done,
    })
}

/// Missing databases are built up to so many positions, which takes a second.
const BUILT_POSITIONS: u64 = 50_000_000;

struct Checking<'a> {
    arguments: &'a Arguments,
    output: &'a Output,
    all: &'a [(Start, Record)],
    databases: HashMap<KalahRules, ProofDatabase>,
}

impl<'a> Checking<'a> {
    fn new(arguments: &'a Arguments, output: &'a Output, all: &'a [(Start, Record)]) -> Self {
        Self {
            arguments,
            output,
            all,
            databases: HashMap::new(),
        }
    }

    /// Checks the records one by one, until it is stopped.
    fn rows(mut self) -> Result<Vec<Row>, Failure> {
        let resources = Resources::new(
            self.arguments.memory.bytes(),
            self.arguments.threads.count(),
        );
        let stop_after = self.arguments.stop_after.time();
        let building = Progress::new(self.output, "positions", stop_after);
        if !self.arguments.no_db {
            for (start, _) in self.all {
                if !self.databases.contains_key(&start.rules)
                    && let Some(database) = self.database(&start.rules, resources, &building)?
                {
                    self.databases.insert(start.rules, database);
                }
            }
        }
        let progress = building.followed_by("records");
        progress.start("checking", self.all.len() as u64);
        let limits = ReproofLimits {
            resources,
            limit: self.arguments.limit,
            progress: &progress,
        };
        let pool = self.arguments.threads.pool()?;
        let mut rows = Vec::new();
        for (start, record) in self.all {
            if progress.should_stop() {
                break;
            }
            let database = self.databases.get(&start.rules);
            let check = || Row::check(start, record, database, &limits);
            rows.push(match &pool {
                Some(pool) => pool.install(check)?,
                None => check()?,
            });
            progress.advance(1);
        }
        Ok(rows)
    }

    /// The existing database, or a small one built for the records of the rules.
    fn database(
        &self,
        rules: &KalahRules,
        resources: Resources,
        progress: &Progress,
    ) -> Result<Option<ProofDatabase>, Failure> {
        let records = self.all.iter().filter(|(start, _)| start.rules == *rules);
        let wanted = records.map(|(start, record)| {
            let seeds = start.state.position().seeds();
            record.database_seeds.unwrap_or(0).min(seeds)
        });
        let pits = 2 * rules.pits();
        let cheap = |seeds: &u32| {
            rank::binomial(seeds + pits, pits).is_some_and(|all| all <= BUILT_POSITIONS)
        };
        let small = (0..=wanted.max().unwrap_or(0)).take_while(cheap).last();
        let prover = KalahProver::new(*rules).resources(resources);
        let observer = ProofProgress {
            output: self.output,
            progress,
        };
        on_database(prover, rules, &self.arguments.db)
            .prepare_database(small.unwrap_or(0), &observer)
            .map_err(|error| explain(error, rules, progress))
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let head = format!("{}: ", row.game);
            for fault in &row.faults {
                let verdict = style.red("wrong");
                text.push_str(&wrapped(
                    &head,
                    &format!("{verdict} ({}): {}", fault.check, fault.message),
                ));
            }
            for unchecked in &row.unchecked {
                text.push_str(&wrapped(&head, unchecked));
            }
        }
        let sum = |count: fn(&Row) -> u64| grouped(self.rows.iter().map(count).sum());
        let verdict = if self.ok {
            style.green("nothing is wrong")
        } else {
            let wrong = self.rows.iter().filter(|row| !row.ok).count() as u64;
            style.red(&format!(
                "{} wrong",
                plural(wrong, "record is", "records are")
            ))
        };
        text.push_str(&format!(
            "{} of {} checked in {}: {verdict}\n",
            plural(self.checked, "record", "records"),
            grouped(self.records),
            shown(self.time)
        ));
        text.push_str(&format!(
            "{} proved again, {} sowings played, {} positions compared with databases, {} with published values\n",
            grouped(self.proved_again),
            sum(|row| row.line_plies as u64),
            sum(|row| row.database_positions),
            sum(|row| row.published_values),
        ));
        text
    }
}
