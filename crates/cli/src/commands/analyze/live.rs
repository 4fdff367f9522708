//! The result of a search so far: one line on a terminal, rewritten in place while it runs.

use super::answer::{moves_text, score_text};
use crate::output::Output;
use crate::text::numbers::{grouped, rate};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use mancala_position::GameState;
use mancala_search::analysis::SearchReport;
use std::io::{self, IsTerminal};

/// Plies of a line that are shown.
const SHOWN: usize = 10;

/// The line on stderr; nothing where that is no terminal, or quiet is wanted.
pub(super) struct Live {
    bar: Option<ProgressBar>,
}

impl Live {
    pub(super) fn new(output: &Output) -> Self {
        let wanted = !output.is_quiet() && io::stderr().is_terminal();
        let bar = wanted.then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(10));
            let style = ProgressStyle::with_template("{wide_msg}");
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Self { bar }
    }

    pub(super) fn show(&mut self, state: &GameState, report: &SearchReport) {
        if let (Some(bar), Some(best)) = (&self.bar, report.lines.first()) {
            let moves = &best.moves[..best.moves.len().min(SHOWN)];
            bar.set_message(format!(
                "depth {}  {}  {}  {} nodes, {}",
                report.depth,
                score_text(best),
                moves_text(state, moves).join(" "),
                grouped(report.nodes),
                rate(report.nodes_per_second() as f64, "nodes"),
            ));
            bar.tick();
        }
    }

    pub(super) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.clear();
    }
}
