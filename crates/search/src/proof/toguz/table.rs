//! The transposition table of the Toguz family: facts about boards, with the whole board as the
//! key, so that no two boards are confused.
//!
//! An entry has four words: the three of the board, whose tail has three free bytes, and one of
//! bounds.
//!
//! | where | content |
//! |---|---|
//! | word 3, bytes 0..4 | the mover's guarantee: at least, at most; the opponent's likewise |
//! | word 3, bytes 4..8 | *not yet*: the mover's balls and plies; the opponent's likewise |
//! | tail, bytes 1 and 5 | *so soon*: balls and plies |
//! | tail, byte 7, bit 0 | whether *so soon* is the opponent's |
//! | tail, byte 7, bits 1..5 | best move, 15 for none |
//! | tail, byte 7, bits 5..8 | work: the logarithm of the nodes, to base 8 |

use crate::table_memory::TableMemory;
use mancala_position::toguz::ToguzPosition;

/// Entries of a bucket, which is two lines of the processor's cache.
const WAYS: usize = 4;
const SOON_NEED: u32 = 8;
const SOON_PLIES: u32 = 40;
const REST: u32 = 56;
const TAIL: u64 = !(0xff << SOON_NEED | 0xff << SOON_PLIES | 0xff << REST);
const NO_MOVE: u8 = 15;

type Entry = [u64; 4];

/// Facts about one player on a board, in balls of those on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SideFacts {
    /// The guarantee is at least this.
    pub(super) lower: u8,
    /// The guarantee is at most this.
    pub(super) upper: u8,
    /// So many balls (or more) are not sure within so many plies.
    pub(super) not_yet: (u8, u8),
}

/// Facts about a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoardFacts {
    /// Of the mover and of the opponent.
    pub(super) sides: [SideFacts; 2],
    /// A player (0 is the mover) who is sure of so many balls within so many plies, all of them
    /// played out.
    pub(super) soon: (usize, u8, u8),
    /// The best move of the last search.
    pub(super) best: Option<u32>,
}

impl BoardFacts {
    /// The facts of a board of which nothing but its balls is known.
    pub(super) fn none(balls: u32) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "162 balls at most")]
        let sides = SideFacts {
            lower: 0,
            upper: balls as u8,
            not_yet: (u8::MAX, 0),
        };
        Self {
            sides: [sides; 2],
            soon: (0, 0, u8::MAX),
            best: None,
        }
    }
}

/// The buckets that are used at first.
const FIRST_BUCKETS: usize = 1 << 14;
/// The buckets become so many times as many when half of all entries are taken.
const GROWTH: usize = 4;

/// The transposition table. It begins with a part of its memory and takes more as it fills, since
/// to touch new memory takes more time than a short search.
pub(super) struct GuaranteeTable<'m> {
    buckets: &'m mut [[Entry; WAYS]],
    /// The buckets in use, which are the first.
    used: usize,
    /// Entries that are taken.
    taken: usize,
}

impl<'m> GuaranteeTable<'m> {
    /// The least memory of a table: one bucket.
    pub(super) const LEAST_BYTES: u64 = size_of::<[Entry; WAYS]>() as u64;

    /// A table in memory that is new.
    pub(super) fn new(memory: &'m mut TableMemory) -> Self {
        let buckets: &'m mut [[Entry; WAYS]] = memory.values();
        assert!(!buckets.is_empty(), "memory for a bucket");
        Self {
            used: buckets.len().min(FIRST_BUCKETS),
            taken: 0,
            buckets,
        }
    }

    /// Spreads the entries over more buckets. The bucket of a board is its hash scaled to the
    /// number of buckets, so the entries of one bucket go to buckets at the same part of more; from
    /// the last bucket on, these are free by then.
    #[cold]
    fn grow(&mut self) {
        let before = self.used;
        self.used = (before * GROWTH).min(self.buckets.len());
        for from in (0..before).rev() {
            let entries = std::mem::take(&mut self.buckets[from]);
            for entry in entries.into_iter().filter(|entry| entry[3] != 0) {
                let place = self.place([entry[0], entry[1], entry[2] & TAIL]);
                let bucket = &mut self.buckets[place];
                match bucket.iter_mut().find(|slot| slot[3] == 0) {
                    Some(slot) => *slot = entry,
                    None => self.taken -= 1,
                }
            }
        }
    }

    #[inline(always)]
    fn place(&self, words: [u64; 3]) -> usize {
        let [own, opponent, tail] = words;
        let mut x = own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x = (x ^ (x >> 32) ^ opponent).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 29) ^ tail).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 32;
        x = x.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bucket = (u128::from(x) * self.used as u128) >> 64;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "below the number of buckets"
        )]
        let bucket = bucket as usize;
        bucket
    }

    /// Prefetches the bucket of a board.
    #[inline(always)]
    pub(super) fn prefetch(&self, board: &ToguzPosition) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket = self
                .buckets
                .as_ptr()
                .wrapping_add(self.place(board.words()));
            // SAFETY: a prefetch reads nothing that the program sees and is allowed at any address.
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast());
                _mm_prefetch::<_MM_HINT_T0>(bucket.cast::<i8>().wrapping_add(64));
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = board;
    }

    /// The facts about a board (without kazans).
    #[inline(always)]
    pub(super) fn probe(&self, board: &ToguzPosition) -> Option<BoardFacts> {
        let words = board.words();
        let bucket = &self.buckets[self.place(words)];
        bucket.iter().find(|entry| is_of(entry, words)).map(decode)
    }

    /// Changes the facts about a board. If it is new and its bucket is full, the entry of the least
    /// work is replaced.
    pub(super) fn update(
        &mut self,
        board: &ToguzPosition,
        work: u64,
        change: impl FnOnce(&mut BoardFacts),
    ) {
        if 2 * self.taken > WAYS * self.used && self.used < self.buckets.len() {
            self.grow();
        }
        let words = board.words();
        let place = self.place(words);
        let bucket = &mut self.buckets[place];
        let of_it = bucket.iter().position(|entry| is_of(entry, words));
        // 0 to 7: each step is eight times the work.
        let work = u64::from((u64::BITS - work.leading_zeros()) / 3).min(7);
        let (way, mut facts, work) = match of_it {
            Some(way) => (way, decode(&bucket[way]), work.max(work_of(&bucket[way]))),
            None => {
                let way = (0..WAYS)
                    .min_by_key(|&way| match bucket[way][3] {
                        0 => 0,
                        _ => 1 + work_of(&bucket[way]),
                    })
                    .expect("a bucket has entries");
                self.taken += usize::from(bucket[way][3] == 0);
                (way, BoardFacts::none(board.balls()), work)
            }
        };
        change(&mut facts);
        bucket[way] = encode(words, &facts, work);
    }
}

#[inline(always)]
const fn is_of(entry: &Entry, words: [u64; 3]) -> bool {
    entry[0] == words[0] && entry[1] == words[1] && entry[2] & TAIL == words[2] && entry[3] != 0
}

#[inline(always)]
const fn work_of(entry: &Entry) -> u64 {
    entry[2] >> (REST + 5)
}

#[inline(always)]
fn decode(entry: &Entry) -> BoardFacts {
    let b = entry[3].to_le_bytes();
    let tail = entry[2];
    let byte = |shift: u32| (tail >> shift & 0xff) as u8;
    let rest = byte(REST);
    let best = rest >> 1 & 15;
    BoardFacts {
        sides: [
            SideFacts {
                lower: b[0],
                upper: b[1],
                not_yet: (b[4], b[5]),
            },
            SideFacts {
                lower: b[2],
                upper: b[3],
                not_yet: (b[6], b[7]),
            },
        ],
        soon: (usize::from(rest & 1), byte(SOON_NEED), byte(SOON_PLIES)),
        best: (best != NO_MOVE).then(|| u32::from(best)),
    }
}

#[inline(always)]
fn encode(words: [u64; 3], facts: &BoardFacts, work: u64) -> Entry {
    let [mover, opponent] = facts.sides;
    let (side, need, plies) = facts.soon;
    #[expect(clippy::cast_possible_truncation, reason = "nine holes")]
    let best = facts.best.map_or(NO_MOVE, |best| best as u8);
    let rest = side as u64 | u64::from(best) << 1 | work << 5;
    [
        words[0],
        words[1],
        words[2] | u64::from(need) << SOON_NEED | u64::from(plies) << SOON_PLIES | rest << REST,
        u64::from_le_bytes([
            mover.lower,
            mover.upper,
            opponent.lower,
            opponent.upper,
            mover.not_yet.0,
            mover.not_yet.1,
            opponent.not_yet.0,
            opponent.not_yet.1,
        ]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use mancala_position::toguz::{ToguzGame, ToguzRules};

    #[test]
    fn a_full_table_confuses_no_boards() {
        let mut memory = TableMemory::new(1 << 12).expect("memory");
        let mut table = GuaranteeTable::new(&mut memory);
        let start = ToguzPosition::start(&ToguzRules::new(ToguzGame::Toguz));
        assert_eq!(table.probe(&start), None);
        let board = |number: u8| {
            let row = [number % 16, 1, 2, 3, number / 16, 5, 6, 7, number % 7];
            ToguzPosition::from_holes_unchecked(&row, &[0, number / 3, 0, 0, 0, 0, 0, 0, 3], [4, 7])
        };
        for number in 0..200 {
            table.update(&board(number), u64::from(number), |facts| {
                facts.best = Some(u32::from(number % 9));
                facts.soon = (usize::from(number % 2), number, number / 2);
                facts.sides[0].lower = number;
                facts.sides[1].not_yet = (number, 255 - number);
            });
        }
        let mut found = 0;
        for number in 0..200 {
            let Some(facts) = table.probe(&board(number)) else {
                continue;
            };
            found += 1;
            assert_eq!(facts.best, Some(u32::from(number % 9)));
            assert_eq!(
                facts.soon,
                (usize::from(number % 2), number, number / 2),
                "{number}"
            );
            assert_eq!(facts.sides[0].lower, number);
            assert_eq!(facts.sides[1].not_yet, (number, 255 - number));
            assert_eq!(u32::from(facts.sides[1].upper), board(number).balls());
        }
        assert!(found > 80, "{found} of 200 in 128 entries");
    }

    #[test]
    fn growing_loses_few_entries() {
        let mut memory = TableMemory::new(128 * (1 << 17)).expect("memory");
        let mut table = GuaranteeTable::new(&mut memory);
        let board = |number: u32| {
            let digit = |place: u32| (number / 7u32.pow(place) % 7) as u8;
            let row = [
                digit(0),
                digit(1),
                digit(2),
                digit(3),
                digit(4),
                digit(5),
                1,
            ];
            ToguzPosition::from_holes_unchecked(&row, &[1, 2, 3, 4, 5, 6, 0], [0, 0])
        };
        let all = 7u32.pow(6);
        for number in 0..all {
            table.update(&board(number), 1, |facts| {
                facts.sides[1].lower = (number % 20) as u8;
            });
        }
        assert!(table.used > FIRST_BUCKETS);
        let mut found = 0;
        for number in 0..all {
            if let Some(facts) = table.probe(&board(number)) {
                assert_eq!(u32::from(facts.sides[1].lower), number % 20);
                found += 1;
            }
        }
        assert_eq!(found, table.taken);
        assert!(found * 10 > all as usize * 9, "{found} of {all}");
    }
}
