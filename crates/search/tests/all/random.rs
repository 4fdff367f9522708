//! Random positions of Kalah.

use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_position::random::SplitMix64;

/// A position of so many seeds, each thrown into a random pit.
pub(crate) fn thrown(rules: &KalahRules, seeds: u32, random: &mut SplitMix64) -> KalahPosition {
    let mut board = vec![0; 2 * rules.pits() as usize];
    for _ in 0..seeds {
        let pits = board.len() as u64;
        let pit = usize::try_from(random.next_u64() % pits).expect("a pit");
        board[pit] += 1;
    }
    let (own, opponent) = board.split_at(rules.pits() as usize);
    KalahPosition::new(rules, own, opponent).expect("few seeds")
}
