//! Many positions, one a line, each answered with a line of JSON.

use super::answer::Answer;
use super::arguments::Arguments;
use super::engine_setup::{analyze, engine};
use crate::args::game;
use crate::failure::{Failure, Kind};
use crate::input::{Line, lines};
use crate::output::{ErrorFields, Output};
use crate::signals;
use crate::status::Status;
use mancala_position::GameSpec;
use serde::Serialize;

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
    let mut lines = lines(&arguments.positions)?;
    let mut engine = engine(arguments, game, output)?;
    let mut refused = false;
    while signals::caught().is_none() && !output.is_closed() {
        let Some(line) = lines.next().transpose()? else {
            break;
        };
        let (text, state) = match &line {
            Line::Text(line) => match line.trim() {
                text if text.is_empty() || text.starts_with('#') => continue,
                text => (text, game::state(game, Some(text))),
            },
            Line::TooLong => ("", Err(too_long())),
        };
        match state {
            Ok(state) => {
                // Each answer is what it would be alone.
                engine.forget()?;
                let report = analyze(&mut engine, arguments, &[state], &mut |_| {})?;
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
    Ok(match signals::status() {
        Status::Done if refused => Status::No,
        status => status,
    })
}

fn too_long() -> Failure {
    Failure::new(Kind::Position, "the line is too long to be a position")
}
