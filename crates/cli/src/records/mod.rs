//! Records of proofs: what was proved of a start, and the command that proves it again. A file of them has a JSON
//! object a line, sorted by game, so that programs read it line by line and people see what has changed.

mod play;
mod worth;

use crate::failure::{Failure, Kind};
use clap::Args;
use mancala_position::GameSpec;
use mancala_position::kalah::{Capture, End, KalahPosition, KalahRules, KalahState, Lap, Leftover};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

pub(crate) use play::Played;
pub(crate) use worth::Worth;

/// The results of this project.
const FILE: &str = "solver-data/kalah/solved.jsonl";

/// The file of records, as an option.
#[derive(Args)]
pub(crate) struct RecordFile {
    /// The file of records
    #[arg(value_name = "FILE", default_value = FILE)]
    pub(crate) path: PathBuf,
}

/// What is proved of a start, with the field names of `mancala solve --json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The start, in the short form.
    pub(crate) game: String,
    /// The rules with every option.
    pub(crate) rules: String,
    /// Whether everything in it is exact: `false` for a proof that was stopped. Only then it is written.
    #[serde(default = "yes", skip_serializing_if = "is_proved")]
    pub(crate) proved: bool,
    /// For the first player.
    #[serde(flatten)]
    pub(crate) worth: Worth,
    /// Every first turn; none if only the value was proved.
    pub(crate) moves: Vec<Turn>,
    /// Turns of best play to the end; none if only the value was proved.
    pub(crate) principal_variation: Vec<String>,
    pub(crate) nodes: u64,
    pub(crate) elapsed_ms: u64,
    pub(crate) threads: u32,
    /// The drivers that agreed.
    pub(crate) drivers: Vec<String>,
    /// The seeds of the database that the proof rests on; none if it had no database.
    pub(crate) database_seeds: Option<u32>,
    /// The program that made the proof.
    pub(crate) version: String,
    /// What repeats it.
    pub(crate) command: String,
}

/// A whole first turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Turn {
    pub(crate) r#move: String,
    #[serde(flatten)]
    pub(crate) worth: Worth,
}

const fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
const fn is_proved(proved: &bool) -> bool {
    *proved
}

/// The start that a record is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Start {
    pub(crate) rules: KalahRules,
    pub(crate) seeds: u32,
    pub(crate) state: KalahState,
}

impl Start {
    /// The place of the start in a file: by pits, seeds and options, the usual ones first.
    fn place(&self) -> (u32, u32, [Option<usize>; 4]) {
        let rules = &self.rules;
        let options = [
            place_of(&rules.capture, Capture::ALL),
            place_of(&rules.end, End::ALL),
            place_of(&rules.leftover, Leftover::ALL),
            place_of(&rules.lap, Lap::ALL),
        ];
        (rules.pits(), self.seeds, options)
    }
}

fn place_of<T: PartialEq>(value: &T, all: &[T]) -> Option<usize> {
    all.iter().position(|other| other == value)
}

impl Record {
    /// The start.
    ///
    /// # Errors
    ///
    /// [`Kind::Record`] if the game is not a start of Kalah, or its rules are not those of the record.
    pub(crate) fn start(&self) -> Result<Start, Failure> {
        let refuse = |message: String| Failure::new(Kind::Record, message);
        let spec: GameSpec = self
            .game
            .parse()
            .map_err(|error| refuse(format!("{}: {error}", self.game)))?;
        let GameSpec::Kalah {
            rules,
            seeds: Some(seeds),
            ..
        } = spec
        else {
            return Err(refuse(format!("{} is no start of Kalah", self.game)));
        };
        if rules.id() != self.rules {
            return Err(refuse(format!(
                "{} has the rules {}, and the record says {}",
                self.game,
                rules.id(),
                self.rules
            )));
        }
        let position = KalahPosition::start(&rules, seeds)
            .map_err(|error| refuse(format!("{}: {error}", self.game)))?;
        Ok(Start {
            rules,
            seeds,
            state: KalahState::new(position),
        })
    }

    /// The best first turns, as far as they are known to be.
    pub(crate) fn best(&self) -> Vec<&str> {
        let value = self.worth.value();
        let best = self.moves.iter();
        let best = best.filter(|turn| value.is_some() && turn.worth.value() == value);
        best.map(|turn| turn.r#move.as_str()).collect()
    }

    /// The value for the first player if the second may swap sides after the first turn; none without the values of
    /// the turns.
    pub(crate) fn pie_value(&self) -> Option<i32> {
        let values: Option<Vec<_>> = self.moves.iter().map(|turn| turn.worth.value()).collect();
        values?.into_iter().map(|value| -value.abs()).max()
    }
}

/// Reads a file of records, which are in order afterwards.
///
/// # Errors
///
/// [`Kind::Io`] if it cannot be read, [`Kind::Record`] if a line is no record or two are of the same start.
pub(crate) fn read(path: &Path) -> Result<Vec<(Start, Record)>, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::io("read", path, &error))?;
    let mut records = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let refuse = |message: String| {
            let path = path.display();
            Failure::new(
                Kind::Record,
                format_args!("{path}, line {number}: {message}"),
            )
        };
        let record: Record =
            serde_json::from_str(line).map_err(|error| refuse(error.to_string()))?;
        let start = record.start().map_err(|failure| refuse(failure.message))?;
        if records.iter().any(|(other, _)| *other == start) {
            return Err(refuse(format!("a second record of {}", record.game)));
        }
        records.push((start, record));
    }
    sort(&mut records);
    Ok(records)
}

/// The same for a file that need not be there yet.
pub(crate) fn read_or_none(path: &Path) -> Result<Vec<(Start, Record)>, Failure> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        _ => read(path),
    }
}

fn sort(records: &mut [(Start, Record)]) {
    records.sort_by_cached_key(|(start, _)| start.place());
}

/// Writes a file of records, in order; it has its old content until the new one is whole.
pub(crate) fn write(path: &Path, records: &mut [(Start, Record)]) -> Result<(), Failure> {
    sort(records);
    let failed = |error: std::io::Error| Failure::io("write", path, &error);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let mut file = fs::File::create(&part).map_err(failed)?;
    for (_, record) in records {
        let line = serde_json::to_string(record).map_err(std::io::Error::from);
        writeln!(file, "{}", line.map_err(failed)?).map_err(failed)?;
    }
    file.sync_all().map_err(failed)?;
    fs::rename(&part, path).map_err(failed)
}
