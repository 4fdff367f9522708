//! Deeper and deeper from the root.

use super::control::SearchControl;
use super::history::{MAX_DEPTH, NO_KIND};
use super::move_picker::{MovePicker, Successor};
use super::report::{Line, SearchReport};
use super::table::LossyTable;
use super::worker::{NodeContext, SearchWorker};
use super::zeroing::{ExactScore, after, soonest};
use crate::analysis::game::EvaluatedGame;
use crate::analysis::game::score::{self, INFINITE};
use mancala_position::Game;
use std::cmp::Reverse;

/// Half of the first window around the score of the depth before, in grains.
const WINDOW: i32 = 12;

/// The depth from which on the move found before stays unless another is better by more than the noise of scores. What has been
/// found until then is worth too little for that.
const SETTLED: i32 = 12;

/// A move of the root with what the search knows of it.
#[derive(Clone)]
struct RootMove<P> {
    item: Successor<P>,
    key: u64,
    score: i32,
    line: Vec<u32>,
}

/// The plies of a line that is looked up, at most.
const LOOKED_UP: usize = 40;

/// The best move of a position whose moves are all known exactly.
fn best_known<G: EvaluatedGame>(game: &G, position: &G::Position) -> Option<u32> {
    let rules = game.rules();
    let worth = |pit| Some((after(game, &rules.play_unchecked(position, pit))?, pit));
    let moves: Option<Vec<(ExactScore, u32)>> = rules.moves(position).iter().map(worth).collect();
    // Of equal moves the first.
    let best = moves?
        .into_iter()
        .max_by_key(|&(worth, pit)| (worth, Reverse(pit)))?;
    Some(best.1)
}

const ROOT: NodeContext = NodeContext {
    ply: 0,
    previous: NO_KIND,
    excluded: None,
};

/// The moves of the root, the best first.
pub(super) struct Root<P> {
    moves: Vec<RootMove<P>>,
    lead: i32,
    multipv: usize,
}

impl<P: Copy + Default + Eq> Root<P> {
    pub(super) fn new<G: EvaluatedGame<Position = P>>(
        game: &G,
        position: &P,
        multipv: usize,
    ) -> Self {
        let mut choices = MovePicker::new(game, position, |choice| Some(choice.stake));
        let mut moves = Vec::new();
        while let Some(choice) = choices.next(game, position) {
            let item = Successor::new(game, position, choice);
            moves.push(RootMove {
                score: choice.stake,
                line: vec![choice.pit],
                key: game.key(&item.step.position),
                item,
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

    /// Looks up what every move is worth; `false`, and nothing is changed, unless all are known exactly. Of moves that are
    /// worth the same, the first is one that makes progress, or else leads to what has come least often in `past`: what has come
    /// most often where the game is lost.
    pub(super) fn look_up<G: EvaluatedGame<Position = P>>(
        &mut self,
        game: &G,
        past: &[P],
        control: &SearchControl<'_>,
    ) -> bool {
        let worths = self.moves.iter().map(|found| after(game, &found.item.step));
        let Some(worths) = worths.collect::<Option<Vec<ExactScore>>>() else {
            return false;
        };
        let mut ranked: Vec<_> = worths.into_iter().zip(self.moves.drain(..)).collect();
        let level = (score::DRAWN, 0);
        ranked.sort_by_cached_key(|(worth, found)| {
            let position = found.item.step.position;
            let times = past.iter().filter(|&&before| before == position).count() as isize;
            // Who loses is glad of a game that goes round.
            (Reverse(*worth), if *worth < level { -times } else { times })
        });
        if let Some(&(best, _)) = ranked.first()
            // In a draw that leaves somebody more than the other nobody need take anything.
            && (best.0 > level.0 || best == level)
        {
            let equal = ranked.iter().take_while(|(worth, _)| *worth == best);
            let steps: Vec<_> = equal.map(|(_, found)| found.item.step).collect();
            if let Some(first) = soonest(game, &steps, best, || control.report(0).is_some()) {
                ranked[..=first].rotate_right(1);
            }
        }
        for (worth, mut found) in ranked {
            found.score = worth.0;
            let mut position = found.item.step.position;
            while found.line.len() < LOOKED_UP
                && let Some(best) = best_known(game, &position)
            {
                found.line.push(best);
                position = game.rules().play_unchecked(&position, best).position;
            }
            self.moves.push(found);
        }
        true
    }

    /// Searches deeper and deeper until the limits end it, and tells of every depth that is done. A helper begins one ply
    /// deeper than the others do.
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

    /// Finds the best of the moves from a rank on, and puts it there.
    fn search_rank<G: EvaluatedGame<Position = P>>(
        &mut self,
        worker: &mut SearchWorker<'_, G>,
        depth: i32,
        rank: usize,
    ) {
        let guess = self.moves[rank].score;
        let mut width = WINDOW;
        let narrow = worker.features.aspiration && depth >= 4 && !score::is_decided(guess);
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
            width *= 3;
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = if width > 500 {
                    -INFINITE
                } else {
                    score - width
                };
            } else if score >= beta {
                beta = if width > 500 { INFINITE } else { score + width };
            } else {
                return;
            }
        }
    }

    /// Searches the moves from a rank on within a window. The first stays at the rank unless another is better than it, and
    /// than the window's lower bound, by a margin; that is so even if the search is halted.
    fn search_window<G: EvaluatedGame<Position = P>>(
        &mut self,
        worker: &mut SearchWorker<'_, G>,
        depth: i32,
        rank: usize,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        // Several lines are asked for in the order of their scores.
        let margin = if worker.features.steady && self.multipv == 1 && depth >= SETTLED {
            worker.game.stability_margin()
        } else {
            0
        };
        let mut best = -INFINITE;
        let mut bar = alpha;
        for index in rank..self.moves.len() {
            if index == rank + 1 {
                bar += margin;
            }
            let RootMove { item, key, .. } = self.moves[index];
            let mut score = -INFINITE;
            if index > rank {
                score = worker.after::<false>(&item, key, bar, bar + 1, depth - 1, ROOT);
            }
            if (index == rank || score > bar) && !worker.is_halted() {
                // With the margin the bar can be above the window; what passes it then is above the window too.
                let top = beta.max(bar + 1);
                score = worker.after::<true>(&item, key, bar, top, depth - 1, ROOT);
            }
            if worker.is_halted() {
                return best;
            }
            // What is within the margin says nothing of the first move, whose score may be below the window.
            best = best.max(if score > bar { score } else { score.min(alpha) });
            if score > bar || index == rank {
                let found = &mut self.moves[index];
                found.score = score;
                if score > bar {
                    // A score beyond the window comes without a line: the one from before is better than none.
                    let below = worker.line(1);
                    if !below.is_empty() {
                        let below = below.iter().map(|&pit| u32::from(pit));
                        found.line = std::iter::once(item.choice.pit).chain(below).collect();
                    } else if found.line.len() == 1 {
                        found
                            .line
                            .extend(worker.remembered(&item.step.position, LOOKED_UP));
                    }
                    // The others keep their order.
                    self.moves[rank..=index].rotate_right(1);
                    bar = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        best
    }

    /// What is known so far.
    pub(super) fn report(
        &self,
        depth: u32,
        deepest: usize,
        control: &SearchControl<'_>,
        table: &LossyTable<'_>,
    ) -> SearchReport {
        let best = self.moves.iter().take(self.multipv);
        let lines = best
            .map(|found| Line::new(found.score, self.lead, found.line.clone()))
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
