//! Analyses the start of Toguz Kumalak and prints the best line of each depth.
//!
//! `cargo run --release -p mancala-examples --bin analyse`

use anyhow::{Context, Result, ensure};
use mancala_position::GameState;
use mancala_search::analysis::{AnalysisOptions, Limits};
use mancala_search::engine::{Engine, EngineTablebase};
use std::sync::atomic::AtomicBool;

fn main() -> Result<()> {
    let spec = "toguz".parse()?;
    let options = AnalysisOptions {
        table_bytes: 16 << 20,
        ..AnalysisOptions::default()
    };
    let mut engine = Engine::new(&spec, options, &EngineTablebase::default())?;
    let start = GameState::start(&spec)?;
    let limits = Limits {
        depth: Some(8),
        ..Limits::default()
    };
    let never = AtomicBool::new(false);
    let report = engine.analyze(&start, &[], &limits, &never, &mut |report| {
        if let Some(line) = report.lines.first() {
            println!(
                "depth {:>2}  {:>8} nodes  {}",
                report.depth,
                report.nodes,
                start.write_moves(&line.moves)
            );
        }
    })?;
    let best = report.best().context("the start has moves")?;
    ensure!(start.moves().contains(best), "the best move is legal");
    println!("best hole {}", best + 1);
    Ok(())
}
