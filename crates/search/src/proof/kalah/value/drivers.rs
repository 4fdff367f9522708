//! Three ways to a value, by questions to the search: they must agree.

use super::bound_narrowing::narrow_bounds;
use super::shared_bounds::SharedBounds;
use crate::bounds::Bounds;
use crate::proof::kalah::search::{Abort, WindowSearch};
use std::fmt;
use std::str::FromStr;

/// How the root's value is closed in upon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Driver {
    /// One search with the full window, scouting with null windows inside (Marsland 1983; Reinefeld 1983).
    Pvs,
    /// Null windows, each at the bound that the last one gave (Plaat and others 1996).
    #[default]
    Mtdf,
    /// Null windows, each in the middle of what is left.
    Bisect,
}

impl Driver {
    /// All drivers.
    pub const ALL: &'static [Self] = &[Self::Pvs, Self::Mtdf, Self::Bisect];

    /// The driver's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pvs => "pvs",
            Self::Mtdf => "mtdf",
            Self::Bisect => "bisect",
        }
    }
}

impl fmt::Display for Driver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A driver's name that is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no driver `{0}`: the drivers are pvs, mtdf, bisect")]
pub struct UnknownDriver(String);

impl FromStr for Driver {
    type Err = UnknownDriver;

    fn from_str(name: &str) -> Result<Self, UnknownDriver> {
        Self::ALL
            .iter()
            .copied()
            .find(|driver| driver.name() == name)
            .ok_or_else(|| UnknownDriver(name.to_owned()))
    }
}

/// The nodes after which a question is first given up for easier ones. Most proofs end before.
const FIRST_BUDGET: u64 = 1 << 26;
/// An easier question is given so many times fewer nodes.
const EASIER: u64 = 32;

/// Proves the value of a position of which `proved` is known, and adds what it learns on the way. `guess` says where
/// to begin; it does not influence the result.
pub(crate) fn prove<P: Copy>(
    answers: &mut impl WindowSearch<P>,
    driver: Driver,
    position: P,
    proved: &SharedBounds,
    guess: i32,
) -> Result<i32, Abort> {
    let mut bounds = proved.narrow(answers.known(position)?);
    let step = answers.step();
    let mut next = guess;
    let mut budget = FIRST_BUDGET;
    while bounds.lower < bounds.upper {
        let centre = on_grid(next, bounds, step);
        let (alpha, beta) = match driver {
            Driver::Pvs => (bounds.lower - step, bounds.upper + step),
            Driver::Mtdf => (centre - step, centre),
            Driver::Bisect => {
                let middle = bounds.lower + (bounds.upper - bounds.lower + step) / 2;
                let beta = on_grid(middle, bounds, step);
                (beta - step, beta)
            }
        };
        match answers.value_within_budget(position, alpha, beta, budget)? {
            Some(value) => {
                bounds = proved.narrow(Bounds::of_result(value, alpha, beta));
                // After a failure low the next question is whether the bound itself is reached, after one high
                // whether more is.
                next = if value >= beta { value + step } else { value };
            }
            None => {
                bounds = narrow_bounds(answers, position, proved, centre, budget / EASIER)?;
                budget *= 2;
            }
        }
    }
    Ok(bounds.lower)
}

/// A value of the right parity, above the lower bound and not above the upper.
fn on_grid(value: i32, bounds: Bounds, step: i32) -> i32 {
    let steps = (value - bounds.lower)
        .div_euclid(step)
        .clamp(1, (bounds.upper - bounds.lower) / step);
    bounds.lower + steps * step
}
