//! The state of one search thread, and the steps that all its searches share: counting nodes,
//! lines of play, and the step from a move to its score.

use super::control::SearchControl;
use super::features::Features;
use super::history::{History, MAX_PLIES, short};
use super::move_picker::Successor;
use super::params::SearchParams;
use super::search_path::SearchPath;
use super::table::LossyTable;
use crate::analysis::game::EvaluatedGame;
use mancala_position::Game;

/// The place of a node in the tree.
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    pub(super) ply: usize,
    /// The history index of the move that led here.
    pub(super) previous: usize,
    /// A move that is left out, in the search that asks whether it is singular.
    pub(super) excluded: Option<u32>,
}

impl NodeContext {
    /// The place behind a move of this history index.
    #[inline(always)]
    pub(super) const fn below(self, previous: usize) -> Self {
        Self {
            ply: self.ply + 1,
            previous,
            excluded: None,
        }
    }
}

/// Depths and move numbers of the table of reductions; larger ones count as the largest.
const REDUCTION_DEPTHS: usize = 64;
const REDUCTION_MOVES: usize = 16;

/// The search of one thread.
pub(super) struct SearchWorker<'a, G: EvaluatedGame> {
    pub(super) game: &'a G,
    pub(super) features: Features,
    pub(super) params: SearchParams,
    pub(super) path: SearchPath,
    pub(super) history: History,
    pub(super) table: LossyTable<'a>,
    /// The greatest ply that was entered.
    pub(super) deepest: usize,
    /// The evaluation of the node at each ply of the current line.
    pub(super) static_evals: [i32; MAX_PLIES + 2],
    /// The principal variation below each ply.
    pub(super) lines: Vec<Vec<u8>>,
    control: &'a SearchControl<'a>,
    nodes: u64,
    reported: u64,
    report_at: u64,
    halted: bool,
    reductions: Box<[[i32; REDUCTION_MOVES]; REDUCTION_DEPTHS]>,
}

/// Late move reductions in 1/1024 ply, by depth and the moves tried before: they grow with the
/// product of both logarithms, as in chess programs.
fn reductions(params: &SearchParams) -> Box<[[i32; REDUCTION_MOVES]; REDUCTION_DEPTHS]> {
    let base = f64::from(params.reduction_base) / 1024.0;
    let divisor = f64::from(params.reduction_divisor) / 100.0;
    let mut table = Box::new([[0; REDUCTION_MOVES]; REDUCTION_DEPTHS]);
    for (depth, row) in table.iter_mut().enumerate() {
        for (tried, reduction) in row.iter_mut().enumerate() {
            let product = (depth.max(1) as f64).ln() * (tried.max(1) as f64).ln();
            #[expect(clippy::cast_possible_truncation, reason = "at most 121 plies")]
            let plies = (1024.0 * (base + product / divisor)) as i32;
            *reduction = plies;
        }
    }
    table
}

impl<'a, G: EvaluatedGame> SearchWorker<'a, G> {
    pub(super) fn new(
        game: &'a G,
        features: Features,
        params: SearchParams,
        path: SearchPath,
        table: LossyTable<'a>,
        control: &'a SearchControl<'a>,
    ) -> Self {
        Self {
            game,
            features,
            params,
            path,
            history: History::new(),
            table,
            deepest: 0,
            static_evals: [0; MAX_PLIES + 2],
            lines: vec![Vec::new(); MAX_PLIES + 2],
            control,
            nodes: 0,
            reported: 0,
            report_at: 0,
            halted: false,
            reductions: reductions(&params),
        }
    }

    /// Counts a node; `false` if the search is to end.
    #[inline(always)]
    fn enter(&mut self, ply: usize) -> bool {
        if self.nodes >= self.report_at && !self.report() {
            return false;
        }
        self.nodes += 1;
        self.deepest = self.deepest.max(ply);
        true
    }

    /// Counts a node, and gives the score of a position that needs no search: one that is known
    /// exactly or finished. It is 0, and means nothing, if the search is to end.
    #[inline(always)]
    pub(super) fn enter_or_score(&mut self, position: &G::Position, ply: usize) -> Option<i32> {
        if !self.enter(ply) {
            return Some(0);
        }
        let game = self.game;
        game.tablebase_score(position).or_else(|| {
            let is_over = game.rules().moves(position).is_empty();
            is_over.then(|| game.terminal_score(position))
        })
    }

    /// Reports the nodes counted since the last report; `false` if the search is to end.
    #[cold]
    pub(super) fn report(&mut self) -> bool {
        let new = self.nodes - self.reported;
        self.reported = self.nodes;
        match self.control.report(new) {
            Some(more) if !self.halted => self.report_at = self.nodes + more,
            _ => self.halted = true,
        }
        !self.halted
    }

    #[inline(always)]
    pub(super) const fn is_halted(&self) -> bool {
        self.halted
    }

    /// The principal variation below a ply.
    pub(super) fn line(&self, ply: usize) -> &[u8] {
        &self.lines[ply]
    }

    /// Makes the line of a ply the move and the line below it.
    pub(super) fn set_line(&mut self, ply: usize, pit: u32) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(short(pit));
        line.extend_from_slice(&below[0]);
    }

    /// The best moves of the table from a position on, at most so many.
    pub(super) fn line_of_table(&self, position: &G::Position, most: usize) -> Vec<u32> {
        let rules = self.game.rules();
        let mut line = Vec::new();
        let mut positions = vec![*position];
        while let Some(last) = positions.last()
            && line.len() < most
            && !rules.is_finished(last)
            && let Some(entry) = self.table.probe(self.game.key(last))
            && let Some(best) = entry.best
            // An entry may be that of another position.
            && rules.moves(last).contains(best)
        {
            let next = rules.play_unchecked(last, best).position;
            if positions.contains(&next) {
                break;
            }
            line.push(best);
            positions.push(next);
        }
        line
    }

    /// The score of a move for the player who makes it: that of the position behind it, searched
    /// to `depth` or, from 0 down, by quiescence. The window goes along with what the move scores.
    #[inline(always)]
    pub(super) fn score_move<const PV: bool>(
        &mut self,
        successor: &Successor<G::Position>,
        key: u64,
        alpha: i32,
        beta: i32,
        depth: i32,
        context: NodeContext,
    ) -> i32 {
        let step_score = self.game.step_score(&successor.step);
        let next = &successor.step.position;
        let again = successor.step.again;
        let (low, high) = if again {
            (alpha - step_score, beta - step_score)
        } else {
            (step_score - beta, step_score - alpha)
        };
        let score = if depth <= 0 {
            if PV {
                self.lines[context.ply + 1].clear();
            }
            self.quiesce(next, low, high, context.ply + 1)
        } else {
            let below = context.below(successor.picked.history);
            self.path
                .push(key, self.game.is_reversible(&successor.step));
            let score = if depth == 1 && !PV {
                self.search::<false, true>(next, low, high, 1, below)
            } else {
                self.search::<PV, false>(next, low, high, depth, below)
            };
            self.path.pop();
            score
        };
        if again {
            step_score + score
        } else {
            step_score - score
        }
    }

    /// The late move reduction, in 1/1024 ply, behind so many moves tried.
    #[inline(always)]
    pub(super) fn base_reduction(&self, depth: i32, tried: usize) -> i32 {
        let depth = (depth as usize).min(REDUCTION_DEPTHS - 1);
        self.reductions[depth][tried.min(REDUCTION_MOVES - 1)]
    }
}
