//! Searches the start of Toguz Kumalak and prints what every depth took.
//!
//! `cargo run --release -p mancala-search --example deepen -- [SECONDS] [THREADS] [MEBIBYTES] [tally]`
//!
//! The last word takes the hand-written evaluation in place of the trained one.

use mancala_position::toguz::{ToguzGame, ToguzPosition, ToguzRules};
use mancala_search::analysis::{
    AnalysisOptions, Analyst, Insight, Limits, StandardEvaluation, Tally, ToguzJudge,
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
        StandardEvaluation::Tally(Tally::new(&rules))
    } else {
        StandardEvaluation::new(&rules)
    };
    let judge = ToguzJudge::with_evaluation(&rules, evaluation);
    let mut analyst = Analyst::new(judge, options)?;
    let tell = |insight: &Insight| {
        println!(
            "depth {:2}/{:2}  {:7.2} s  {:12} nodes  {:5.2} M/s  {:+6.2}  {:?}",
            insight.depth,
            insight.selective_depth,
            insight.elapsed.as_secs_f64(),
            insight.nodes,
            insight.nodes_per_second() as f64 / 1e6,
            f64::from(insight.lines[0].score) / 16.0,
            insight.lines[0]
                .moves
                .iter()
                .map(|pit| pit + 1)
                .collect::<Vec<_>>(),
        );
    };
    let start = ToguzPosition::start(&rules);
    let stop = AtomicBool::new(false);
    let last = analyst.analyze(&start, &[], &limits, &stop, &mut |insight| tell(insight));
    tell(&last);
    Ok(())
}
