//! Many positions, one a line, each answered with a line of JSON.

use super::Arguments;
use super::answer::Answer;
use super::thinker::{engine, status, think};
use crate::commands::Status;
use crate::failure::{Failure, Kind};
use crate::input::name;
use crate::output::{ErrorFields, Output};
use crate::signals;
use crate::subject;
use mancala_position::GameSpec;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

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
    let lines: Box<dyn BufRead> = if file == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(file).map_err(cannot_read)?))
    };
    let mut engine = engine(arguments, game, output)?;
    let mut refused = false;
    for line in lines.split(b'\n') {
        if signals::caught().is_some() || output.is_closed() {
            break;
        }
        let bytes = line.map_err(cannot_read)?;
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        match subject::state(game, Some(text)) {
            Ok(state) => {
                // Each answer is what it would be alone.
                engine.forget()?;
                let insight = think(&mut engine, arguments, &[state], &mut |_| {});
                output.json(&Answer::new(game, &state, &insight))?;
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
