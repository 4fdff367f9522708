//! Names of Kalah's players, values and margins.

use super::numbers::signed;
use mancala_position::Side;
use mancala_position::kalah::KalahState;
use mancala_search::Bounds;

/// The margin of the final stores, South's less North's, if the side to move collects `value` seeds
/// more than the other side from now on.
pub(crate) fn final_margin(state: &KalahState, value: i32) -> i64 {
    let [south, north] = state.stores().map(i64::from);
    let rest = match state.to_move() {
        Side::First => i64::from(value),
        Side::Second => -i64::from(value),
    };
    south - north + rest
}

/// A value that is proved, `+8`, or its bounds, `-32 to +42`.
pub(crate) fn value_or_bounds(bounds: Bounds) -> String {
    match bounds.value() {
        Some(value) => signed(value),
        None => format!("{} to {}", signed(bounds.lower), signed(bounds.upper)),
    }
}

/// The name of a player of Kalah.
pub(crate) const fn player(side: Side) -> &'static str {
    match side {
        Side::First => "South",
        Side::Second => "North",
    }
}
