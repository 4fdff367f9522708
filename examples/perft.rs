//! Counts the move sequences of Kalah(6, 4) and Toguz Kumalak to a depth.
//!
//! `cargo run --release -p mancala-examples --bin perft`

use anyhow::{Result, ensure};
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_position::perft;
use mancala_position::toguz::{Toguz, ToguzGame, ToguzPosition, ToguzRules};

fn main() -> Result<()> {
    let kalah = KalahRules::new(6)?;
    let start = KalahPosition::start(&kalah, 4)?;
    for depth in 1..=6 {
        println!(
            "kalah:6,4 depth {depth}: {}",
            perft(&kalah, &start, depth).nodes
        );
    }
    ensure!(
        perft(&kalah, &start, 5).nodes == 4690,
        "the published count of depth 5"
    );

    let rules = ToguzRules::new(ToguzGame::Toguz);
    let toguz = Toguz::new(&rules);
    let start = ToguzPosition::start(&rules);
    for depth in 1..=5 {
        println!(
            "toguz depth {depth}: {}",
            perft(&toguz, &start, depth).nodes
        );
    }
    Ok(())
}
