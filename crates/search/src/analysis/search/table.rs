//! The transposition table of analysis: lossy, and shared by threads without locks.
//!
//! An entry is two words, the data and the exclusive or of data and key (Hyatt's lockless hashing):
//! halves that two threads have written do not fit together, and count as the entry of another
//! position.

use crate::table_memory::{TableMemory, TableMemoryError};
use std::sync::atomic::{AtomicU64, Ordering};

/// Entries of a bucket, which is one line of the processor's cache.
const WAYS: usize = 4;

/// The meaning of a score for the value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value is at least the score.
    Lower = 1,
    /// The value is at most the score.
    Upper = 2,
    /// The value is the score.
    Exact = 3,
}

/// The result of a search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TableEntry {
    pub(super) score: i32,
    pub(super) depth: i32,
    pub(super) bound: Bound,
    pub(super) best: Option<u32>,
}

const NO_MOVE: u64 = 15;

/// Searches are numbered modulo this, so that entries of earlier ones are told apart.
const GENERATIONS: u64 = 64;

/// Replacement: an entry of this search that is deeper than the new one by more plies than this
/// keeps its place, unless the new score is exact.
const KEPT_DEPTH_GAP: i32 = 3;

/// Replacement: how many plies of depth an entry loses for each search since it was stored.
const AGE_PLIES: i32 = 8;

/// The data word of an entry:
///
/// | bits | content |
/// |---|---|
/// | 0..16 | score |
/// | 16..24 | depth |
/// | 24..28 | best move, 15 for none |
/// | 28..30 | bound, never 0 |
/// | 30..36 | generation |
#[inline(always)]
fn encode(entry: &TableEntry, generation: u64) -> u64 {
    u64::from((entry.score & 0xffff).unsigned_abs())
        | u64::from(entry.depth.clamp(0, 255).unsigned_abs()) << 16
        | entry.best.map_or(NO_MOVE, u64::from) << 24
        | (entry.bound as u64) << 28
        | generation << 30
}

#[inline(always)]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the bits of each field are taken out"
)]
const fn decode(data: u64) -> TableEntry {
    let best = data >> 24 & 15;
    TableEntry {
        score: data as u16 as i16 as i32,
        depth: (data >> 16 & 0xff) as i32,
        bound: match data >> 28 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        best: if best == NO_MOVE {
            None
        } else {
            Some(best as u32)
        },
    }
}

/// The memory of a table, with the generation of the last search.
#[derive(Debug)]
pub(super) struct LossyTableMemory {
    memory: TableMemory,
    bytes: u64,
    generation: u64,
}

impl LossyTableMemory {
    pub(super) fn new(bytes: u64) -> Result<Self, TableMemoryError> {
        Ok(Self {
            memory: TableMemory::new(bytes)?,
            bytes,
            generation: 0,
        })
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The table for a new search.
    pub(super) fn next_search(&mut self) -> LossyTable<'_> {
        self.generation = (self.generation + 1) % GENERATIONS;
        let slots: &[AtomicU64] = self.memory.values();
        LossyTable {
            buckets: (slots.len() / (2 * WAYS)) as u64,
            slots,
            generation: self.generation,
        }
    }
}

/// A table for one search.
#[derive(Clone, Copy)]
pub(super) struct LossyTable<'m> {
    slots: &'m [AtomicU64],
    buckets: u64,
    generation: u64,
}

impl LossyTable<'_> {
    #[inline(always)]
    fn first(&self, key: u64) -> usize {
        #[expect(clippy::cast_possible_truncation, reason = "less than the buckets are")]
        let bucket = ((u128::from(key) * u128::from(self.buckets)) >> 64) as usize;
        bucket * 2 * WAYS
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[AtomicU64; 2 * WAYS] {
        self.slots[self.first(key)..]
            .first_chunk()
            .expect("a key's bucket is in the table")
    }

    /// Fetches the bucket of a key into the cache, for a probe soon after.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: prefetching reads nothing that the program sees and is allowed at any address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.slots.as_ptr().wrapping_add(self.first(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry of the position with this key.
    #[inline(always)]
    pub(super) fn probe(&self, key: u64) -> Option<TableEntry> {
        let bucket = self.bucket(key);
        for pair in bucket.as_chunks::<2>().0 {
            let data = pair[1].load(Ordering::Relaxed);
            if pair[0].load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(decode(data));
            }
        }
        None
    }

    /// Stores an entry. In a full bucket it replaces the shallowest one, where entries of earlier
    /// searches count as shallower.
    #[inline(always)]
    pub(super) fn store(&self, key: u64, mut entry: TableEntry) {
        let mut replaced = None;
        let mut least = i32::MAX;
        for pair in self.bucket(key).as_chunks::<2>().0 {
            let data = pair[1].load(Ordering::Relaxed);
            if pair[0].load(Ordering::Relaxed) ^ data == key && data != 0 {
                let old = decode(data);
                if entry.best.is_none() {
                    entry.best = old.best;
                }
                if entry.bound != Bound::Exact
                    && old.depth > entry.depth + KEPT_DEPTH_GAP
                    && data >> 30 == self.generation
                {
                    return;
                }
                replaced = Some(pair);
                break;
            }
            let age = (self.generation + GENERATIONS - (data >> 30)) % GENERATIONS;
            let value = if data == 0 {
                i32::MIN
            } else {
                (data >> 16 & 0xff) as i32 - AGE_PLIES * age as i32
            };
            if value < least {
                least = value;
                replaced = Some(pair);
            }
        }
        if let Some(pair) = replaced {
            let data = encode(&entry, self.generation);
            pair[0].store(key ^ data, Ordering::Relaxed);
            pair[1].store(data, Ordering::Relaxed);
        }
    }

    /// The part of the table that this search has filled, in thousandths, by a sample of its
    /// entries.
    pub(super) fn fill_permille(&self) -> u32 {
        const SAMPLED: usize = 4000;
        let sampled = &self.slots[..self.slots.len().min(2 * SAMPLED)];
        let pairs = sampled.as_chunks::<2>().0;
        let filled = pairs.iter().filter(|pair| {
            let data = pair[1].load(Ordering::Relaxed);
            data != 0 && data >> 30 == self.generation
        });
        u32::try_from(1000 * filled.count() / pairs.len()).expect("at most a thousand")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_stored_entry_is_found_by_its_key(
            key: u64, score in -20_000..20_000i32, depth in 0..256i32,
            best in proptest::option::of(0..9u32), bound in 1..4,
        ) {
            let bound = [Bound::Lower, Bound::Upper, Bound::Exact][bound as usize - 1];
            let found = TableEntry { score, depth, bound, best };
            let mut memory = LossyTableMemory::new(4096).expect("memory");
            let table = memory.next_search();
            prop_assert_eq!(table.probe(key), None);
            table.store(key, found);
            prop_assert_eq!(table.probe(key), Some(found));
        }
    }

    #[test]
    fn deep_entries_stay_in_a_full_bucket() {
        let mut memory = LossyTableMemory::new(64).expect("memory");
        let table = memory.next_search();
        let found = |depth| TableEntry {
            score: depth,
            depth,
            bound: Bound::Lower,
            best: None,
        };
        for depth in 1..100i32 {
            table.store(depth.unsigned_abs().into(), found(depth));
        }
        assert!((96..100).all(|depth: u64| table.probe(depth).is_some()));
        assert_eq!(table.fill_permille(), 1000);
        // A later search replaces them all the same.
        let table = memory.next_search();
        assert_eq!(table.fill_permille(), 0);
        table.store(1, found(1));
        assert_eq!(table.probe(1), Some(found(1)));
    }
}
