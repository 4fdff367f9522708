//! Proves the value of Kalah(5, 3) and of its first turns, on a database that is built for it.
//!
//! `cargo run --release -p mancala-examples --bin prove`

use anyhow::{Result, ensure};
use mancala_endgame::{Database, Silent};
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_search::{KalahProver, Resources};

fn main() -> Result<()> {
    let rules = KalahRules::new(5)?;
    let start = KalahPosition::start(&rules, 3)?;
    let root = tempfile::tempdir()?;
    let prover = KalahProver::new(rules)
        .database(Database::folder(root.path(), &rules))
        .resources(Resources::new(256 << 20, 2));
    let solution = prover.prove(&start, &Silent)?.solution;
    println!("value {:+} after {} nodes", solution.value, solution.nodes);
    for turn in &solution.turns {
        let pits: Vec<String> = turn.pits.iter().map(|pit| (pit + 1).to_string()).collect();
        println!("{:>8} {:+}", pits.join("-"), turn.value);
    }
    let best = solution.turns.iter().map(|turn| turn.value).max();
    ensure!(
        best == Some(solution.value),
        "the best turn is worth the start"
    );
    Ok(())
}
