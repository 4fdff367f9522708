//! The search of one thread: principal variation search with everything that makes it deep.

use super::control::SearchControl;
use super::features::Features;
use super::history::{History, MAX_PLIES, short};
use super::move_picker::{FIRST, MovePicker, PickedMove, Successor};
use super::search_path::SearchPath;
use super::table::{Bound, LossyTable, TableEntry};
use crate::analysis::game::EvaluatedGame;
use crate::analysis::game::score::{self, DRAWN, INFINITE};
use mancala_position::{Game, Moves};

/// Where a position stands in the tree.
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    pub(super) ply: usize,
    /// The kind of the move that led to it.
    pub(super) previous: usize,
    /// A move that is left out, to see whether the others are worse.
    pub(super) excluded: Option<u32>,
}

impl NodeContext {
    /// Behind a move of this kind.
    #[inline(always)]
    const fn below(self, kind: usize) -> Self {
        Self {
            ply: self.ply + 1,
            previous: kind,
            excluded: None,
        }
    }
}

/// One thread's search.
pub(super) struct SearchWorker<'a, G: EvaluatedGame> {
    pub(super) game: &'a G,
    pub(super) features: Features,
    pub(super) path: SearchPath,
    pub(super) history: History,
    pub(super) deepest: usize,
    table: LossyTable<'a>,
    control: &'a SearchControl<'a>,
    nodes: u64,
    reported: u64,
    report_at: u64,
    halted: bool,
    static_evals: [i32; MAX_PLIES + 2],
    lines: Vec<Vec<u8>>,
    reductions: Box<[[i32; 16]; 64]>,
}

impl<'a, G: EvaluatedGame> SearchWorker<'a, G> {
    pub(super) fn new(
        game: &'a G,
        features: Features,
        path: SearchPath,
        table: LossyTable<'a>,
        control: &'a SearchControl<'a>,
    ) -> Self {
        let mut reductions = Box::new([[0; 16]; 64]);
        for (depth, row) in reductions.iter_mut().enumerate() {
            for (tried, reduction) in row.iter_mut().enumerate() {
                let product = (depth.max(1) as f64).ln() * (tried.max(1) as f64).ln();
                #[expect(clippy::cast_possible_truncation, reason = "at most 8 plies")]
                let plies = (1024.0 * (0.5 + product / 1.8)) as i32;
                *reduction = plies;
            }
        }
        Self {
            game,
            features,
            path,
            history: History::new(),
            deepest: 0,
            table,
            control,
            nodes: 0,
            reported: 0,
            report_at: 0,
            halted: false,
            static_evals: [0; MAX_PLIES + 2],
            lines: vec![Vec::new(); MAX_PLIES + 2],
            reductions,
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

    /// Counts a node, and the score of a position that needs no search: 0 if the search is to end, what is known of it, or what a
    /// finished game comes to.
    #[inline(always)]
    pub(super) fn enter_or_settle(&mut self, position: &G::Position, ply: usize) -> Option<i32> {
        if !self.enter(ply) {
            return Some(0);
        }
        let game = self.game;
        game.tablebase_score(position).or_else(|| {
            let is_over = game.rules().moves(position).is_empty();
            is_over.then(|| game.terminal_score(position))
        })
    }

    /// Reports the nodes counted so far; `false` if the search is to end.
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

    /// The line found below a ply.
    pub(super) fn line(&self, ply: usize) -> &[u8] {
        &self.lines[ply]
    }

    /// The line that the table remembers from a position on, of so many moves at most.
    pub(super) fn remembered(&self, position: &G::Position, most: usize) -> Vec<u32> {
        let rules = self.game.rules();
        let mut line = Vec::new();
        let mut positions = vec![*position];
        while let Some(last) = positions.last()
            && line.len() < most
            && !rules.is_finished(last)
            && let Some(found) = self.table.probe(self.game.key(last))
            && let Some(best) = found.best
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

    /// Makes the line of a ply a move and the line below it.
    pub(super) fn set_line(&mut self, ply: usize, pit: u32) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(short(pit));
        line.extend_from_slice(&below[0]);
    }

    /// The score of a successor, seen by the player who moved to it.
    #[inline(always)]
    pub(super) fn after<const PV: bool>(
        &mut self,
        item: &Successor<G::Position>,
        key: u64,
        alpha: i32,
        beta: i32,
        depth: i32,
        context: NodeContext,
    ) -> i32 {
        let step_score = self.game.step_score(&item.step);
        let next = &item.step.position;
        let (low, high) = if item.step.again {
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
            let below = context.below(item.choice.kind);
            self.path.push(key, self.game.is_reversible(&item.step));
            let score = if depth == 1 && !PV {
                self.search::<false, true>(next, low, high, 1, below)
            } else {
                self.search::<PV, false>(next, low, high, depth, below)
            };
            self.path.pop();
            score
        };
        if item.step.again {
            step_score + score
        } else {
            step_score - score
        }
    }

    /// The score of a position between the bounds, or a bound outside of them. On the frontier the depth is 1: all moves
    /// lead to quiescence.
    fn search<const PV: bool, const FRONTIER: bool>(
        &mut self,
        position: &G::Position,
        mut alpha: i32,
        beta: i32,
        mut depth: i32,
        context: NodeContext,
    ) -> i32 {
        let ply = context.ply;
        if PV {
            self.lines[ply].clear();
        }
        if FRONTIER {
            depth = 1;
        }
        if let Some(score) = self.enter_or_settle(position, ply) {
            return score;
        }
        let game = self.game;
        if context.excluded.is_none() && self.path.recurs() {
            return DRAWN;
        }
        if ply >= MAX_PLIES {
            return game.evaluate(position);
        }

        // Most positions are not in the table, and the memory takes longer to say so than judging them does. Those that
        // look good enough need not be looked up.
        let static_eval = if context.excluded.is_some() {
            self.static_evals[ply]
        } else {
            game.evaluate(position)
        };
        self.static_evals[ply] = static_eval;
        let improving = ply >= 2 && static_eval > self.static_evals[ply - 2];
        self.history.forget_killers(ply + 1);
        let may_cut_early = !PV && context.excluded.is_none() && !score::is_decided(beta);
        if may_cut_early && self.features.reverse_futility && depth <= 7 {
            let margin = 40 * depth - if improving { 32 } else { 0 };
            if static_eval - margin >= beta {
                return static_eval;
            }
        }

        let key = self.path.last_key();
        let found = if context.excluded.is_none() {
            self.table.probe(key)
        } else {
            None
        };
        if let Some(found) = found
            && !PV
            && self.features.table_cuts
            && found.depth >= depth
        {
            let cuts = match found.bound {
                Bound::Exact => true,
                Bound::Lower => found.score >= beta,
                Bound::Upper => found.score <= alpha,
            };
            if cuts {
                return found.score;
            }
        }
        let table_move = found.and_then(|found| found.best);

        if may_cut_early && self.features.probcut && depth >= 5 {
            if let Some(score) = self.refuted_early(position, static_eval, beta, depth, context) {
                return score;
            }
            if self.halted {
                return 0;
            }
        }

        if self.features.internal_reduction && table_move.is_none() && depth >= 4 {
            depth -= 1;
        }

        let history = &self.history;
        let mut choices = MovePicker::new(game, position, |choice| {
            if context.excluded == Some(choice.pit) {
                return None;
            }
            Some(if table_move == Some(choice.pit) {
                FIRST
            } else {
                let learnt = history.order(ply, choice.pit, choice.kind, context.previous);
                64 * choice.stake.max(0) + learnt
            })
        });

        let old_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut tried = 0usize;
        let mut quiets = 0u16;
        // While a move is searched, the memory fetches what is known of the next one. On the frontier there is nothing to
        // fetch, and many moves are given up before they are played.
        let mut coming = if FRONTIER {
            None
        } else {
            self.take(&mut choices, position, depth)
        };
        loop {
            let choice = if FRONTIER {
                choices.next(game, position)
            } else {
                coming.map(|(item, _)| item.choice)
            };
            let Some(choice) = choice else {
                break;
            };
            let quiet = choice.stake <= 0;
            let given_up = !PV
                && quiet
                && best > -score::WIN_BONUS / 2
                && depth <= 8
                && ((self.features.late_moves && tried >= late_move_limit(depth, improving))
                    || (self.features.futility && static_eval + 32 + 40 * depth <= alpha));
            if FRONTIER && given_up {
                continue;
            }
            let (item, item_key) = match coming {
                Some(ready) if !FRONTIER => {
                    coming = self.take(&mut choices, position, depth);
                    ready
                }
                _ => (Successor::new(game, position, choice), 0),
            };
            if given_up {
                continue;
            }

            let mut extension = 0;
            if self.features.singular
                && let Some(found) = found
                && table_move == Some(choice.pit)
                && depth >= 7
                && found.depth >= depth - 3
                && found.bound != Bound::Upper
                && !score::is_decided(found.score)
                && context.excluded.is_none()
                && ply > 0
            {
                let bound = found.score - 2 * depth;
                let apart = NodeContext {
                    excluded: Some(choice.pit),
                    ..context
                };
                let score =
                    self.search::<false, false>(position, bound - 1, bound, (depth - 1) / 2, apart);
                if self.halted {
                    return 0;
                }
                if score < bound {
                    extension = 1;
                } else if bound >= beta {
                    return bound;
                }
            }

            let below = depth - 1 + extension;
            let score = if tried == 0 {
                self.after::<PV>(&item, item_key, alpha, beta, below, context)
            } else {
                let reduction = if self.features.reductions && depth >= 3 && quiet {
                    self.reduction::<PV>(depth, tried, improving, choice, context)
                } else {
                    0
                };
                let mut score = self.after::<false>(
                    &item,
                    item_key,
                    alpha,
                    alpha + 1,
                    below - reduction,
                    context,
                );
                if score > alpha && reduction > 0 && !self.halted {
                    score = self.after::<false>(&item, item_key, alpha, alpha + 1, below, context);
                }
                if PV && score > alpha && score < beta && !self.halted {
                    score = self.after::<true>(&item, item_key, alpha, beta, below, context);
                }
                score
            };
            if self.halted {
                return 0;
            }
            tried += 1;
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(choice.pit);
                    if PV {
                        self.set_line(ply, choice.pit);
                    }
                    if score >= beta {
                        self.learn(position, depth, choice, quiets, context);
                        break;
                    }
                    alpha = score;
                }
            }
            if quiet {
                quiets |= 1 << choice.pit;
            }
        }
        if tried == 0 {
            // All moves but the one left out were hopeless, or there is no other.
            return if context.excluded.is_some() {
                alpha
            } else {
                static_eval.min(alpha)
            };
        }
        if context.excluded.is_none() {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table.store(
                key,
                TableEntry {
                    score: best,
                    depth,
                    bound,
                    best: best_move,
                },
            );
        }
        best
    }

    /// A move has refuted a position, and the quiet moves tried before it have not.
    fn learn(
        &mut self,
        position: &G::Position,
        depth: i32,
        choice: PickedMove,
        before: u16,
        context: NodeContext,
    ) {
        let PickedMove { pit, kind, stake } = choice;
        let bonus = (16 * depth * depth + 32 * depth).min(1600);
        let features = self.features;
        let history = &mut self.history;
        if stake <= 0 {
            if features.killers {
                history.kills(context.ply, pit);
            }
            if features.histories {
                history.learn(pit, kind, context.previous, bonus);
            }
        }
        if features.histories {
            for pit in Moves::from_bits(before) {
                let kind = self.game.history_index(position, pit);
                history.learn(pit, kind, context.previous, -bonus);
            }
        }
    }

    /// Takes and plays the best of the moves that are left, and has the memory fetch what is known of where it leads.
    #[inline(never)]
    fn take(
        &self,
        choices: &mut MovePicker,
        position: &G::Position,
        depth: i32,
    ) -> Option<(Successor<G::Position>, u64)> {
        let choice = choices.next(self.game, position)?;
        let item = Successor::new(self.game, position, choice);
        let key = self.game.key(&item.step.position);
        if depth > 1 {
            self.table.prefetch(key);
        }
        Some((item, key))
    }

    /// How much less deep a late quiet move is searched at first.
    #[inline(always)]
    fn reduction<const PV: bool>(
        &self,
        depth: i32,
        tried: usize,
        improving: bool,
        choice: PickedMove,
        context: NodeContext,
    ) -> i32 {
        let mut reduction = self.reductions[depth.min(63) as usize][tried.min(15)];
        if PV {
            reduction -= 1024;
        }
        if !improving {
            reduction += 512;
        }
        reduction -= self
            .history
            .worth(choice.pit, choice.kind, context.previous)
            / 8;
        (reduction / 1024).clamp(0, depth - 2)
    }

    /// ProbCut: a capture that holds a raised bound in a shallow search would most likely hold the bound in a deep one.
    fn refuted_early(
        &mut self,
        position: &G::Position,
        static_eval: i32,
        beta: i32,
        depth: i32,
        context: NodeContext,
    ) -> Option<i32> {
        let game = self.game;
        let raised = beta + 64;
        let below = depth - 4;
        let mut choices = MovePicker::new(game, position, |choice| {
            let stake = choice.stake;
            (stake > 0 && static_eval + stake + 16 >= raised).then_some(stake)
        });
        while let Some((item, key)) = self.take(&mut choices, position, depth) {
            let score = self.after::<false>(&item, key, raised - 1, raised, below, context);
            if self.halted {
                return None;
            }
            if score >= raised {
                return Some(score);
            }
        }
        None
    }
}

/// How many moves are tried near the leaves before the quiet ones that are left are given up.
#[inline(always)]
const fn late_move_limit(depth: i32, improving: bool) -> usize {
    let limit = 2 + depth;
    let limit = if improving { limit + 1 } else { limit };
    limit as usize
}
