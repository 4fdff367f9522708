//! The thread that computes, so that commands are heard meanwhile.

use super::command::Go;
use super::event::Event;
use super::out::Out;
use super::perft::divide;
use crate::analysis::{AnalysisError, Limits, Outcome, SearchReport};
use crate::engine::{Engine, EngineTablebase};
use mancala_position::{GameHistory, GameState};
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
                let search = Search {
                    history: &history,
                    limits: budget.limits(history.now().to_move()),
                    multipv,
                };
                search.answer(&mut engine, stop, out)
            }
            Go::Perft(depth) => perft(history.now(), depth, stop),
        };
        if events.send(Event::Done(Box::new(engine), answer)).is_err() {
            return;
        }
    }
}

/// A search of the last state of a game.
struct Search<'a> {
    history: &'a GameHistory,
    limits: Limits,
    multipv: usize,
}

impl Search<'_> {
    /// The last line of the answer. An engine with a damaged tablebase is replaced by one without
    /// it, so that there is a move all the same.
    fn answer<W: Write>(&self, engine: &mut Engine, stop: &AtomicBool, out: &Out<W>) -> String {
        let result = self.run(engine, stop, out).or_else(|error| {
            out.error(error);
            *engine = Engine::new(
                engine.spec(),
                *engine.options(),
                &EngineTablebase::default(),
            )?;
            self.run(engine, stop, out)
        });
        match result {
            Ok(report) => best_move(self.history.now(), report.best()),
            Err(error) => {
                out.error(error);
                NO_MOVE.to_owned()
            }
        }
    }

    fn run<W: Write>(
        &self,
        engine: &mut Engine,
        stop: &AtomicBool,
        out: &Out<W>,
    ) -> Result<SearchReport, AnalysisError> {
        let now = self.history.now();
        let earlier = self.history.earlier_states();
        engine.analyze(now, earlier, &self.limits, stop, &mut |report| {
            out.write(&info(now, report, self.multipv));
        })
    }
}

/// The line that answers a search.
fn best_move(state: &GameState, pit: Option<u32>) -> String {
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
            "info depth {} seldepth {}{number} score seeds {} margin {}{outcome}{proved} nodes {} nps {} \
             hashfull {} time {} pv",
            report.depth,
            report.selective_depth,
            line.score_seeds,
            line.margin_seeds,
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
