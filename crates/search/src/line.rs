//! A line of best play.

use crate::bounds::Bounds;
use crate::kernel::{Halt, Kernel};
use crate::oracle::Oracle;
use crate::solvable::Solvable;

/// Follows best moves from a position of a known value to the end of the game: of the moves that are proved to be worth
/// the value, the first. The pits that are sown, by index.
///
/// # Panics
///
/// If the value is not the position's.
pub(crate) fn best_line<S: Solvable, O: Oracle<S::Position>>(
    kernel: &mut Kernel<'_, S, O>,
    mut position: S::Position,
    mut value: i32,
) -> Result<Vec<u32>, Halt> {
    let mut line = Vec::new();
    let step_size = kernel.game().step();
    while kernel.game().outcome(&position).is_none() {
        let mut found = None;
        for pit in kernel.game().moves(&position) {
            let step = kernel.game().play(&position, pit);
            // What the child must be worth for this move to be worth the value.
            let wanted = Bounds::exactly(value)
                .after_move(step.gain, step.again)
                .lower;
            let reached = if step.again {
                kernel.value_within(step.position, wanted - step_size, wanted)? >= wanted
            } else {
                kernel.value_within(step.position, wanted, wanted + step_size)? <= wanted
            };
            if reached {
                found = Some((pit, step.position, wanted));
                break;
            }
        }
        let (pit, next, wanted) = found.expect("some move is worth the value of the position");
        line.push(pit);
        (position, value) = (next, wanted);
    }
    Ok(line)
}
