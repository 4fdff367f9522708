//! The start of a record, and the order of starts in a file.

use mancala_position::kalah::{Capture, End, ExtraTurn, KalahRules, KalahState, Lap, Leftover};

/// The start of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Start {
    pub(crate) rules: KalahRules,
    pub(crate) seeds: u32,
    pub(crate) state: KalahState,
}

impl Start {
    /// The sort key of the start: pits, seeds, then the options in the order of their definition.
    pub(super) fn place(&self) -> (u32, u32, [Option<usize>; 5]) {
        let rules = &self.rules;
        let options = [
            place_of(&rules.capture, Capture::ALL),
            place_of(&rules.end, End::ALL),
            place_of(&rules.leftover, Leftover::ALL),
            place_of(&rules.lap, Lap::ALL),
            place_of(&rules.extra_turn, ExtraTurn::ALL),
        ];
        (rules.pits(), self.seeds, options)
    }
}

fn place_of<T: PartialEq>(value: &T, all: &[T]) -> Option<usize> {
    all.iter().position(|other| other == value)
}
