//! A player who picks legal moves at random.

use super::budget::Budget;
use super::player::{Choice, Player, PlayerError};
use mancala_position::random::SplitMix64;
use mancala_position::record::GameHistory;
use std::sync::atomic::AtomicBool;

/// Plays any legal move, each as likely as the others.
#[derive(Clone, Debug)]
pub struct RandomPlayer {
    seed: u64,
    random: SplitMix64,
}

impl RandomPlayer {
    /// A player whose games depend on the seed and their numbers alone.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            random: SplitMix64::new(seed),
        }
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn new_game(&mut self, number: u64) -> Result<(), PlayerError> {
        let mut random = SplitMix64::new(self.seed);
        self.random = SplitMix64::new(random.next_u64() ^ number.wrapping_mul(SplitMix64::GAMMA));
        Ok(())
    }

    fn choose(
        &mut self,
        history: &GameHistory,
        _: &Budget,
        _: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let moves = history.now().moves();
        let index = self.random.index(moves.len());
        let pit = moves.iter().nth(index).ok_or_else(|| PlayerError::NoMove {
            name: self.name(),
            position: history.now().to_text(),
        })?;
        Ok(Choice { pit, nodes: 1 })
    }
}
