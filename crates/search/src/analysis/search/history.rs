//! Statistics of quiet moves, for move ordering and reductions: killers, a history by move, and a
//! continuation history by the move answered.

use super::params::SearchParams;
use crate::analysis::game::HISTORY_SIZE;

/// The deepest search, in plies.
pub(super) const MAX_DEPTH: u32 = 127;

/// The greatest ply that is searched.
pub(super) const MAX_PLIES: usize = 128;

/// No history entry is larger than this in absolute value.
const HISTORY_MAX: i32 = 1 << 14;
/// The pits of a continuation entry; a power of two, so that an index is cut off by a mask.
const PITS: usize = 16;
/// The history index of no move: what precedes the root.
pub(super) const NO_MOVE: usize = HISTORY_SIZE;

/// The history scores of quiet moves, of one thread.
pub(super) struct History {
    /// By ply: the last two moves that refuted a position there, the last first.
    killers: [[u8; 2]; MAX_PLIES + 2],
    /// By the history index of the move.
    moves: [i16; HISTORY_SIZE],
    /// By the history index of the move before and the pit that answers it.
    continuations: Vec<[i16; PITS]>,
}

const NO_KILLER: u8 = u8::MAX;

/// A pit in a byte.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "there are nine pits")]
pub(super) const fn short(pit: u32) -> u8 {
    pit as u8
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            killers: [[NO_KILLER; 2]; MAX_PLIES + 2],
            moves: [0; HISTORY_SIZE],
            continuations: vec![[0; PITS]; HISTORY_SIZE + 1],
        }
    }

    /// The order of a quiet move: its histories, and more for a killer.
    #[inline(always)]
    pub(super) fn order(
        &self,
        params: &SearchParams,
        ply: usize,
        pit: u32,
        index: usize,
        previous: usize,
    ) -> i32 {
        let killers = self.killers[ply];
        let mut order = self.score(pit, index, previous);
        let pit = short(pit);
        if killers[0] == pit {
            order += params.first_killer;
        } else if killers[1] == pit {
            order += params.second_killer;
        }
        order
    }

    /// The sum of a move's history and continuation history, behind a move of the index
    /// `previous`.
    #[inline(always)]
    pub(super) fn score(&self, pit: u32, index: usize, previous: usize) -> i32 {
        i32::from(self.moves[index])
            + i32::from(self.continuations[previous][pit as usize & (PITS - 1)])
    }

    /// Makes a move the first killer of a ply.
    pub(super) fn add_killer(&mut self, ply: usize, pit: u32) {
        let pit = short(pit);
        let killers = &mut self.killers[ply];
        if killers[0] != pit {
            killers[1] = killers[0];
            killers[0] = pit;
        }
    }

    /// Adds a bonus to both histories of a move, or a malus if it is negative. The larger an entry
    /// is, the less a bonus of its sign adds, so that it stays within its bounds.
    pub(super) fn update(&mut self, pit: u32, index: usize, previous: usize, bonus: i32) {
        let continuation = &mut self.continuations[previous][pit as usize & (PITS - 1)];
        for entry in [&mut self.moves[index], continuation] {
            let value = i32::from(*entry);
            let changed = value + bonus - value * bonus.abs() / HISTORY_MAX;
            #[expect(clippy::cast_possible_truncation, reason = "within +-2^14")]
            let changed = changed as i16;
            *entry = changed;
        }
    }

    /// Clears the killers of a ply, which belong to the children of another node.
    #[inline(always)]
    pub(super) fn clear_killers(&mut self, ply: usize) {
        self.killers[ply] = [NO_KILLER; 2];
    }
}
