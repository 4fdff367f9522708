//! `mancala stats`: shows the statistics of the values in a database.

mod answer;
mod arguments;
mod chart;
mod csv;
mod kalah;
mod toguz;

pub(crate) use arguments::Arguments;

use crate::args::game;
use crate::failure::Failure;
use crate::output::Output;
use crate::status::Status;
use mancala_position::GameSpec;

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    match game::parse(&arguments.game)? {
        GameSpec::Kalah { rules, .. } => kalah::run(&rules, arguments, output)?,
        GameSpec::Toguz { rules } => toguz::run(&rules, arguments, output)?,
    }
    Ok(Status::Done)
}
