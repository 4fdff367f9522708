//! Names of Kalah's players, and the result that a value means.

use mancala_position::Side;
use mancala_position::kalah::KalahState;

/// What the stores differ by at the end, South's less North's, if the side to move collects `value`
/// seeds more than the other side from now on.
pub(crate) fn final_margin(state: &KalahState, value: i32) -> i64 {
    let [south, north] = state.stores.map(i64::from);
    let rest = match state.to_move {
        Side::First => i64::from(value),
        Side::Second => -i64::from(value),
    };
    south - north + rest
}

/// The name of a player of Kalah.
pub(crate) const fn player(side: Side) -> &'static str {
    match side {
        Side::First => "South",
        Side::Second => "North",
    }
}
