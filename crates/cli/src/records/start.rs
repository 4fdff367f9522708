//! The start that a record is about.

use mancala_position::kalah::{Capture, End, KalahRules, KalahState, Lap, Leftover};

/// The start that a record is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Start {
    pub(crate) rules: KalahRules,
    pub(crate) seeds: u32,
    pub(crate) state: KalahState,
}

impl Start {
    /// The place of the start in a file: by pits, seeds and options, the usual ones first.
    pub(super) fn place(&self) -> (u32, u32, [Option<usize>; 4]) {
        let rules = &self.rules;
        let options = [
            place_of(&rules.capture, Capture::ALL),
            place_of(&rules.end, End::ALL),
            place_of(&rules.leftover, Leftover::ALL),
            place_of(&rules.lap, Lap::ALL),
        ];
        (rules.pits(), self.seeds, options)
    }
}

fn place_of<T: PartialEq>(value: &T, all: &[T]) -> Option<usize> {
    all.iter().position(|other| other == value)
}
