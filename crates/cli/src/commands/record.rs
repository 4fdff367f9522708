//! `mancala record`: adds answers of `mancala solve --json` to the file of records.

use crate::args::RecordFile;
use crate::failure::{Failure, Kind};
use crate::output::{Output, Report};
use crate::records::{self, Played, Record, RecordedValue, Start, Turn};
use crate::status::Status;
use crate::text::numbers::plural;
use crate::text::style::Style;
use clap::Args;
use serde::{Deserialize, Serialize};
use std::io::Read;

const EXAMPLES: &str = "\
Examples:
  mancala solve kalah:5,3 --json | mancala record
  mancala solve kalah:6,3,capture=empty --seeds 20 --threads 1 --json | mancala record my-results.jsonl

Starts are recorded, not other positions. What a proof that was stopped prints is recorded with its bounds, until there is
something closer. Before an answer is taken its line is played through; one that contradicts the
record that is there is refused, and the file stays as it is.";

/// Put the answers of `mancala solve --json`, read from stdin, on record
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: RecordFile,
}

/// The fields of an answer of `mancala solve` that a record takes.
#[derive(Deserialize)]
struct Solved {
    game: String,
    position: String,
    rules: String,
    proved: bool,
    #[serde(flatten)]
    value: RecordedValue,
    moves: Vec<Turn>,
    /// Missing in the answer of a stopped proof.
    #[serde(default)]
    principal_variation: Vec<String>,
    nodes: u64,
    elapsed_ms: u64,
    threads: u32,
    drivers: Vec<SolvedBy>,
    database: Option<Database>,
    /// The program that made the proof; this one if the answer does not say.
    version: Option<String>,
    /// Whether a stopped proof had `--value-only`.
    #[serde(default)]
    value_only: bool,
}

#[derive(Deserialize)]
struct SolvedBy {
    driver: String,
}

#[derive(Deserialize)]
struct Database {
    seeds: u32,
}

#[derive(Serialize)]
struct Answer {
    file: String,
    recorded: Vec<Recorded>,
    records: usize,
}

#[derive(Serialize)]
struct Recorded {
    game: String,
    /// Whether all values are exact.
    proved: bool,
    #[serde(flatten)]
    value: RecordedValue,
    turns: usize,
    /// Whether it replaced an older record of the start.
    replaced: bool,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let path = arguments.file.path();
    let mut all = records::read_or_none(path)?;
    let mut text = String::new();
    let read = std::io::stdin().lock().read_to_string(&mut text);
    read.map_err(|error| Failure::new(Kind::Io, format_args!("cannot read stdin: {error}")))?;
    let mut recorded = Vec::new();
    let no_answer = |error: serde_json::Error| {
        Failure::new(
            Kind::Record,
            format_args!("what comes from stdin is no answer of a proof: {error}"),
        )
        .hint("`mancala solve GAME --json | mancala record`")
    };
    for answer in serde_json::Deserializer::from_str(&text).into_iter::<Solved>() {
        let (start, record) = answer.map_err(no_answer)?.record()?;
        recorded.push(take(&mut all, start, record)?);
    }
    if recorded.is_empty() {
        return Err(Failure::new(Kind::Record, "nothing came from stdin")
            .hint("`mancala solve GAME --json | mancala record`"));
    }
    records::write(path, &mut all)?;
    output.report(&Answer {
        file: path.display().to_string(),
        recorded,
        records: all.len(),
    })?;
    Ok(Status::Done)
}

impl Solved {
    /// The record, after playing its turns and its line.
    fn record(self) -> Result<(Start, Record), Failure> {
        let command = self.command();
        let record = Record {
            rules: self.rules,
            proved: self.proved,
            value: self.value,
            moves: self.moves,
            principal_variation: self.principal_variation,
            nodes: self.nodes,
            elapsed_ms: self.elapsed_ms,
            threads: self.threads,
            drivers: self.drivers.into_iter().map(|by| by.driver).collect(),
            database_seeds: self.database.map(|database| database.seeds),
            version: self
                .version
                .unwrap_or_else(|| env!("MANCALA_VERSION").to_owned()),
            command,
            game: self.game,
        };
        let refuse = |message: &str| {
            Err(Failure::new(
                Kind::Record,
                format_args!("{}: {message}", record.game),
            ))
        };
        let start = record.start()?;
        if self.position != start.state.to_text(&start.rules) {
            return refuse("only starts are recorded, not other positions");
        }
        match Played::new(&start, &record).faults.first() {
            Some(fault) => refuse(fault),
            None => Ok((start, record)),
        }
    }

    /// The command that repeats the proof; with one thread, in the same number of nodes. A stopped
    /// proof is stopped again.
    fn command(&self) -> String {
        let mut command = format!("mancala solve {}", self.game);
        match &self.database {
            Some(database) => command.push_str(&format!(" --seeds {}", database.seeds)),
            None => command.push_str(" --no-db"),
        }
        command.push_str(&format!(" --threads {}", self.threads));
        let drivers: Vec<_> = self.drivers.iter().map(|by| by.driver.as_str()).collect();
        command.push_str(&format!(" --driver {}", drivers.join(",")));
        if self.moves.is_empty() || self.value_only {
            command.push_str(" --value-only");
        }
        if !self.proved {
            // The time of all its runs together.
            let seconds = self.elapsed_ms.div_ceil(1000);
            command.push_str(&format!(" --stop-after {seconds}s"));
        }
        command
    }
}

/// Adds a record to the list, or replaces the one of the same start if it proves as much.
fn take(all: &mut Vec<(Start, Record)>, start: Start, record: Record) -> Result<Recorded, Failure> {
    let recorded = |replaced| Recorded {
        game: record.game.clone(),
        proved: record.proved,
        value: record.value,
        turns: record.moves.len(),
        replaced,
    };
    let Some((_, old)) = all.iter_mut().find(|(other, _)| *other == start) else {
        let recorded = recorded(false);
        all.push((start, record));
        return Ok(recorded);
    };
    let differ = |what: String, was: RecordedValue, is: RecordedValue| {
        let (was, is) = (was.words(), is.words());
        Failure::new(
            Kind::Disagreement,
            format_args!("{what} is {was} on record and {is} now"),
        )
    };
    if !old.value.agrees_with(record.value.bounds()) {
        let what = format!("the value of {}", record.game);
        return Err(differ(what, old.value, record.value));
    }
    for turn in &old.moves {
        let same = record
            .moves
            .iter()
            .find(|other| other.r#move == turn.r#move);
        if let Some(other) = same
            && !other.value.agrees_with(turn.value.bounds())
        {
            let what = format!("turn {} of {}", turn.r#move, record.game);
            return Err(differ(what, turn.value, other.value));
        }
    }
    let refuse = |message: &str| {
        Err(Failure::new(
            Kind::Record,
            format_args!("{} is on record with {message}", record.game),
        ))
    };
    if old.proved && !record.proved {
        return refuse("its proof, and this one was stopped");
    }
    if !record.value.is_as_close_as(old.value) {
        return refuse("closer bounds");
    }
    if old.proved && !old.moves.is_empty() && record.moves.is_empty() {
        return refuse("its first turns, which this lacks");
    }
    let recorded = recorded(true);
    *old = record;
    Ok(recorded)
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let mut text = String::new();
        for recorded in &self.recorded {
            let how = if recorded.replaced {
                "recorded anew"
            } else {
                "recorded"
            };
            text.push_str(&format!(
                "{how} {}: {}, {}\n",
                style.bold(&recorded.game),
                recorded.value.words(),
                plural(recorded.turns as u64, "first turn", "first turns"),
            ));
        }
        let records = plural(self.records as u64, "record", "records");
        text.push_str(&format!("{records} in {}\n", self.file));
        text
    }
}
