//! Deeper and deeper from the root.

use super::clock::Clock;
use super::history::{MAX_PLIES, NO_KIND};
use super::insight::{Insight, Line};
use super::judged::Judged;
use super::score::{self, INFINITE};
use super::seeker::{Seeker, Spot};
use super::successors::{Successor, Successors};
use super::table::Table;

/// Half of the first window around the score of the depth before, in grains.
const WINDOW: i32 = 12;

/// A move of the root with what the search knows of it.
#[derive(Clone)]
struct RootMove<P> {
    item: Successor<P>,
    score: i32,
    line: Vec<u32>,
}

const ROOT: Spot = Spot {
    ply: 0,
    answered: NO_KIND,
    may_pass: false,
    without: None,
};

/// The moves of the root, the best first.
pub(super) struct Root<P> {
    moves: Vec<RootMove<P>>,
    lead: i32,
    multipv: usize,
}

impl<P: Copy> Root<P> {
    pub(super) fn new<G: Judged<Position = P>>(game: &G, position: &P, multipv: usize) -> Self {
        let mut successors = Successors::new(game, position, |item| Some(item.stake));
        let mut moves = Vec::new();
        while let Some(mut item) = successors.next() {
            item.key = game.key(&item.step.position);
            moves.push(RootMove {
                score: item.stake,
                line: vec![item.pit],
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

    /// Searches deeper and deeper until the limits end it, and tells of every depth that is done. A helper begins one ply
    /// deeper than the others do.
    pub(super) fn deepen<G: Judged<Position = P>>(
        &mut self,
        seeker: &mut Seeker<'_, G>,
        clock: &Clock<'_>,
        first: u32,
        last: u32,
        mut done: impl FnMut(&Self, u32, usize),
    ) {
        for depth in first..=last.min(MAX_PLIES as u32 - 1) {
            for rank in 0..self.multipv {
                self.search_rank(seeker, depth as i32, rank);
                if seeker.is_halted() {
                    return;
                }
            }
            seeker.report();
            done(self, depth, seeker.deepest);
            if seeker.is_halted() || !clock.may_deepen() {
                return;
            }
        }
    }

    /// Finds the best of the moves from a rank on, and puts it there.
    fn search_rank<G: Judged<Position = P>>(
        &mut self,
        seeker: &mut Seeker<'_, G>,
        depth: i32,
        rank: usize,
    ) {
        let guess = self.moves[rank].score;
        let mut width = WINDOW;
        let narrow = seeker.features.aspiration && depth >= 4 && !score::is_decided(guess);
        let (mut alpha, mut beta) = if narrow {
            (guess - width, guess + width)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let score = self.search_window(seeker, depth, rank, alpha, beta);
            if seeker.is_halted() {
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

    /// Searches the moves from a rank on within a window. The best comes to the rank if it is better than the window's
    /// lower bound; that is so even if the search is halted.
    fn search_window<G: Judged<Position = P>>(
        &mut self,
        seeker: &mut Seeker<'_, G>,
        depth: i32,
        rank: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let mut best = -INFINITE;
        for index in rank..self.moves.len() {
            let item = self.moves[index].item;
            let mut score = -INFINITE;
            if index > rank {
                score = seeker.after::<false>(&item, alpha, alpha + 1, depth - 1, ROOT);
            }
            if (index == rank || score > alpha) && !seeker.is_halted() {
                score = seeker.after::<true>(&item, alpha, beta, depth - 1, ROOT);
            }
            if seeker.is_halted() {
                return best;
            }
            if score > best {
                best = score;
            }
            if score > alpha || index == rank {
                let found = &mut self.moves[index];
                found.score = score;
                if score > alpha {
                    let below = seeker.line(1).iter().map(|&pit| u32::from(pit));
                    found.line = std::iter::once(item.pit).chain(below).collect();
                    // The others keep their order.
                    self.moves[rank..=index].rotate_right(1);
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        best
    }

    /// What is known so far.
    pub(super) fn insight(
        &self,
        depth: u32,
        deepest: usize,
        clock: &Clock<'_>,
        table: &Table<'_>,
    ) -> Insight {
        let best = self.moves.iter().take(self.multipv);
        let mut lines: Vec<Line> = best
            .map(|found| Line::new(found.score, self.lead, found.line.clone()))
            .collect();
        lines.sort_by_key(|line| -line.score);
        Insight {
            depth,
            selective_depth: u32::try_from(deepest).expect("few plies"),
            lines,
            nodes: clock.nodes(),
            elapsed: clock.elapsed(),
            table_fill_permille: table.fill_permille(),
            proved: false,
        }
    }
}
