//! Numbers that look random and are the same in every run (splitmix64).

pub(crate) struct Random(u64);

impl Random {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `end - 1`.
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        u32::try_from(self.next() % u64::from(end)).expect("less than a u32")
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
