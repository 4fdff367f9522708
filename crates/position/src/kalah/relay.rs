//! Kalah with `lap=relay`: a last seed in a pit that held seeds is lifted with them and sown on.
//!
//! Where a sowing ends depends on both rows, so no table has it, and it is played seed by seed.

use super::ending::{is_finished, leftover_value, moves};
use super::position::KalahPosition;
use super::rules::{Capture, End, ExtraTurn, KalahRules};
use crate::game::{Game, Step};
use crate::moves::Moves;
use crate::row;

/// The rules of relay sowing in the form that plays, made by [`with_kalah`](super::with_kalah).
#[derive(Clone, Copy, Debug)]
pub struct RelayKalah {
    rules: KalahRules,
}

/// The board seen by the mover, with one byte a place: the own pits from 0, the store behind them,
/// the opponent's pits behind that.
struct Places {
    seeds: [u8; 17],
    pits: usize,
}

impl Places {
    fn new(position: &KalahPosition, pits: usize) -> Self {
        let mut seeds = [0; 17];
        seeds[..pits].copy_from_slice(&position.own.to_le_bytes()[..pits]);
        seeds[pits + 1..=2 * pits].copy_from_slice(&position.opponent.to_le_bytes()[..pits]);
        Self { seeds, pits }
    }

    /// Sows from a pit, on and on, and says where the last seed falls: in the store or in a pit
    /// that was empty.
    ///
    /// It ends: within a row the seeds only move on, and to come round they leave one in the store,
    /// which none leaves.
    fn sow(&mut self, pit: usize) -> usize {
        let mut place = pit;
        loop {
            let hand = std::mem::take(&mut self.seeds[place]);
            for _ in 0..hand {
                place = (place + 1) % (2 * self.pits + 1);
                self.seeds[place] = self.seeds[place].wrapping_add(1);
            }
            if place == self.pits || self.seeds[place] <= 1 {
                return place;
            }
        }
    }

    /// The rows, the mover's first.
    fn rows(&self) -> [u64; 2] {
        let pack = |row: &[u8]| {
            let mut bytes = [0; 8];
            bytes[..row.len()].copy_from_slice(row);
            row::pack(&bytes)
        };
        [
            pack(&self.seeds[..self.pits]),
            pack(&self.seeds[self.pits + 1..=2 * self.pits]),
        ]
    }
}

impl RelayKalah {
    pub(super) const fn new(rules: &KalahRules) -> Self {
        Self { rules: *rules }
    }

    const fn is_on_turn(&self) -> bool {
        matches!(self.rules.end, End::OnTurn)
    }

    /// Captures from the pit in which the last seed has fallen, which was empty.
    fn capture(&self, places: &mut Places, last: usize) {
        let opposite = 2 * places.pits - last;
        let there = places.seeds[opposite];
        let (takes, takes_last) = match self.rules.capture {
            Capture::Standard => (there > 0, there > 0),
            Capture::Empty => (true, true),
            Capture::Never => (false, false),
            Capture::Opponent => (true, false),
        };
        if takes {
            places.seeds[opposite] = 0;
            let store = &mut places.seeds[places.pits];
            *store = store.wrapping_add(there);
        }
        if takes_last {
            places.seeds[last] = 0;
            let store = &mut places.seeds[places.pits];
            *store = store.wrapping_add(1);
        }
    }
}

impl Game for RelayKalah {
    type Position = KalahPosition;

    #[inline]
    fn moves(&self, position: &KalahPosition) -> Moves {
        moves(position, self.is_on_turn())
    }

    fn play_unchecked(&self, position: &KalahPosition, pit: u32) -> Step<KalahPosition> {
        let mut places = Places::new(position, self.rules.pits() as usize);
        let last = places.sow(pit as usize % places.pits);
        if last < places.pits {
            self.capture(&mut places, last);
        }
        let again = last == places.pits && self.rules.extra_turn == ExtraTurn::On;
        let [own, opponent] = places.rows();
        let same = KalahPosition { own, opponent };
        Step {
            position: if again { same } else { same.turned() },
            gain: i32::from(places.seeds[places.pits]),
            again,
        }
    }

    #[inline]
    fn is_finished(&self, position: &KalahPosition) -> bool {
        is_finished(position, self.is_on_turn())
    }

    #[inline]
    fn outcome(&self, position: &KalahPosition) -> Option<i32> {
        is_finished(position, self.is_on_turn())
            .then(|| leftover_value(position, self.rules.leftover))
    }

    #[inline(always)]
    fn seeds(&self, position: &KalahPosition) -> u32 {
        position.seeds()
    }
}
