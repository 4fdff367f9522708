//! Tables of sowing: the pits that receive the seeds, by pit and number of seeds.

use super::rules::{Capture, ExtraTurn, KalahRules, Lap, MAX_PITS};
use crate::row;
use std::sync::OnceLock;

/// The place of a sowing's last seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Last {
    /// In the mover's store: he moves again.
    Store,
    /// In the mover's own pit with this index.
    Own(u32),
    /// In the opponent's pit with this index.
    Opponent(u32),
}

/// A sowing in the plain: the change to both rows and the store before any capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KalahSowing {
    /// To be added (wrapping) to the mover's packed row: what is sown, less what was picked up.
    pub own: u64,
    /// To be added to the opponent's packed row.
    pub opponent: u64,
    /// Seeds that go to the mover's store.
    pub store: u32,
    /// The place of the last seed.
    pub last: Last,
}

/// Sows `seeds` seeds from the pit with the given index, one by one. This is the definition from
/// which the tables are made; playing looks them up. Under [`Lap::Relay`] it is the first lap.
///
/// # Panics
///
/// If there is no such pit, no seed, or more than a packed row holds.
#[must_use]
pub fn sow(pits: u32, lap: Lap, pit: u32, seeds: u32) -> KalahSowing {
    assert!(
        pit < pits && pits <= MAX_PITS && (1..=row::MAX_SEEDS).contains(&seeds),
        "no such sowing"
    );
    let mut own = [0u8; 8];
    let mut opponent = [0u8; 8];
    let (mut store, mut place) = (0, pit);
    let mut last = Last::Store;
    for _ in 0..seeds {
        place = (place + 1) % (2 * pits + 1);
        if lap == Lap::SkipOrigin && place == pit {
            place += 1;
        }
        last = if place < pits {
            own[place as usize] += 1;
            Last::Own(place)
        } else if place == pits {
            store += 1;
            Last::Store
        } else {
            opponent[(place - pits - 1) as usize] += 1;
            Last::Opponent(place - pits - 1)
        };
    }
    KalahSowing {
        own: row::pack(&own).wrapping_sub(u64::from(seeds) << (8 * pit)),
        opponent: row::pack(&opponent),
        store,
        last,
    }
}

/// A sowing as playing wants it.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    pub(super) own: u64,
    pub(super) opponent: u64,
    /// One seed in the own pit of the last one; 0 where that is in no own pit, and if nothing is
    /// ever captured.
    pub(super) last: u64,
    /// The mask of the opposite pit in the opponent's row; 0 likewise.
    pub(super) opposite: u64,
    pub(super) store: u8,
    /// Whether the same player moves again: the last seed falls in the store, and that gives an
    /// extra turn.
    pub(super) again: bool,
}

/// All sowings of a board, at their [`index`]. What is no sowing, that of no seeds, changes
/// nothing.
pub(super) type Table = [Entry; 256 * MAX_PITS as usize];

/// The index of a sowing in the table: the common ones, of few seeds, side by side.
#[inline(always)]
pub(super) const fn index(pit: u32, seeds: u32) -> usize {
    (seeds * MAX_PITS + pit) as usize
}

/// The table for rules, built at first use. It depends on the pits, on whether the origin is
/// skipped, on captures, which [`Capture::Never`] has none of, and on extra turns.
pub(super) fn table(rules: &KalahRules) -> &'static Table {
    static TABLES: [OnceLock<Box<Table>>; 8 * MAX_PITS as usize] =
        [const { OnceLock::new() }; 8 * MAX_PITS as usize];
    let index = 8 * (rules.pits() as usize - 1)
        + 4 * usize::from(rules.extra_turn == ExtraTurn::Off)
        + 2 * usize::from(rules.capture == Capture::Never)
        + usize::from(rules.lap == Lap::SkipOrigin);
    TABLES[index].get_or_init(|| build(rules))
}

fn build(rules: &KalahRules) -> Box<Table> {
    let pits = rules.pits();
    let mut table = Box::new([Entry::default(); 256 * MAX_PITS as usize]);
    for pit in 0..pits {
        for seeds in 1..=row::MAX_SEEDS {
            let sowing = sow(pits, rules.lap, pit, seeds);
            let (last, opposite) = match sowing.last {
                Last::Own(last) if rules.capture != Capture::Never => {
                    (1 << (8 * last), 0xff << (8 * (pits - 1 - last)))
                }
                _ => (0, 0),
            };
            table[index(pit, seeds)] = Entry {
                own: sowing.own,
                opponent: sowing.opponent,
                last,
                opposite,
                #[expect(clippy::cast_possible_truncation, reason = "at most 255 seeds")]
                store: sowing.store as u8,
                again: sowing.last == Last::Store && rules.extra_turn == ExtraTurn::On,
            };
        }
    }
    table
}
