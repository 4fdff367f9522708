//! Searches the start of Toguz Kumalak and prints what every depth took.
//!
//! `cargo run --release -p mancala-search --features studies --example deepen -- [SECONDS]
//! [THREADS] [MEBIBYTES] [tally]`
//!
//! The last word takes the hand-written evaluation in place of the trained one.

use mancala_position::toguz::{ToguzGame, ToguzPosition, ToguzRules};
use mancala_search::analysis::{
    AnalysisOptions, Analyzer, EvaluatedToguz, HandCraftedEvaluation, Limits, RootPosition,
    SearchReport, StandardEvaluation,
};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut numbers = words.iter().take(3).map(|word| word.parse::<u64>());
    let mut next = |default| numbers.next().unwrap_or(Ok(default));
    let (seconds, threads, mebibytes) = (next(10)?, next(1)?, next(256)?);
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let options = AnalysisOptions {
        threads: usize::try_from(threads)?,
        table_bytes: mebibytes << 20,
        ..AnalysisOptions::default()
    };
    let limits = Limits {
        time: Some(Duration::from_secs(seconds)),
        ..Limits::default()
    };
    let evaluation = if words.iter().any(|word| word == "tally") {
        StandardEvaluation::HandCrafted(HandCraftedEvaluation::new(&rules))
    } else {
        StandardEvaluation::new(&rules)
    };
    let game = EvaluatedToguz::with_evaluation(&rules, evaluation);
    let mut analyzer = Analyzer::new(game, options)?;
    let tell = |report: &SearchReport| {
        println!(
            "depth {:2}/{:2}  {:7.2} s  {:12} nodes  {:5.2} M/s  {:+6.2}  {:?}",
            report.depth,
            report.selective_depth,
            report.elapsed.as_secs_f64(),
            report.nodes,
            report.nodes_per_second() as f64 / 1e6,
            f64::from(report.lines[0].score) / 16.0,
            report.lines[0]
                .moves
                .iter()
                .map(|pit| pit + 1)
                .collect::<Vec<_>>(),
        );
    };
    let start = ToguzPosition::start(&rules);
    let stop = AtomicBool::new(false);
    let root = RootPosition::new(&start);
    let last = analyzer.analyze(root, &limits, &stop, &mut |report| tell(report))?;
    tell(&last);
    Ok(())
}
