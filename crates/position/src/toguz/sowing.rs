//! Tables of sowing: the holes that receive the balls, by hole and number of balls.

use super::position::{NOTHING, OPPONENT_NINTH, OWN_KAZAN, OWN_NINTH};
use super::rules::{Origin, ToguzGame};
use crate::row;
use std::sync::OnceLock;

/// A sowing before captures and tuzdiks: how many balls fall into each of the 2m holes, the mover's
/// row first, and where the last one falls.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ToguzSowing {
    /// Balls that fall into each hole, by index: the mover's 0..m, then the opponent's m..2m.
    pub fallen: Vec<u8>,
    /// The index of the hole of the last ball.
    pub last: u32,
}

/// Sows `balls` balls from the mover's hole with the given index, one by one. This is the
/// definition from which the tables are made; playing looks them up.
///
/// # Panics
///
/// If there is no such hole, no ball, or more than a hole can hold.
#[must_use]
pub fn sow(holes: u32, origin: Origin, hole: u32, balls: u32) -> ToguzSowing {
    assert!(
        hole < holes && (1..=row::MAX_SEEDS).contains(&balls),
        "no such sowing"
    );
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

/// A sowing as playing wants it: what to add (wrapping) to the three words of a position, and how
/// to take what is then in the hole of the last ball. It fills a cache line, and lies in one.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) tail: u64,
    /// To be subtracted from the opponent's row for each ball that is taken.
    pub(super) opponent_unit: u64,
    /// To be added to the tail for each ball that is taken.
    pub(super) tail_unit: u64,
    /// The first bit of the last ball's hole, in the opponent's row or in the tail. If that hole is
    /// the mover's own, a byte of the tail that is 0.
    pub(super) shift: u32,
    /// The number of the last ball's hole in the opponent's row, from 1; 0 if it is the mover's
    /// own.
    pub(super) number: u32,
    /// Whether `shift` is a place in the tail.
    pub(super) in_tail: bool,
}

impl Entry {
    /// Changes nothing: what there is in place of a sowing of no balls.
    const NONE: Self = Self {
        own: 0,
        opponent: 0,
        tail: 0,
        opponent_unit: 0,
        tail_unit: 0,
        shift: 8 * NOTHING,
        number: 0,
        in_tail: true,
    };
}

/// The data of a sowing for a move preview: so little that all common ones stay in the nearest
/// cache.
#[derive(Clone, Copy)]
pub(super) struct Landing {
    /// The index of the last ball's hole in the opponent's row, or [`Landing::ELSEWHERE`].
    pub(super) hole: u8,
    /// The balls that fall into that hole.
    pub(super) fallen: u8,
}

impl Landing {
    /// In the mover's own row: a hole of the opponent that there is not.
    const ELSEWHERE: u8 = 15;

    const NONE: Self = Self {
        hole: Self::ELSEWHERE,
        fallen: 0,
    };
}

/// All sowings of a board, at their [`index`].
pub(super) struct Table {
    pub(super) entries: [Entry; 256 * 16],
    pub(super) landings: [Landing; 256 * 16],
}

/// The index of a sowing in the table: the common ones, of few balls, side by side.
#[inline(always)]
pub(super) const fn index(hole: u32, balls: u32) -> usize {
    (balls * 16 + hole) as usize
}

/// The table for a game, built at first use.
pub(super) fn table(game: ToguzGame, origin: Origin) -> &'static Table {
    static TABLES: [OnceLock<Box<Table>>; 6] = [const { OnceLock::new() }; 6];
    TABLES[2 * (game as usize) + usize::from(origin == Origin::Skipped)]
        .get_or_init(|| build(game, origin))
}

fn build(game: ToguzGame, origin: Origin) -> Box<Table> {
    let mut table = Box::new(Table {
        entries: [Entry::NONE; 256 * 16],
        landings: [Landing::NONE; 256 * 16],
    });
    for hole in 0..game.holes() {
        for balls in 1..=game.balls() {
            let sowing = sow(game.holes(), origin, hole, balls);
            table.entries[index(hole, balls)] = entry(game.holes(), &sowing, hole, balls);
            table.landings[index(hole, balls)] = landing(game.holes(), &sowing);
        }
    }
    table
}

/// The place of a hole: in the word of its row, or in the tail.
const fn place(hole: u32, ninth: u32) -> (bool, u32) {
    if hole < 8 {
        (false, 8 * hole)
    } else {
        (true, 8 * ninth)
    }
}

fn landing(holes: u32, sowing: &ToguzSowing) -> Landing {
    sowing
        .last
        .checked_sub(holes)
        .map_or(Landing::NONE, |last| Landing {
            hole: u8::try_from(last).expect("nine holes"),
            fallen: sowing.fallen[sowing.last as usize],
        })
}

fn entry(holes: u32, sowing: &ToguzSowing, hole: u32, balls: u32) -> Entry {
    let mut entry = Entry::NONE;
    let mut add = |hole: u32, balls: u64| {
        let (in_tail, shift) = if hole < holes {
            place(hole, OWN_NINTH)
        } else {
            place(hole - holes, OPPONENT_NINTH)
        };
        let word = match (in_tail, hole < holes) {
            (true, _) => &mut entry.tail,
            (false, true) => &mut entry.own,
            (false, false) => &mut entry.opponent,
        };
        *word = word.wrapping_add(balls << shift);
    };
    for (place, &fallen) in (0u32..).zip(&sowing.fallen) {
        add(place, u64::from(fallen));
    }
    add(hole, u64::from(balls).wrapping_neg());
    if let Some(last) = sowing.last.checked_sub(holes) {
        let (in_tail, shift) = place(last, OPPONENT_NINTH);
        let unit = 1 << shift;
        entry.tail_unit = 1 << (8 * OWN_KAZAN);
        if in_tail {
            entry.tail_unit = entry.tail_unit.wrapping_sub(unit);
        } else {
            entry.opponent_unit = unit;
        }
        entry.shift = shift;
        entry.number = last + 1;
        entry.in_tail = in_tail;
    }
    entry
}
