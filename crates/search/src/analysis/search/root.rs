//! Iterative deepening at the root: aspiration windows, several lines (multi-PV), and the best move
//! straight from exact values where all moves have one.

use super::control::SearchControl;
use super::history::{MAX_DEPTH, NO_MOVE};
use super::move_picker::{MovePicker, Successor};
use super::report::{Line, SearchReport};
use super::table::LossyTable;
use super::worker::{NodeContext, SearchWorker};
use super::zeroing::{ExactScore, exact_score_of_move, soonest_zeroing};
use crate::analysis::game::EvaluatedGame;
use crate::analysis::game::score::{self, INFINITE};
use mancala_position::Game;
use std::cmp::Reverse;

/// A move of the root with its last score.
#[derive(Clone)]
struct RootMove<P> {
    successor: Successor<P>,
    key: u64,
    score: i32,
    line: Vec<u32>,
}

/// The most plies of a line that comes from exact values or from the table.
const MAX_LINE: usize = 40;

/// The best move of a position whose moves all have exact values; of equal ones the first.
fn best_by_exact_scores<G: EvaluatedGame>(game: &G, position: &G::Position) -> Option<u32> {
    let rules = game.rules();
    let scored = |pit| {
        let score = exact_score_of_move(game, &rules.play_unchecked(position, pit))?;
        Some((score, pit))
    };
    let moves: Option<Vec<(ExactScore, u32)>> =
        rules.moves(position).into_iter().map(scored).collect();
    let best = moves?
        .into_iter()
        .max_by_key(|&(score, pit)| (score, Reverse(pit)))?;
    Some(best.1)
}

const ROOT: NodeContext = NodeContext {
    ply: 0,
    previous: NO_MOVE,
    excluded: None,
};

/// The moves of the root, the best first.
pub(super) struct Root<P> {
    moves: Vec<RootMove<P>>,
    lead: i32,
    multipv: usize,
}

impl<P: Copy + Default + Eq> Root<P> {
    /// The moves in the order of their tactical gains.
    pub(super) fn new<G: EvaluatedGame<Position = P>>(
        game: &G,
        position: &P,
        multipv: usize,
    ) -> Self {
        let mut picker = MovePicker::new(game, position, |candidate| Some(candidate.gain));
        let mut moves = Vec::new();
        while let Some(picked) = picker.next(game, position) {
            let successor = Successor::new(game, position, picked);
            moves.push(RootMove {
                score: picked.gain,
                line: vec![picked.pit],
                key: game.key(&successor.step.position),
                successor,
            });
        }
        Self {
            multipv: multipv.clamp(1, moves.len().max(1)),
            moves,
            lead: game.lead(position),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Ranks the moves by their exact values; `false`, and nothing is changed, unless all have one.
    ///
    /// Of equal moves the first is one that makes progress ([`soonest_zeroing`]). Where none is
    /// found, it is the one whose position has occurred least often in `past`; in a lost game most
    /// often, since the losing side prefers repetition.
    pub(super) fn rank_by_exact_scores<G: EvaluatedGame<Position = P>>(
        &mut self,
        game: &G,
        past: &[P],
        control: &SearchControl<'_>,
    ) -> bool {
        let scores = self.moves.iter();
        let scores = scores.map(|found| exact_score_of_move(game, &found.successor.step));
        let Some(scores) = scores.collect::<Option<Vec<ExactScore>>>() else {
            return false;
        };
        let mut ranked: Vec<_> = scores.into_iter().zip(self.moves.drain(..)).collect();
        let level = (score::DRAWN, 0);
        ranked.sort_by_cached_key(|(score, found)| {
            let position = found.successor.step.position;
            let times = past.iter().filter(|&&before| before == position).count() as isize;
            (Reverse(*score), if *score < level { -times } else { times })
        });
        if let Some(&(best, _)) = ranked.first()
            // In a draw that leaves the opponent more, the mover has no reason to make progress.
            && (best.0 > level.0 || best == level)
        {
            let equal = ranked.iter().take_while(|(score, _)| *score == best);
            let steps: Vec<_> = equal.map(|(_, found)| found.successor.step).collect();
            let may_go_on = || control.report(0).is_some();
            if let Some(first) = soonest_zeroing(game, &steps, best, may_go_on) {
                ranked[..=first].rotate_right(1);
            }
        }
        for (score, mut found) in ranked {
            found.score = score.0;
            let mut position = found.successor.step.position;
            while found.line.len() < MAX_LINE
                && let Some(best) = best_by_exact_scores(game, &position)
            {
                found.line.push(best);
                position = game.rules().play_unchecked(&position, best).position;
            }
            self.moves.push(found);
        }
        true
    }

    /// Searches ply by ply deeper, from depth `first` to `last`, until the limits end it, and calls
    /// `done` with the depth and the greatest ply after each iteration. Helper threads begin at
    /// different depths.
    pub(super) fn deepen<G: EvaluatedGame<Position = P>>(
        &mut self,
        worker: &mut SearchWorker<'_, G>,
        control: &SearchControl<'_>,
        first: u32,
        last: u32,
        mut done: impl FnMut(&Self, u32, usize),
    ) {
        for depth in first..=last.min(MAX_DEPTH) {
            for rank in 0..self.multipv {
                self.search_rank(worker, depth as i32, rank);
                if worker.is_halted() {
                    return;
                }
            }
            // A later rank can turn out better than an earlier one.
            self.moves[..self.multipv].sort_by_key(|found| -found.score);
            worker.report();
            done(self, depth, worker.deepest);
            if worker.is_halted() || !control.may_deepen() {
                return;
            }
        }
    }

    /// Finds the best of the moves from a rank on, and puts it there. The window begins narrow
    /// around the score of the iteration before (aspiration) and is widened where it fails.
    fn search_rank<G: EvaluatedGame<Position = P>>(
        &mut self,
        worker: &mut SearchWorker<'_, G>,
        depth: i32,
        rank: usize,
    ) {
        let params = worker.params;
        let guess = self.moves[rank].score;
        let mut width = params.aspiration_window;
        let narrow = worker.features.aspiration
            && depth >= params.aspiration_depth
            && !score::is_decided(guess);
        let (mut alpha, mut beta) = if narrow {
            (guess - width, guess + width)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let score = self.search_window(worker, depth, rank, alpha, beta);
            if worker.is_halted() {
                return;
            }
            width *= params.aspiration_growth;
            let is_wide = width > params.aspiration_max;
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = if is_wide { -INFINITE } else { score - width };
            } else if score >= beta {
                beta = if is_wide { INFINITE } else { score + width };
            } else {
                return;
            }
        }
    }

    /// Searches the moves from a rank on within a window. The first keeps the rank unless another
    /// is better by the stability margin ([`EvaluatedGame::stability_margin`]); that is so even if
    /// the search is halted.
    fn search_window<G: EvaluatedGame<Position = P>>(
        &mut self,
        worker: &mut SearchWorker<'_, G>,
        depth: i32,
        rank: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        // Several lines are wanted in the order of their scores, so the margin is for one line
        // only.
        let is_steady = worker.features.steady && self.multipv == 1;
        let margin = if is_steady && depth >= worker.params.steady_depth {
            worker.game.stability_margin()
        } else {
            0
        };
        let below = depth - 1;
        let mut best = -INFINITE;
        // The bound that a move must exceed: alpha or the best score, from the second move on with
        // the margin.
        let mut bar = alpha;
        for index in rank..self.moves.len() {
            if index == rank + 1 {
                bar += margin;
            }
            let RootMove { successor, key, .. } = self.moves[index];
            let mut score = -INFINITE;
            if index > rank {
                score = worker.score_move::<false>(&successor, key, bar, bar + 1, below, ROOT);
            }
            if (index == rank || score > bar) && !worker.is_halted() {
                // With the margin the bar can be above the window; a score that exceeds it is above
                // the window then.
                let top = beta.max(bar + 1);
                score = worker.score_move::<true>(&successor, key, bar, top, below, ROOT);
            }
            if worker.is_halted() {
                return best;
            }
            // A score up to the bar may be within the margin, and is no bound above alpha.
            best = best.max(if score > bar { score } else { score.min(alpha) });
            if index == rank {
                self.moves[index].score = score;
            }
            if score > bar {
                self.take_first(worker, rank, index, score);
                bar = score;
                if score >= beta {
                    break;
                }
            }
        }
        best
    }

    /// Gives the move at `index` its score and line, and moves it to the rank; the others keep
    /// their order.
    fn take_first<G: EvaluatedGame<Position = P>>(
        &mut self,
        worker: &SearchWorker<'_, G>,
        rank: usize,
        index: usize,
        score: i32,
    ) {
        let found = &mut self.moves[index];
        found.score = score;
        // A score outside of the window comes without a line: that of an earlier iteration is
        // better than none.
        let below = worker.line(1);
        if !below.is_empty() {
            let below = below.iter().map(|&pit| u32::from(pit));
            found.line = std::iter::once(found.successor.picked.pit)
                .chain(below)
                .collect();
        } else if found.line.len() == 1 {
            let next = found.successor.step.position;
            found.line.extend(worker.line_of_table(&next, MAX_LINE));
        }
        self.moves[rank..=index].rotate_right(1);
    }

    /// The report of the iterations so far.
    pub(super) fn report(
        &self,
        depth: u32,
        deepest: usize,
        store_lead: i64,
        control: &SearchControl<'_>,
        table: &LossyTable<'_>,
    ) -> SearchReport {
        let best = self.moves.iter().take(self.multipv);
        let lines = best
            .map(|found| Line::new(found.score, self.lead, store_lead, found.line.clone()))
            .collect();
        SearchReport {
            depth,
            selective_depth: u32::try_from(deepest).expect("few plies"),
            lines,
            nodes: control.nodes(),
            elapsed: control.elapsed(),
            table_fill_permille: table.fill_permille(),
            proved: false,
        }
    }
}
