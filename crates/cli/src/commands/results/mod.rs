//! `mancala results`: shows the records of proofs.

mod page;

use crate::args::RecordFile;
use crate::failure::Failure;
use crate::output::{Output, Report};
use crate::records::{self, Record};
use crate::status::Status;
use crate::text::layout::table;
use crate::text::numbers::{grouped, plural, signed};
use crate::text::style::Style;
use clap::Args;
use serde::Serialize;

const EXAMPLES: &str = "\
Examples:
  mancala results
  mancala results --json | jq '.results[] | select(.value_seeds == 0) | .game'
  mancala results --markdown > docs/results.md

`mancala check-results` checks them, `mancala record` adds to them.";

/// Show the starts whose values, or bounds of them, are proved and on record
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    file: RecordFile,
    /// Write the page of results of the documentation
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

#[derive(Serialize)]
struct Answer {
    file: String,
    results: Vec<Entry>,
}

/// A record with the values derived from it.
#[derive(Serialize)]
struct Entry {
    #[serde(flatten)]
    record: Record,
    best: Vec<String>,
    pie_value_seeds: Option<i32>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let (name, text) = arguments.file.read()?;
    let all = records::parse(&name, &text)?;
    if arguments.markdown {
        output.text(&page::page(&all))?;
        return Ok(Status::Done);
    }
    let entry = |(_, record): (_, Record)| Entry {
        best: record.best().into_iter().map(str::to_owned).collect(),
        pie_value_seeds: record.pie_value(),
        record,
    };
    output.report(&Answer {
        file: name,
        results: all.into_iter().map(entry).collect(),
    })?;
    Ok(Status::Done)
}

impl Report for Answer {
    fn text(&self, _: Style) -> String {
        let rows = self.results.iter().map(|entry| {
            let record = &entry.record;
            vec![
                record.game.clone(),
                record.value.words(),
                entry.pie_value_seeds.map_or_else(String::new, signed),
                grouped(record.moves.len() as u64),
                grouped(record.nodes),
                record.database_words(),
            ]
        });
        let head = [
            "game",
            "value",
            "with pie",
            "first turns",
            "nodes",
            "database",
        ];
        let count = plural(self.results.len() as u64, "start", "starts");
        format!("{}{count} in {}\n", table(&head, rows, &[0]), self.file)
    }
}
