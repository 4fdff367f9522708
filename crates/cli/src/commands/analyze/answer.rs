//! The result of the search of one position, as text and as JSON.

use crate::output::Report;
use crate::text::duration::{millis, shown};
use crate::text::layout::table;
use crate::text::numbers::{grouped, rate, signed};
use crate::text::style::Style;
use mancala_position::{GameSpec, GameState};
use mancala_search::analysis::{Line, Outcome, SearchReport};
use serde::Serialize;
use std::time::Duration;

/// Turns of a line that are shown.
const SHOWN: usize = 16;

/// The answer for a position.
#[derive(Serialize)]
pub(super) struct Answer {
    game: String,
    position: String,
    depth: u32,
    selective_depth: u32,
    /// Among the seeds on the board, for the side to move, as the best line says; absent where the
    /// game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_seeds: Option<i32>,
    /// The final margin expected, for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    margin_seeds: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_chance: Option<f64>,
    /// The best first turn; `null` where the game is over.
    best: Option<String>,
    lines: Vec<AnswerLine>,
    nodes: u64,
    nodes_per_second: u64,
    elapsed_ms: u64,
    table_fill_permille: u32,
    proved: bool,
    finished: bool,
    #[serde(skip)]
    board: String,
    #[serde(skip)]
    mover: &'static str,
    #[serde(skip)]
    time: Duration,
}

#[derive(Serialize)]
struct AnswerLine {
    score_seeds: i32,
    margin_seeds: i64,
    winning_chance: f64,
    /// `won` or `lost`, where the search has seen how the game ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<&'static str>,
    moves: Vec<String>,
}

impl Answer {
    pub(super) fn new(game: &GameSpec, state: &GameState, report: &SearchReport) -> Self {
        let lines: Vec<AnswerLine> = report
            .lines
            .iter()
            .map(|line| AnswerLine {
                score_seeds: line.score_seeds,
                margin_seeds: line.margin_seeds,
                winning_chance: rounded(line.winning_chance),
                outcome: line.outcome.map(outcome_word),
                moves: moves_text(state, &line.moves),
            })
            .collect();
        let first = lines.first();
        Self {
            game: game.to_string(),
            position: state.to_text(),
            depth: report.depth,
            selective_depth: report.selective_depth,
            score_seeds: first.map(|line| line.score_seeds),
            margin_seeds: first.map(|line| line.margin_seeds),
            winning_chance: first.map(|line| line.winning_chance),
            best: first.and_then(|line| line.moves.first().cloned()),
            nodes: report.nodes,
            nodes_per_second: report.nodes_per_second(),
            elapsed_ms: millis(report.elapsed),
            table_fill_permille: report.table_fill_permille,
            proved: report.proved,
            lines,
            finished: state.is_finished(),
            board: state.draw(),
            mover: state.player(state.to_move()),
            time: report.elapsed,
        }
    }
}

const fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won => "won",
        Outcome::Lost => "lost",
    }
}

/// In JSON a chance has four decimals.
fn rounded(chance: f64) -> f64 {
    (chance * 1e4).round() / 1e4
}

/// The score of a line for people: the final margin, and that the game is decided if it is.
pub(super) fn score_text(line: &Line) -> String {
    let margin = signed(line.margin_seeds);
    match line.outcome {
        Some(outcome) => format!("{} {margin}", outcome_word(outcome)),
        None => margin,
    }
}

/// Moves as players write them, one text a turn.
pub(super) fn moves_text(state: &GameState, moves: &[u32]) -> Vec<String> {
    let text = state.write_moves(moves);
    text.split_whitespace().map(str::to_owned).collect()
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let mut text = format!("{}\n", self.board);
        let Some(best) = &self.best else {
            text.push_str("the game is over\n");
            return text;
        };
        text.push_str(&format!("{} to move: {}\n\n", self.mover, style.bold(best)));
        let rows = self.lines.iter().map(|line| {
            let margin = signed(line.margin_seeds);
            vec![
                line.outcome
                    .map_or_else(|| margin.clone(), |outcome| format!("{outcome} {margin}")),
                format!("{:.1} %", 100.0 * line.winning_chance),
                line.moves[..line.moves.len().min(SHOWN)].join(" "),
            ]
        });
        text.push_str(&table(&["margin", "chance", "line"], rows, &[2]));
        let depth = if self.proved {
            "known exactly".to_owned()
        } else {
            format!("depth {} (to {})", self.depth, self.selective_depth)
        };
        text.push_str(&format!(
            "\n{depth}, {} nodes in {}, {}\n",
            grouped(self.nodes),
            shown(self.time),
            rate(self.nodes_per_second as f64, "nodes"),
        ));
        text
    }
}
