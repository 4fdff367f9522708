//! The drivers: three sequences of searches that prove a value. Their results must agree.

use super::shared_bounds::SharedBounds;
use crate::bounds::Bounds;
use crate::proof::kalah::search::{Abort, WindowSearch};
use std::fmt;
use std::str::FromStr;

/// The windows by which the value of the root is found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Driver {
    /// One search with the full window, and null windows inside (Marsland 1983; Reinefeld 1983).
    Pvs,
    /// MTD(f): null windows, each at the bound that the last one gave (Plaat and others 1996).
    #[default]
    Mtdf,
    /// Null windows, each in the middle between the bounds.
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

/// The error for a text that is not the name of a driver.
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

/// Proves the value of a position, or what about so many nodes can prove of it. `proved` has what
/// is known of it, and every bound that is proved on the way is added there. `guess` is where the
/// driver begins; it does not change the result.
pub(crate) fn prove<P: Copy>(
    search: &mut impl WindowSearch<P>,
    driver: Driver,
    position: P,
    proved: &SharedBounds,
    guess: i32,
    nodes: u64,
) -> Result<Bounds, Abort> {
    let mut bounds = proved.narrow(search.known_bounds(position)?);
    let step = search.step();
    let end = search.nodes().saturating_add(nodes);
    let mut next = guess;
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
        let left = end.saturating_sub(search.nodes());
        let Some(value) = search.value_within_budget(position, alpha, beta, left)? else {
            break;
        };
        bounds = proved.narrow(Bounds::of_result(value, alpha, beta));
        // After a fail-low the next search asks whether the bound itself is reached, after a
        // fail-high whether more is.
        next = if value >= beta { value + step } else { value };
    }
    Ok(bounds)
}

/// A value of the right parity, above the lower bound and not above the upper.
fn on_grid(value: i32, bounds: Bounds, step: i32) -> i32 {
    let steps = (value - bounds.lower)
        .div_euclid(step)
        .clamp(1, (bounds.upper - bounds.lower) / step);
    bounds.lower + steps * step
}
