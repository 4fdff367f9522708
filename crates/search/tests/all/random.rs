//! Random positions of Kalah.

use mancala_position::kalah::{KalahPosition, KalahRules};

/// SplitMix64.
pub(crate) fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut x = *state;
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A position of so many seeds, each thrown into a random pit.
pub(crate) fn thrown(rules: &KalahRules, seeds: u32, state: &mut u64) -> KalahPosition {
    let mut board = vec![0; 2 * rules.pits() as usize];
    for _ in 0..seeds {
        let pits = board.len() as u64;
        let pit = usize::try_from(random(state) % pits).expect("a pit");
        board[pit] += 1;
    }
    let (own, opponent) = board.split_at(rules.pits() as usize);
    KalahPosition::new(rules, own, opponent).expect("few seeds")
}
