//! Numbers that depend on a seed alone, and a player who picks his moves by them.

use super::budget::Budget;
use super::player::{Choice, Player, PlayerError};
use mancala_position::record::Course;
use std::sync::atomic::AtomicBool;

/// The numbers of SplitMix64 (Steele, Lea, Flood, 2014): the same on every machine.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The numbers of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number.
    pub const fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `count`, each as likely as the others up to one part in 2⁶⁴ / `count`; 0 if `count` is 0.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the high word of the product is below count"
    )]
    pub const fn below(&mut self, count: usize) -> usize {
        ((self.number() as u128 * count as u128) >> 64) as usize
    }

    /// Puts the items in a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for left in (1..items.len()).rev() {
            items.swap(left, self.below(left + 1));
        }
    }
}

/// Plays any legal move, each as likely as the others.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    seed: u64,
    random: Random,
}

impl RandomPlayer {
    /// A player whose games depend on the seed and their numbers alone.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            random: Random::new(seed),
        }
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn new_game(&mut self, number: u64) -> Result<(), PlayerError> {
        let mut random = Random::new(self.seed);
        self.random = Random::new(random.number() ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        Ok(())
    }

    fn choose(
        &mut self,
        course: &Course,
        _: &Budget,
        _: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let moves = course.now().moves();
        let index = self.random.below(moves.len());
        let pit = moves.iter().nth(index).ok_or_else(|| PlayerError::NoMove {
            name: self.name(),
            position: course.now().to_text(),
        })?;
        Ok(Choice { pit, nodes: 1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_published_and_below_their_bound() {
        // The first numbers of seed 1234567, as published with the generator.
        let mut random = Random::new(1_234_567);
        assert_eq!(random.number(), 6_457_827_717_110_365_317);
        assert_eq!(random.number(), 3_203_168_211_198_807_973);
        assert!((0..1000).all(|_| random.below(9) < 9));
        assert_eq!(random.below(0), 0);
        let mut items: Vec<u32> = (0..50).collect();
        random.shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
