//! `mancala stats` for Kalah.

use super::answer::Answer;
use super::arguments::Arguments;
use super::{chart, csv};
use crate::database::missing_layer;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use mancala_position::kalah::KalahRules;

pub(super) fn run(
    rules: &KalahRules,
    arguments: &Arguments,
    output: &Output,
) -> Result<(), Failure> {
    if arguments.kazans.is_some() {
        return Err(Failure::new(
            Kind::Usage,
            "--kazans serves the Toguz family: values of Kalah do not depend on the stores",
        ));
    }
    let database = arguments.db.open(rules)?;
    if let Some(seeds) = arguments.seeds
        && seeds > database.most_seeds()
    {
        return Err(missing_layer(&database, seeds));
    }
    let answer = Answer::new(&database, arguments);
    if let Some(path) = &arguments.svg {
        chart::draw(&database, path)?;
    }
    if arguments.csv {
        output.text(&csv::text(&answer))
    } else {
        output.report(&answer)
    }
}
