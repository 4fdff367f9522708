//! Looking up what is finished.

use crate::guarantees::Guarantees;
use mancala_position::toguz::ToguzPosition;

/// The values of smaller layers, which are finished when a layer is made.
pub(crate) trait Finished: Sync {
    /// The guarantees of a board that is finished.
    fn guarantees(&self, board: &ToguzPosition) -> Guarantees;

    /// The guarantees of the board without a tuzdik that has a number among those with so many
    /// balls.
    fn without_tuzdik(&self, balls: u32, rank: u64) -> Guarantees;
}
