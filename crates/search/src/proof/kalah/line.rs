//! A line of best play.

use super::search::{Abort, Solvable, WindowSearch};
use crate::bounds::Bounds;

/// Follows best moves from a position of a known value to the end of the game: the first of the
/// moves that are proved to be worth the value. Returns the pits that are sown, by index.
///
/// # Panics
///
/// If the value is not that of the position.
pub(crate) fn best_line<S: Solvable>(
    game: &S,
    search: &mut impl WindowSearch<S::Position>,
    mut position: S::Position,
    mut value: i32,
) -> Result<Vec<u32>, Abort> {
    let mut line = Vec::new();
    let step_size = game.step();
    while game.outcome(&position).is_none() {
        let mut found = None;
        for pit in game.moves(&position) {
            let step = game.play_unchecked(&position, pit);
            // The value of the child if this move is worth the value of the position.
            let wanted = Bounds::exactly(value)
                .after_move(step.gain, step.again)
                .lower;
            let (next, again) = (step.position, step.again);
            let reached = if again {
                search.value_within(next, wanted - step_size, wanted)? >= wanted
            } else {
                search.value_within(next, wanted, wanted + step_size)? <= wanted
            };
            if reached {
                found = Some((pit, next, wanted));
                break;
            }
        }
        let (pit, next, wanted) = found.expect("some move is worth the value of the position");
        line.push(pit);
        (position, value) = (next, wanted);
    }
    Ok(line)
}
