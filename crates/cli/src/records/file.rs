//! Files of records: one JSON object a line, sorted by game, so that programs can read them line by
//! line and a diff shows what has changed.

use super::record::Record;
use super::start::Start;
use crate::failure::{Failure, Kind};
use crate::input;
use crate::output::AtomicFile;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// Reads a file of records and sorts them.
///
/// # Errors
///
/// [`Kind::Io`] if it cannot be read, [`Kind::Record`] if a line is not a record or two are of the
/// same start.
fn read(path: &Path) -> Result<Vec<(Start, Record)>, Failure> {
    parse(&path.display().to_string(), &input::read(path)?)
}

/// Reads the text of a file of records. `name` is the file's, for errors.
pub(crate) fn parse(name: &str, text: &str) -> Result<Vec<(Start, Record)>, Failure> {
    let mut records = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let refuse = |message: String| {
            Failure::new(
                Kind::Record,
                format_args!("{name}, line {number}: {message}"),
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

/// Reads a file of records; one that does not exist has none.
pub(crate) fn read_or_none(path: &Path) -> Result<Vec<(Start, Record)>, Failure> {
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        _ => read(path),
    }
}

fn sort(records: &mut [(Start, Record)]) {
    records.sort_by_cached_key(|(start, _)| start.place());
}

/// Writes a file of records, sorted. The old file stays until the new one is complete.
pub(crate) fn write(path: &Path, records: &mut [(Start, Record)]) -> Result<(), Failure> {
    sort(records);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Failure::io("make", folder, &error))?;
    }
    let mut text = String::new();
    for (_, record) in records {
        let line = serde_json::to_string(record)
            .map_err(|error| Failure::io("write", path, &error.into()))?;
        text.push_str(&line);
        text.push('\n');
    }
    AtomicFile::write_whole(path, text.as_bytes())?;
    Ok(())
}
