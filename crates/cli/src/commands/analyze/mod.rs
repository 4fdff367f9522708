//! `mancala analyze`: the best moves of a position by deep search, of many positions, or of every
//! position of a game.

mod annotate;
mod answer;
mod arguments;
mod batch;
mod engine_setup;
mod live;

pub(crate) use arguments::Arguments;

use crate::args::game;
use crate::failure::Failure;
use crate::output::Output;
use crate::signals;
use crate::status::Status;
use answer::Answer;
use engine_setup::analyze;
use live::Live;

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    signals::watch()?;
    let game = game::parse(&arguments.game)?;
    if let Some(file) = &arguments.record {
        return annotate::run(arguments, file, &game, output);
    }
    if arguments.batch.jsonl {
        return batch::run(arguments, &game, output);
    }
    let state = game::state(&game, arguments.position.as_deref())?;
    let mut engine = engine_setup::engine(arguments, &game, output)?;
    let mut live = Live::new(output);
    let report = analyze(&mut engine, arguments, &state, &[], &mut |report| {
        live.show(&state, report);
    });
    live.clear();
    let report = report?;
    output.report(&Answer::new(&game, &state, &report))?;
    Ok(signals::status())
}
