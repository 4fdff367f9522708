//! Moves played seed by seed on an array of places, for the forms of Kalah that have no table of
//! sowings.

use super::rules::{Capture, ExtraTurn, KalahRules, Lap};

/// The most pits a side of a board that is played seed by seed.
pub const MAX_WIDE_PITS: u32 = 12;

/// The same as a length.
pub(super) const MOST_PITS: usize = MAX_WIDE_PITS as usize;

/// The board seen by the mover, a number for each place: the own pits from 0, the store behind
/// them, the opponent's pits behind that.
pub(super) struct Places {
    seeds: [u16; 2 * MOST_PITS + 1],
    pits: usize,
}

impl Places {
    /// The board of two rows, with nothing in the store.
    pub(super) fn new(own: &[u16], opponent: &[u16]) -> Self {
        let pits = own.len();
        let mut seeds = [0; 2 * MOST_PITS + 1];
        seeds[..pits].copy_from_slice(own);
        seeds[pits + 1..=2 * pits].copy_from_slice(opponent);
        Self { seeds, pits }
    }

    /// The mover's row.
    pub(super) fn own(&self) -> &[u16] {
        &self.seeds[..self.pits]
    }

    /// The opponent's row.
    pub(super) fn opponent(&self) -> &[u16] {
        &self.seeds[self.pits + 1..=2 * self.pits]
    }

    /// What has come into the store.
    pub(super) const fn gain(&self) -> i32 {
        self.seeds[self.pits] as i32
    }

    /// Plays a move by the options of `rules`, and says whether the mover moves again.
    pub(super) fn play(&mut self, rules: &KalahRules, pit: usize) -> bool {
        let last = self.sow(rules.lap, pit);
        if last < self.pits && self.seeds[last] == 1 {
            self.capture(rules.capture, last);
        }
        last == self.pits && rules.extra_turn == ExtraTurn::On
    }

    /// Sows from a pit, and says where the last seed falls.
    ///
    /// A relay ends: within a row the seeds only move on, and to come round they leave one in the
    /// store, which none leaves.
    fn sow(&mut self, lap: Lap, origin: usize) -> usize {
        let mut place = origin;
        loop {
            let hand = std::mem::take(&mut self.seeds[place]);
            for _ in 0..hand {
                place = self.following(place);
                if lap == Lap::SkipOrigin && place == origin {
                    place = self.following(place);
                }
                self.seeds[place] = self.seeds[place].wrapping_add(1);
            }
            if lap != Lap::Relay || place == self.pits || self.seeds[place] <= 1 {
                return place;
            }
        }
    }

    const fn following(&self, place: usize) -> usize {
        if place == 2 * self.pits { 0 } else { place + 1 }
    }

    /// Captures from the own pit in which the last seed has fallen, which was empty.
    fn capture(&mut self, capture: Capture, last: usize) {
        let opposite = 2 * self.pits - last;
        let there = self.seeds[opposite];
        if capture != Capture::Never {
            self.seeds[opposite] = 0;
            self.put_in_store(there);
        }
        if capture.takes_last(there > 0) {
            self.seeds[last] = 0;
            self.put_in_store(1);
        }
    }

    /// Numbers wrap only on boards that hold more seeds than positions may.
    const fn put_in_store(&mut self, seeds: u16) {
        let store = &mut self.seeds[self.pits];
        *store = store.wrapping_add(seeds);
    }
}
