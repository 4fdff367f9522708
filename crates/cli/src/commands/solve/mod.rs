//! `mancala solve`: the value of a start or a position, of every first turn, and a line of best
//! play, proved.

mod arguments;
mod kalah;
mod toguz;

pub(crate) use arguments::Arguments;

use crate::args::game;
use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;
use mancala_position::GameSpec;

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let game = game::parse(&arguments.game)?;
    match game {
        GameSpec::Kalah { rules, seeds, pie } => {
            kalah::run(arguments, &game, &rules, seeds, pie, output)
        }
        GameSpec::Toguz { rules } => toguz::run(arguments, &rules, output),
    }
}
