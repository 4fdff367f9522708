//! `mancala query`: looks up the value of a position and of its moves in a database.

mod arguments;
mod best_moves;
mod kalah;
mod line;
mod positions;
mod toguz;

pub(crate) use arguments::Arguments;

use crate::args::game;
use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;
use mancala_position::GameSpec;

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    match game::parse(&arguments.game)? {
        GameSpec::Kalah { rules, .. } => kalah::run(&rules, arguments, output),
        GameSpec::Toguz { rules } => toguz::run(&rules, arguments, output),
    }
}
