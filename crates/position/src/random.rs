//! Seeded random numbers that are the same on every machine: SplitMix64.
//!
//! The generator is that of Steele, Lea and Flood, "Fast splittable pseudorandom number generators"
//! (2014). It is part of this library because published results depend on its numbers: the openings
//! of matches, the positions that a verification samples, the model of an archive, and recorded
//! values of tests.

/// The generator. Its state is one word, and any seed is as good as any other.
///
/// ```
/// use mancala_position::random::SplitMix64;
///
/// // The first numbers that are published for this seed.
/// let mut random = SplitMix64::new(1_234_567);
/// assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
/// assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The increment of the state for each number: the odd number nearest to 2⁶⁴ divided by the
    /// golden ratio.
    pub const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

    /// The generator with the seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next number, any of 64 bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(Self::GAMMA);
        Self::number_at(self.state, 0)
    }

    /// The number that the generator with the seed gives at the index, from 1, without those before
    /// it. The index 0 mixes the seed itself, which makes a hash of one word: different words have
    /// different hashes.
    #[must_use]
    pub const fn number_at(seed: u64, index: u64) -> u64 {
        let mut z = seed.wrapping_add(index.wrapping_mul(Self::GAMMA));
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `count`, each as likely as the others up to one part in 2⁶⁴ / `count`; 0 if
    /// `count` is 0.
    pub const fn below(&mut self, count: u64) -> u64 {
        scaled(self.next_u64(), count)
    }

    /// An index of a list of `len` items, each as likely as the others; 0 if there is none.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the number is below a usize"
    )]
    pub const fn index(&mut self, len: usize) -> usize {
        self.below(len as u64) as usize
    }

    /// Puts the items in a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for left in (1..items.len()).rev() {
            items.swap(left, self.index(left + 1));
        }
    }
}

/// The number below `count` in the proportion in which `number` lies below 2⁶⁴ (Lemire, 2019,
/// without rejection).
const fn scaled(number: u64, count: u64) -> u64 {
    ((number as u128 * count as u128) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_below_their_bound() {
        let mut random = SplitMix64::new(1);
        assert!((0..1000).all(|_| random.below(9) < 9 && random.index(9) < 9));
        assert_eq!((random.below(0), random.index(0)), (0, 0));
        assert_eq!((scaled(0, 10), scaled(u64::MAX, 10)), (0, 9));
    }

    #[test]
    fn a_number_is_found_by_its_index() {
        let mut random = SplitMix64::new(77);
        for index in 1..100 {
            assert_eq!(random.next_u64(), SplitMix64::number_at(77, index));
        }
    }

    #[test]
    fn a_shuffle_keeps_all_items() {
        let mut items: Vec<u32> = (0..50).collect();
        SplitMix64::new(3).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
