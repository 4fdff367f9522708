//! What the search has learnt of moves, for the order in which it tries them.

use crate::analysis::game::HISTORY_SIZE;

/// The deepest search, in plies.
pub(super) const MAX_DEPTH: u32 = 127;

/// The most plies that are followed.
pub(super) const MAX_PLIES: usize = 128;

/// The largest number in a history.
const HISTORY_MAX: i32 = 1 << 14;
/// Pits that a continuation tells apart.
const PITS: usize = 16;
/// No move: of a root, or a pass.
pub(super) const NO_KIND: usize = HISTORY_SIZE;

/// Moves that were good before, by ply, by kind, and by the move that they previous.
pub(super) struct History {
    killers: [[u8; 2]; MAX_PLIES + 2],
    kinds: [i16; HISTORY_SIZE],
    continuations: Vec<[i16; PITS]>,
}

const NONE: u8 = u8::MAX;

/// A pit as it is kept here.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "there are nine pits")]
pub(super) const fn short(pit: u32) -> u8 {
    pit as u8
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            killers: [[NONE; 2]; MAX_PLIES + 2],
            kinds: [0; HISTORY_SIZE],
            continuations: vec![[0; PITS]; HISTORY_SIZE + 1],
        }
    }

    /// How good a quiet move has been: its history, and more for a killer.
    #[inline(always)]
    pub(super) fn order(&self, ply: usize, pit: u32, kind: usize, previous: usize) -> i32 {
        let killers = self.killers[ply];
        let mut order = self.worth(pit, kind, previous);
        let pit = short(pit);
        if killers[0] == pit {
            order += 8 * 1024;
        } else if killers[1] == pit {
            order += 4 * 1024;
        }
        order
    }

    /// The history alone.
    #[inline(always)]
    pub(super) fn worth(&self, pit: u32, kind: usize, previous: usize) -> i32 {
        i32::from(self.kinds[kind])
            + i32::from(self.continuations[previous][pit as usize & (PITS - 1)])
    }

    /// A move has refuted a position at a ply.
    pub(super) fn kills(&mut self, ply: usize, pit: u32) {
        let pit = short(pit);
        let killers = &mut self.killers[ply];
        if killers[0] != pit {
            killers[1] = killers[0];
            killers[0] = pit;
        }
    }

    /// Moves a move's history up by an amount, or down.
    pub(super) fn learn(&mut self, pit: u32, kind: usize, previous: usize, amount: i32) {
        let continuation = &mut self.continuations[previous][pit as usize & (PITS - 1)];
        for entry in [&mut self.kinds[kind], continuation] {
            // The larger a history is, the less an amount of its sign adds: it stays within its bounds.
            let value = i32::from(*entry);
            let changed = value + amount - value * amount.abs() / HISTORY_MAX;
            #[expect(clippy::cast_possible_truncation, reason = "within +-2^14")]
            let changed = changed as i16;
            *entry = changed;
        }
    }

    /// The killers below a ply belong to other positions now.
    #[inline(always)]
    pub(super) fn forget_killers(&mut self, ply: usize) {
        self.killers[ply] = [NONE; 2];
    }
}
