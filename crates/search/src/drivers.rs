//! Three ways to a value, by questions to the kernel: they must agree.

use crate::bounds::Bounds;
use crate::kernel::Halt;
use crate::proved::Proved;
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

/// Who answers questions about values.
pub(crate) trait Answers<P> {
    /// 2 if every value has the parity of the seeds on the board, else 1.
    fn step(&self) -> i32;

    /// What is known of a position before it is searched.
    fn known(&mut self, position: P) -> Result<Bounds, Halt>;

    /// As `Kernel::value_within`.
    fn value_within(&mut self, position: P, alpha: i32, beta: i32) -> Result<i32, Halt>;
}

/// Proves the value of a position of which `proved` is known, and adds what it learns on the way. `guess` says where
/// to begin; it does not influence the result.
pub(crate) fn prove<P: Copy>(
    answers: &mut impl Answers<P>,
    driver: Driver,
    position: P,
    proved: &Proved,
    guess: i32,
) -> Result<i32, Halt> {
    let mut bounds = proved.narrow(answers.known(position)?);
    let step = answers.step();
    let mut next = guess;
    while bounds.lower < bounds.upper {
        let (alpha, beta) = match driver {
            Driver::Pvs => (bounds.lower - step, bounds.upper + step),
            Driver::Mtdf => {
                let beta = on_grid(next, bounds, step);
                (beta - step, beta)
            }
            Driver::Bisect => {
                let beta = on_grid(
                    bounds.lower + (bounds.upper - bounds.lower + step) / 2,
                    bounds,
                    step,
                );
                (beta - step, beta)
            }
        };
        let value = answers.value_within(position, alpha, beta)?;
        bounds = proved.narrow(Bounds::of_result(value, alpha, beta));
        // After a failure low the next question is whether the bound itself is reached, after one high whether
        // more is.
        next = if value >= beta { value + step } else { value };
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
