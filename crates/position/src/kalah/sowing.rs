//! Where the seeds of a sowing fall, looked up by pit and number of seeds.

use super::rules::{Lap, MAX_PITS};
use crate::row;
use std::sync::OnceLock;

/// Where the last seed of a sowing falls.
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
    /// Where the last seed falls.
    pub last: Last,
}

/// Sows `seeds` seeds from the pit with the given index, one by one. This is the definition from which the
/// tables are made; playing looks them up.
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
    pub(super) store: u8,
    /// Whether the last seed falls in the store.
    pub(super) again: bool,
    /// The bit where the last pit starts in the own row, or [`Entry::NOT_OWN`].
    pub(super) last: u8,
    /// The bit where the opposite pit starts in the opponent's row.
    pub(super) opposite: u8,
}

impl Entry {
    /// Stands for a last seed that is not in an own pit.
    pub(super) const NOT_OWN: u8 = 64;
}

/// All sowings of a board, by pit and seeds: `pit << 8 | seeds`.
pub(super) type Table = [Entry; (MAX_PITS as usize) << 8];

/// The table for a number of pits, built at first use.
pub(super) fn table(pits: u32, lap: Lap) -> &'static Table {
    static TABLES: [OnceLock<Box<Table>>; 2 * MAX_PITS as usize] =
        [const { OnceLock::new() }; 2 * MAX_PITS as usize];
    let index = 2 * (pits as usize - 1) + usize::from(lap == Lap::SkipOrigin);
    TABLES[index].get_or_init(|| build(pits, lap))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "bit positions are below 64 and seeds at most 255"
)]
fn build(pits: u32, lap: Lap) -> Box<Table> {
    let mut table = Box::new([Entry::default(); (MAX_PITS as usize) << 8]);
    for pit in 0..pits {
        for seeds in 1..=row::MAX_SEEDS {
            let sowing = sow(pits, lap, pit, seeds);
            let (last, opposite) = match sowing.last {
                Last::Own(last) => ((8 * last) as u8, (8 * (pits - 1 - last)) as u8),
                Last::Store | Last::Opponent(_) => (Entry::NOT_OWN, 0),
            };
            table[(pit << 8 | seeds) as usize] = Entry {
                own: sowing.own,
                opponent: sowing.opponent,
                store: sowing.store as u8,
                again: sowing.last == Last::Store,
                last,
                opposite,
            };
        }
    }
    table
}
