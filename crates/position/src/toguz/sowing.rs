//! Where the balls of a sowing fall, looked up by hole and number of balls.

use super::rules::{Origin, ToguzGame};
use std::sync::OnceLock;

/// A sowing before captures and tuzdiks: how many balls fall into each of the 2m holes, the mover's row first, and
/// where the last one falls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToguzSowing {
    /// Balls that fall into each hole, by index: the mover's 0..m, then the opponent's m..2m.
    pub fallen: Vec<u8>,
    /// The index of the hole of the last ball.
    pub last: u32,
}

/// Sows `balls` balls from the mover's hole with the given index, one by one. This is the definition from
/// which the tables are made; playing looks them up.
///
/// # Panics
///
/// If there is no ball.
#[must_use]
pub fn sow(holes: u32, origin: Origin, hole: u32, balls: u32) -> ToguzSowing {
    assert!(balls > 0, "a sowing needs a ball");
    let mut fallen = vec![0; 2 * holes as usize];
    let first = if balls > 1 && origin == Origin::FirstBall {
        hole
    } else {
        hole + 1
    };
    for place in first..first + balls {
        fallen[(place % (2 * holes)) as usize] += 1;
    }
    ToguzSowing {
        fallen,
        last: (first + balls - 1) % (2 * holes),
    }
}

/// A sowing as playing wants it: what to add (wrapping) to the three words of a position.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) tail: u64,
    /// The index of the last hole in the opponent's row, or [`Entry::OWN_ROW`].
    pub(super) last: u32,
}

impl Entry {
    /// Stands for a last ball in the mover's own row.
    pub(super) const OWN_ROW: u32 = u32::MAX;
}

/// All sowings of a board, by hole and balls: `hole << 8 | balls`.
pub(super) type Table = [Entry; 16 << 8];

/// The table for a game, built at first use.
pub(super) fn table(game: ToguzGame, origin: Origin) -> &'static Table {
    static TABLES: [OnceLock<Box<Table>>; 6] = [const { OnceLock::new() }; 6];
    TABLES[2 * (game as usize) + usize::from(origin == Origin::Skipped)]
        .get_or_init(|| build(game, origin))
}

fn build(game: ToguzGame, origin: Origin) -> Box<Table> {
    let holes = game.holes();
    let mut table = Box::new([Entry::default(); 16 << 8]);
    for hole in 0..holes {
        for balls in 1..=game.balls() {
            let sowing = sow(holes, origin, hole, balls);
            let entry = &mut table[(hole << 8 | balls) as usize];
            let (own, opponent) = sowing.fallen.split_at(holes as usize);
            for (word, row, ninth) in [(&mut entry.own, own, 0), (&mut entry.opponent, opponent, 8)]
            {
                for (index, &fallen) in row.iter().enumerate() {
                    if index < 8 {
                        *word |= u64::from(fallen) << (8 * index);
                    } else {
                        entry.tail |= u64::from(fallen) << ninth;
                    }
                }
            }
            if hole < 8 {
                entry.own = entry.own.wrapping_sub(u64::from(balls) << (8 * hole));
            } else {
                entry.tail = entry.tail.wrapping_sub(u64::from(balls));
            }
            entry.last = if sowing.last >= holes {
                sowing.last - holes
            } else {
                Entry::OWN_ROW
            };
        }
    }
    table
}
