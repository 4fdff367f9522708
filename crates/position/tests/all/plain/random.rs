//! Random numbers of the reference tests, the same in every run.

use mancala_position::random::SplitMix64;

pub(crate) struct Random(SplitMix64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// A number from 0 to `end - 1`.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        u32::try_from(self.0.next_u64() % u64::from(end)).expect("less than a u32")
    }

    /// True once in `times`.
    pub(crate) fn once_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        let length = u32::try_from(from.len()).expect("a short list");
        from[self.below(length) as usize]
    }

    /// Seeds thrown into a random choice of pits, so that empty and very full pits are common.
    pub(crate) fn scatter(&mut self, seeds: u32, pits: usize) -> Vec<u32> {
        let mut row = vec![0; pits];
        let open: Vec<usize> = (0..pits).filter(|_| !self.once_in(3)).collect();
        let open = if open.is_empty() { vec![0] } else { open };
        let mut left = seeds;
        while left > 0 {
            let handful = 1 + self.below(left.min(1 + seeds / 4));
            row[self.pick(&open)] += handful;
            left -= handful;
        }
        row
    }
}
