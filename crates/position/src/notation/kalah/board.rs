//! Boards and states of Kalah from numbers that were read.

use crate::error::{ParseError, PositionError};
use crate::kalah::{KalahPosition, KalahRules, KalahState};
use crate::notation::cursor::{Number, passing};
use crate::row::MAX_SEEDS;
use crate::side::Side;

fn values(row: &[Number<'_>]) -> Vec<u32> {
    row.iter().map(|number| number.value).collect()
}

/// South's view of the board, refused at the pit where there are too many seeds.
pub(super) fn board(
    rules: &KalahRules,
    south: &[Number<'_>],
    north: &[Number<'_>],
) -> Result<KalahPosition, ParseError> {
    KalahPosition::new(rules, &values(south), &values(north)).map_err(|error| {
        let word = passing(south.iter().chain(north), MAX_SEEDS).unwrap_or(south[0].word);
        let (expected, found) = match error {
            PositionError::TooMany { found, most } => (
                format!("at most {most} seeds on the board"),
                format!("{found} seeds"),
            ),
            other => ("a position of the game".to_owned(), other.to_string()),
        };
        word.place.refuse(expected, &found)
    })
}

pub(super) fn state(position: KalahPosition, stores: [Number<'_>; 2], to_move: Side) -> KalahState {
    KalahState::with_stores(position, stores.map(|store| store.value), to_move)
        .expect("a store is read only up to MAX_STORE")
}
