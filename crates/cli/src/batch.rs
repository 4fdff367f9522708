//! Batches: many positions, one a line, each answered with a line of JSON in the same order.

use crate::failure::{Failure, Kind};
use crate::input::{Line, lines};
use crate::output::{ErrorFields, Output};
use crate::signals;
use crate::status::Status;
use clap::Args;
use serde::Serialize;

/// The options of a batch.
#[derive(Args)]
pub(crate) struct Batch {
    /// Read positions, one a line, and answer each with a line of JSON
    #[arg(long)]
    pub(crate) jsonl: bool,
    /// The file of the positions of --jsonl; - is stdin
    #[arg(long, value_name = "FILE", default_value = "-", requires = "jsonl")]
    pub(crate) positions: String,
}

/// The answer for a line that has none.
#[derive(Serialize)]
struct Refused<'a> {
    position: &'a str,
    error: ErrorFields<'a>,
}

impl Batch {
    /// Answers every line that is not empty or a comment (`#`). A line that is no position, or
    /// whose search does not end within its limit, is answered with its error, and the work goes
    /// on; at a signal it stops.
    pub(crate) fn answer(
        &self,
        output: &Output,
        mut answer: impl FnMut(&str) -> Result<(), Failure>,
    ) -> Result<Status, Failure> {
        signals::watch()?;
        let mut lines = lines(&self.positions)?;
        let mut refused = false;
        while signals::caught().is_none() && !output.is_closed() {
            let Some(line) = lines.next().transpose()? else {
                break;
            };
            let (text, answered) = match &line {
                Line::Text(line) => match line.trim() {
                    text if text.is_empty() || text.starts_with('#') => continue,
                    text => (text, answer(text)),
                },
                Line::TooLong => ("", Err(too_long())),
            };
            match answered {
                Ok(()) => {}
                Err(failure) if matches!(failure.kind, Kind::Position | Kind::Limit) => {
                    refused = true;
                    Output::fail_text(&failure);
                    output.json(&Refused {
                        position: text,
                        error: (&failure).into(),
                    })?;
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(match signals::status() {
            Status::Done if refused => Status::No,
            status => status,
        })
    }
}

fn too_long() -> Failure {
    Failure::new(Kind::Position, "the line is too long to be a position")
}
