//! Many positions, one a line, each answered with a line of JSON.

use super::answer::Answer;
use super::arguments::Arguments;
use super::engine_setup::{engine, status, think};
use crate::args::game;
use crate::failure::{Failure, Kind};
use crate::input::name;
use crate::output::{ErrorFields, Output};
use crate::signals;
use crate::status::Status;
use mancala_position::GameSpec;
use mancala_search::input::{Input, next_line};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The bytes of a line.
const LONGEST: u64 = 1 << 16;

/// The answer for a line that is no position.
#[derive(Serialize)]
struct Refused<'a> {
    position: &'a str,
    error: ErrorFields<'a>,
}

pub(super) fn run(
    arguments: &Arguments,
    game: &GameSpec,
    output: &Output,
) -> Result<Status, Failure> {
    let file = &arguments.positions;
    let name = name(file);
    let cannot_read = |error: io::Error| Failure::io("read", Path::new(name), &error);
    let mut lines: Box<dyn BufRead> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(file).map_err(cannot_read)?))
    };
    let mut engine = engine(arguments, game, output)?;
    let mut refused = false;
    while signals::caught().is_none() && !output.is_closed() {
        let line = next_line(&mut lines, LONGEST).map_err(cannot_read)?;
        let (text, state) = match &line {
            Input::Line(line) => match line.trim() {
                text if text.is_empty() || text.starts_with('#') => continue,
                text => (text, game::state(game, Some(text))),
            },
            Input::TooLong => ("", Err(too_long())),
            Input::End => break,
        };
        match state {
            Ok(state) => {
                // Each answer is what it would be alone.
                engine.forget()?;
                let report = think(&mut engine, arguments, &[state], &mut |_| {})?;
                output.json(&Answer::new(game, &state, &report))?;
            }
            Err(failure) if failure.kind == Kind::Position => {
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
    Ok(match status() {
        Status::Done if refused => Status::No,
        status => status,
    })
}

fn too_long() -> Failure {
    Failure::new(Kind::Position, "the line is too long to be a position")
}
