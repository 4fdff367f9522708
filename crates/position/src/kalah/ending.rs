//! The end of the game, which all forms of the rules share.

use super::position::KalahPosition;
use super::rules::Leftover;
use crate::moves::Moves;
use crate::row;

/// The moves of a position: every pit with seeds, unless the game is over.
#[inline(always)]
pub(super) fn moves(position: &KalahPosition, on_turn: bool) -> Moves {
    if !on_turn && position.opponent == 0 {
        return Moves::NONE;
    }
    #[expect(clippy::cast_possible_truncation, reason = "one bit a pit, eight pits")]
    Moves::from_bits(row::occupied_bits(position.own) as u16)
}

/// Whether the game is over.
#[inline(always)]
pub(super) const fn is_finished(position: &KalahPosition, on_turn: bool) -> bool {
    position.own == 0 || (!on_turn && position.opponent == 0)
}

/// What the seeds on the board of a finished game count for the mover.
#[inline(always)]
pub(super) const fn leftover_value(position: &KalahPosition, leftover: Leftover) -> i32 {
    value_of_rows(
        row::sum(position.own),
        row::sum(position.opponent),
        leftover,
    )
}

/// The same of the sums of the mover's and the opponent's row.
#[inline(always)]
pub(super) const fn value_of_rows(own: u32, opponent: u32, leftover: Leftover) -> i32 {
    let difference = own as i32 - opponent as i32;
    match leftover {
        Leftover::Owner => difference,
        Leftover::Nobody => 0,
        Leftover::Emptied => -difference,
    }
}
