//! The exact transposition table: proved bounds of positions, shared by threads.
//!
//! A position comes as its rank, a number below 2^K. The [`Mixer`] scatters the ranks over the same
//! range, the mixed number's place in that range gives the bucket, and all mixed numbers of one
//! bucket lie so close together that their low bits tell them apart. An entry keeps those bits, so
//! that it identifies its position: two positions are never confused. An entry is one atomic word:
//! a reader sees it as some thread wrote it, and every entry is true by itself.
//!
//! | bits of an entry | content |
//! |---|---|
//! | 0..9 | lower bound + 256, so that no entry is 0 |
//! | 9..18 | upper bound + 256 |
//! | 18..22 | best move, 15 for none |
//! | 22..27 | work: the binary logarithm of the nodes searched for it |
//! | 27..64 | the low bits of the mixed rank |
//!
//! 37 bits of the rank are enough for Kalah with 6 pits and 72 seeds as soon as the table has 128
//! buckets. Where they are not enough for all ranks, positions of the largest ranks, which have the
//! most seeds, are not kept.

use super::mixer::Mixer;
use crate::bounds::Bounds;
use crate::table_memory::TableMemory;
use mancala_position::row::MAX_SEEDS;
use std::sync::atomic::{AtomicU64, Ordering};

/// Entries of a bucket, which is one line of the processor's cache.
const WAYS: usize = 8;
const ENTRY_BYTES: u64 = 8;

const BOUND_OFFSET: i32 = 256;
const BOUND_MASK: u64 = 0x1ff;
const UPPER_SHIFT: u32 = 9;
const MOVE_SHIFT: u32 = 18;
const WORK_SHIFT: u32 = 22;
const WORK_MAX: u32 = 31;
const KEY_SHIFT: u32 = 27;
const KEY_BITS: u32 = 64 - KEY_SHIFT;
const CONTENT_MASK: u64 = (1 << KEY_SHIFT) - 1;
const NO_MOVE: u64 = 15;

/// An entry outside of the table, as checkpoints have it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SavedEntry {
    pub(crate) rank: u64,
    /// The bits of the entry that are not its key.
    pub(crate) content: u32,
}

/// The table's entry for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableEntry {
    /// The bounds of its value.
    pub(crate) bounds: Bounds,
    /// The move that raised the lower bound last.
    pub(crate) best: Option<u32>,
}

/// The exact transposition table of the proof search of Kalah.
pub(crate) struct ProofTable<'m> {
    slots: &'m [AtomicU64],
    buckets: u64,
    mixer: Mixer,
    /// The mask of the mixed bits that an entry keeps.
    key_mask: u64,
}

impl<'m> ProofTable<'m> {
    /// A table in the memory given for positions whose rank has up to `rank_bits` bits. The memory
    /// must be new, or come from a table of the same `rank_bits` and game.
    ///
    /// # Panics
    ///
    /// Unless there are 1 to 64 bits.
    #[must_use]
    pub(crate) fn new(memory: &'m mut TableMemory, rank_bits: u32) -> Self {
        let slots: &'m [AtomicU64] = memory.values();
        let buckets = (slots.len() / WAYS) as u64;
        // Fewer bits than asked for if a bucket's share of the mixed ranks would need too many
        // bits.
        let (bits, kept_bits) = (1..=rank_bits)
            .rev()
            .map(|bits| (bits, kept_bits(bits, buckets)))
            .find(|&(_, kept)| kept <= KEY_BITS)
            .expect("one bit is always kept");
        Self {
            slots,
            buckets,
            mixer: Mixer::new(bits),
            key_mask: (1 << kept_bits) - 1,
        }
    }

    /// The bucket of a position and the bits that identify it there; `None` if the rank is too
    /// large to be kept.
    #[inline(always)]
    #[must_use]
    pub(crate) fn locate(&self, rank: u64) -> Option<TableKey> {
        if rank >> (self.mixer.bits() - 1) > 1 {
            return None;
        }
        let mixed = self.mixer.mix(rank);
        let bucket = (u128::from(mixed) * u128::from(self.buckets)) >> self.mixer.bits();
        // Below the number of buckets, which came from a usize.
        let first = bucket as usize * WAYS;
        Some(TableKey {
            first,
            key: mixed & self.key_mask,
        })
    }

    /// The bytes of its entries.
    pub(crate) const fn bytes(&self) -> u64 {
        self.slots.len() as u64 * ENTRY_BYTES
    }

    /// Forgets all bounds and keeps the moves.
    pub(crate) fn forget_bounds(&self) {
        for slot in self.slots {
            let entry = slot.load(Ordering::Relaxed);
            if entry != 0 {
                let nothing = Bounds::of_seeds(MAX_SEEDS);
                let best = decode(entry).best;
                slot.store(
                    encode(entry >> KEY_SHIFT, nothing, best, 0),
                    Ordering::Relaxed,
                );
            }
        }
    }

    #[inline(always)]
    fn bucket(&self, key: TableKey) -> &[AtomicU64; WAYS] {
        self.slots[key.first..]
            .first_chunk()
            .expect("a key comes from this table")
    }

    /// The part of the table that is filled, from 0 to 1, estimated from its first buckets.
    pub(crate) fn fill(&self) -> f64 {
        const SAMPLED: usize = 1 << 13;
        let sampled = &self.slots[..self.slots.len().min(SAMPLED)];
        let filled = sampled
            .iter()
            .filter(|slot| slot.load(Ordering::Relaxed) != 0);
        filled.count() as f64 / sampled.len() as f64
    }

    /// The least work that no more than `most` entries reach.
    pub(crate) fn least_work_of(&self, most: u64) -> u32 {
        let mut counts = [0u64; WORK_MAX as usize + 1];
        for slot in self.slots {
            let entry = slot.load(Ordering::Relaxed);
            if entry != 0 {
                counts[work_of(entry) as usize] += 1;
            }
        }
        let mut sum = 0;
        let fitting = (0..=WORK_MAX).rev().take_while(|&work| {
            sum += counts[work as usize];
            sum <= most
        });
        fitting.last().unwrap_or(WORK_MAX)
    }

    /// Visits all entries of at least so much work.
    pub(crate) fn for_each(&self, least_work: u32, mut visit: impl FnMut(SavedEntry)) {
        for (bucket, slots) in (0u128..).zip(self.slots.chunks(WAYS)) {
            // The mixed ranks of a bucket are fewer than the numbers that the key tells apart.
            let first = (bucket << self.mixer.bits()).div_ceil(u128::from(self.buckets));
            let first = u64::try_from(first).expect("a mixed rank has at most 64 bits");
            for slot in slots {
                let entry = slot.load(Ordering::Relaxed);
                if entry == 0 || work_of(entry) < least_work {
                    continue;
                }
                let mixed = first + ((entry >> KEY_SHIFT).wrapping_sub(first) & self.key_mask);
                visit(SavedEntry {
                    rank: self.mixer.unmix(mixed),
                    content: (entry & CONTENT_MASK) as u32,
                });
            }
        }
    }

    /// Adds an entry that a table of the same game, of any size, has had.
    pub(crate) fn restore(&self, kept: SavedEntry) {
        let entry = u64::from(kept.content) & CONTENT_MASK;
        let known = decode(entry);
        if known.bounds.lower > known.bounds.upper {
            return;
        }
        if let Some(key) = self.locate(kept.rank) {
            let work = 1u64 << work_of(entry) >> 1;
            self.store(key, known.bounds, known.best, work);
        }
    }

    /// Prefetches the bucket of a position.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: TableKey) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing that the program sees and is allowed at any address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.slots.as_ptr().wrapping_add(key.first).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry of a position.
    #[inline(always)]
    #[must_use]
    pub(crate) fn probe(&self, key: TableKey) -> Option<TableEntry> {
        for slot in self.bucket(key) {
            let entry = slot.load(Ordering::Relaxed);
            if entry >> KEY_SHIFT == key.key && entry != 0 {
                return Some(decode(entry));
            }
        }
        None
    }

    /// Adds proved bounds to what is known of a position. If the bucket is full, the entry of the
    /// least work is replaced.
    pub(crate) fn store(&self, key: TableKey, bounds: Bounds, best: Option<u32>, work: u64) {
        let mut bounds = bounds;
        let mut best = best;
        let mut work = (u64::BITS - work.leading_zeros()).min(WORK_MAX);
        let mut victim = None;
        let mut least = u32::MAX;
        for slot in self.bucket(key) {
            let entry = slot.load(Ordering::Relaxed);
            if entry == 0 {
                if least != 0 {
                    least = 0;
                    victim = Some(slot);
                }
                continue;
            }
            if entry >> KEY_SHIFT == key.key {
                let known = decode(entry);
                bounds = bounds.intersect(known.bounds);
                best = best.or(known.best);
                work = work.max(work_of(entry));
                victim = Some(slot);
                break;
            }
            if work_of(entry) < least {
                least = work_of(entry);
                victim = Some(slot);
            }
        }
        if let Some(slot) = victim {
            slot.store(encode(key.key, bounds, best, work), Ordering::Relaxed);
        }
    }
}

/// The number of low bits that tell apart the mixed ranks of one bucket, of 2^`bits` ranks in all.
fn kept_bits(bits: u32, buckets: u64) -> u32 {
    let share = (1u128 << bits).div_ceil(u128::from(buckets));
    share.next_power_of_two().trailing_zeros()
}

/// The key of a position in a table: its bucket, and the bits that identify it there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TableKey {
    first: usize,
    key: u64,
}

impl TableKey {
    /// A hash of the key, which hardly any other key shares.
    pub(crate) const fn scattered(self) -> u64 {
        (self.first as u64 ^ self.key << 27).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

#[inline(always)]
const fn work_of(entry: u64) -> u32 {
    (entry >> WORK_SHIFT & 0x1f) as u32
}

#[inline(always)]
fn decode(entry: u64) -> TableEntry {
    let bound = |shift: u32| (entry >> shift & BOUND_MASK) as i32 - BOUND_OFFSET;
    let best = entry >> MOVE_SHIFT & 0xf;
    TableEntry {
        bounds: Bounds {
            lower: bound(0),
            upper: bound(UPPER_SHIFT),
        },
        best: (best != NO_MOVE).then_some(best as u32),
    }
}

fn encode(key: u64, bounds: Bounds, best: Option<u32>, work: u32) -> u64 {
    let bound = |value: i32| u64::from((value + BOUND_OFFSET).unsigned_abs()) & BOUND_MASK;
    bound(bounds.lower)
        | bound(bounds.upper) << UPPER_SHIFT
        | best.map_or(NO_MOVE, u64::from) << MOVE_SHIFT
        | u64::from(work) << WORK_SHIFT
        | key << KEY_SHIFT
}

#[cfg(test)]
mod tests {
    use super::*;

    const BITS: u32 = 41;

    /// Scattered ranks with bounds that follow from them.
    fn entries() -> impl Iterator<Item = (u64, Bounds)> {
        (1..20_000u64).map(|number| {
            let rank = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - BITS);
            let lower = i32::try_from(rank % 90).expect("small") - 45;
            let upper = lower + i32::try_from(rank % 5).expect("small");
            (rank, Bounds { lower, upper })
        })
    }

    fn filled(table: &ProofTable<'_>) {
        for (number, (rank, bounds)) in (0u64..).zip(entries()) {
            let key = table.locate(rank).expect("41 bits are kept");
            table.store(key, bounds, Some((rank % 6) as u32), number);
        }
    }

    #[test]
    fn a_full_table_takes_no_position_for_another() {
        let mut memory = TableMemory::new(64 << 10).expect("memory");
        let table = ProofTable::new(&mut memory, BITS);
        filled(&table);
        let found = entries().filter(|&(rank, bounds)| {
            let known = table.locate(rank).and_then(|key| table.probe(key));
            known.is_some_and(|known| {
                assert_eq!(known.bounds, bounds);
                assert_eq!(known.best, Some((rank % 6) as u32));
                true
            })
        });
        let found = found.count() as u64;
        let slots = (64 << 10) / ENTRY_BYTES;
        assert!(found > slots * 9 / 10 && found <= slots, "{found}");
        assert!(table.fill() > 0.9);
    }

    #[test]
    fn entries_can_be_restored_into_tables_of_other_sizes() {
        let mut memory = TableMemory::new(8 << 20).expect("memory");
        let table = ProofTable::new(&mut memory, BITS);
        filled(&table);
        let mut count = 0;
        table.for_each(0, |_| count += 1);
        assert_eq!(count, entries().count());
        for bytes in [32 << 20, 8 << 20, 5 << 20] {
            let mut memory = TableMemory::new(bytes).expect("memory");
            let other = ProofTable::new(&mut memory, BITS);
            table.for_each(0, |kept| other.restore(kept));
            for (rank, bounds) in entries() {
                let key = other.locate(rank).expect("41 bits are kept");
                let known = other.probe(key).expect("there is room for all");
                assert_eq!(known.bounds, bounds);
            }
        }
    }

    #[test]
    fn the_entries_of_the_most_work_are_visited() {
        let mut memory = TableMemory::new(8 << 20).expect("memory");
        let table = ProofTable::new(&mut memory, BITS);
        filled(&table);
        let visited = |most| {
            let mut count = 0u64;
            table.for_each(table.least_work_of(most), |_| count += 1);
            count
        };
        // Of the entries with 0 to 19,998 nodes, 3,615 took 16,384 or more and 11,807 took 8,192 or
        // more.
        assert_eq!(visited(3_615), 3_615);
        assert_eq!(visited(11_806), 3_615);
        assert_eq!(visited(11_807), 11_807);
        assert_eq!(visited(100_000), 19_999);
    }
}
