//! The values of the moves of a position of Kalah.

use crate::failure::Failure;
use mancala_position::Game;
use mancala_position::kalah::{KalahPosition, KalahRules};

/// The value of each legal move, from the value of its successor.
pub(crate) fn values_of_moves(
    rules: &KalahRules,
    position: &KalahPosition,
    mut value_of: impl FnMut(&KalahPosition) -> Result<i32, Failure>,
) -> Result<Vec<(u32, i32)>, Failure> {
    rules
        .moves(position)
        .iter()
        .map(|pit| {
            let step = rules.play_unchecked(position, pit);
            let after = value_of(&step.position)?;
            let value = if step.again { after } else { -after };
            Ok((pit, step.gain + value))
        })
        .collect()
}
