//! The thread that computes, so that commands are heard meanwhile.

use super::command::Go;
use super::event::Event;
use super::out::Out;
use super::perft::divide;
use crate::analysis::{Outcome, SearchReport};
use crate::engine::Engine;
use mancala_position::GameState;
use mancala_position::record::GameHistory;
use std::fmt::Write as _;
use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Instant;

/// Something to compute.
pub(super) struct Job {
    pub(super) engine: Engine,
    pub(super) history: GameHistory,
    pub(super) go: Go,
    pub(super) multipv: usize,
}

/// Does jobs until there are no more, and gives each engine back.
pub(super) fn work<W: Write>(
    jobs: &Receiver<Job>,
    events: &SyncSender<Event>,
    stop: &AtomicBool,
    out: &Out<W>,
) {
    while let Ok(job) = jobs.recv() {
        let Job {
            mut engine,
            history,
            go,
            multipv,
        } = job;
        let answer = match go {
            Go::Search { budget, .. } => {
                let limits = budget.limits(history.now().to_move());
                let state = history.now();
                let report = engine.analyze(history.states(), &limits, stop, &mut |report| {
                    out.write(&info(state, report, multipv));
                });
                if let Some(error) = engine.take_tablebase_error() {
                    out.error(error);
                }
                best_move(state, report.best())
            }
            Go::Perft(depth) => perft(history.now(), depth, stop),
        };
        if events.send(Event::Done(engine, answer)).is_err() {
            return;
        }
    }
}

/// The line that answers a search.
pub(super) fn best_move(state: &GameState, pit: Option<u32>) -> String {
    match pit {
        Some(pit) => format!("bestmove {}\n", state.write_move(pit)),
        None => NO_MOVE.to_owned(),
    }
}

/// The answer where there is no move.
pub(super) const NO_MOVE: &str = "bestmove none\n";

fn info(state: &GameState, report: &SearchReport, multipv: usize) -> String {
    let mut text = String::new();
    for (index, line) in report.lines.iter().enumerate() {
        let margin = i64::from(line.score_seeds) + state.lead();
        let outcome = match line.outcome {
            Some(Outcome::Won) => " won",
            Some(Outcome::Lost) => " lost",
            None => "",
        };
        let number = if multipv > 1 {
            format!(" multipv {}", index + 1)
        } else {
            String::new()
        };
        let proved = if report.proved { " proved" } else { "" };
        // A String takes all that is written.
        let _ = write!(
            text,
            "info depth {} seldepth {}{number} score seeds {} margin {margin}{outcome}{proved} nodes {} nps {} \
             hashfull {} time {} pv",
            report.depth,
            report.selective_depth,
            line.score_seeds,
            report.nodes,
            report.nodes_per_second(),
            report.table_fill_permille,
            report.elapsed.as_millis(),
        );
        let mut at = *state;
        for &pit in &line.moves {
            let _ = write!(text, " {}", at.write_move(pit));
            at = at.play_unchecked(pit);
        }
        text.push('\n');
    }
    text
}

fn perft(state: &GameState, depth: u32, stop: &AtomicBool) -> String {
    let begin = Instant::now();
    let Some(counts) = divide(state, depth, stop) else {
        return "info string the count was stopped\n".to_owned();
    };
    let sum = match depth {
        0 => 1,
        _ => counts
            .iter()
            .fold(0_u64, |sum, (_, count)| sum.saturating_add(*count)),
    };
    let mut text = String::new();
    for (pit, count) in counts {
        let _ = writeln!(text, "{}: {count}", state.write_move(pit));
    }
    let _ = writeln!(
        text,
        "perft depth {depth} nodes {sum} time {}",
        begin.elapsed().as_millis()
    );
    text
}
