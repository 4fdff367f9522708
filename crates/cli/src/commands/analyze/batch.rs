//! Many positions, each analyzed as it would be alone.

use super::answer::Answer;
use super::arguments::Arguments;
use super::engine_setup::{analyze, engine};
use crate::args::game;
use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;
use mancala_position::GameSpec;

pub(super) fn run(
    arguments: &Arguments,
    game: &GameSpec,
    output: &Output,
) -> Result<Status, Failure> {
    let mut engine = engine(arguments, game, output)?;
    arguments.batch.answer(output, |text| {
        let state = game::state(game, Some(text))?;
        engine.forget()?;
        let report = analyze(&mut engine, arguments, &state, &[], &mut |_| {})?;
        output.json(&Answer::new(game, &state, &report))
    })
}
