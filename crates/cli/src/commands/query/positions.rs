//! The positions that `mancala query` is asked for: the one of its arguments, or those of a batch.

use super::arguments::Arguments;
use crate::failure::Failure;
use crate::output::{Output, Report};
use crate::status::Status;

/// Answers every position. The one of the arguments is read before the look-up is prepared, so that
/// a bad one is told first.
pub(super) fn answer_all<S, L, A: Report>(
    arguments: &Arguments,
    output: &Output,
    read: impl Fn(&str) -> Result<S, Failure>,
    prepare: impl FnOnce() -> Result<L, Failure>,
    answer: impl Fn(&L, &S) -> Result<A, Failure>,
) -> Result<Status, Failure> {
    let position = arguments.position().map(&read).transpose()?;
    let lookup = prepare()?;
    if let Some(state) = position {
        output.report(&answer(&lookup, &state)?)?;
        return Ok(Status::Done);
    }
    arguments
        .batch
        .answer(output, |text| output.json(&answer(&lookup, &read(text)?)?))
}
