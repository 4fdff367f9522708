//! Plays a match of the engine against plain alpha-beta search on Kalah(4, 3), each opening with
//! both colours.
//!
//! `cargo run --release -p mancala-examples --bin engine_match`

use anyhow::{Result, ensure};
use mancala_position::GameState;
use mancala_search::analysis::AnalysisOptions;
use mancala_search::engine::{EnginePlayer, EngineTablebase};
use mancala_search::matches::{
    Adjudication, Allowance, Contender, Match, PlainPlayer, random_openings,
};
use std::sync::atomic::AtomicBool;

fn main() -> Result<()> {
    let spec = "kalah:4,3".parse()?;
    let start = GameState::start(&spec)?;
    let options = AnalysisOptions {
        table_bytes: 1 << 20,
        ..AnalysisOptions::default()
    };
    let engine = || {
        EnginePlayer::new(
            "engine".to_owned(),
            &spec,
            options,
            &EngineTablebase::default(),
        )
        .map(|player| Box::new(player) as _)
    };
    let duel = Match {
        contenders: [
            Contender {
                make: &engine,
                allowance: Allowance {
                    nodes: Some(2_000),
                    ..Allowance::default()
                },
            },
            Contender {
                make: &|| Ok(Box::new(PlainPlayer::new(3))),
                allowance: Allowance::default(),
            },
        ],
        openings: &random_openings(&start, 1..=3, 10, None, 1),
        pairs: 10,
        parallel: 1,
        adjudication: Adjudication::default(),
        sprt: None,
    };
    let report = duel.play(&AtomicBool::new(false), &mut |_, _| {})?;
    println!(
        "the engine scores {:.0} % of {} games",
        100.0 * report.tally.score(),
        report.tally.games()
    );
    ensure!(report.tally.score() > 0.5, "the deeper search wins");
    Ok(())
}
