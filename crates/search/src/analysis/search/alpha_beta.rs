//! Alpha-beta search of one node, in the steps that [`SearchWorker::search`] lists.

use super::history::MAX_PLIES;
use super::move_picker::{FIRST, MovePicker, PickedMove, Successor};
use super::table::{Bound, TableEntry};
use super::worker::{NodeContext, SearchWorker};
use crate::analysis::game::EvaluatedGame;
use crate::analysis::game::score::{self, DRAWN, INFINITE};
use mancala_position::Moves;

/// The data that the steps at a node share.
struct Node<'p, P> {
    position: &'p P,
    context: NodeContext,
    /// The lower bound of the window when the node was entered.
    alpha: i32,
    beta: i32,
    depth: i32,
    static_eval: i32,
    /// Whether the evaluation is better than two plies before.
    improving: bool,
    /// The table's entry for the position.
    entry: Option<TableEntry>,
}

impl<P> Node<'_, P> {
    /// The search that asks whether a move is singular has the position of another node: it neither
    /// uses nor changes what is kept by position.
    #[inline(always)]
    const fn excludes_move(&self) -> bool {
        self.context.excluded.is_some()
    }

    /// The score of a node none of whose moves was searched.
    fn score_without_moves(&self) -> i32 {
        if self.excludes_move() {
            self.alpha
        } else {
            self.static_eval.min(self.alpha)
        }
    }

    /// Whether the node may be cut off by evaluation or shallow searches: never in the principal
    /// variation, and not where it must be told whether the game is decided.
    #[inline(always)]
    const fn is_prunable<const PV: bool>(&self) -> bool {
        !PV && !self.excludes_move() && !score::is_decided(self.beta)
    }

    #[inline(always)]
    fn table_move(&self) -> Option<u32> {
        self.entry.and_then(|entry| entry.best)
    }
}

/// The best result among the moves of a node so far.
struct Progress {
    alpha: i32,
    best: i32,
    /// The move that raised alpha last.
    best_move: Option<u32>,
    /// The moves searched.
    tried: usize,
    /// The quiet ones of them, a bit a pit.
    quiets: u16,
}

impl<G: EvaluatedGame> SearchWorker<'_, G> {
    /// The score of a position, exact between alpha and beta, else a bound outside of them
    /// (fail-soft).
    ///
    /// `FRONTIER` is the search of depth 1, whose moves all lead to quiescence: half of all nodes.
    pub(super) fn search<const PV: bool, const FRONTIER: bool>(
        &mut self,
        position: &G::Position,
        alpha: i32,
        beta: i32,
        depth: i32,
        context: NodeContext,
    ) -> i32 {
        if PV {
            self.lines[context.ply].clear();
        }
        // Step 1. Nodes that need no search: finished or exactly known positions, repetitions, and
        // the greatest ply.
        if let Some(score) = self.score_without_search(position, context) {
            return score;
        }
        // Step 2. Static evaluation, and whether it improves. It comes before the table is probed:
        // most positions are not in the table, which takes longer to say so.
        let mut node = Node {
            position,
            context,
            alpha,
            beta,
            depth: if FRONTIER { 1 } else { depth },
            static_eval: 0,
            improving: false,
            entry: None,
        };
        self.evaluate_node(&mut node);
        // Step 3. Reverse futility pruning: near the leaves, a position that looks much better than
        // beta will hold it.
        if node.is_prunable::<PV>() && self.is_far_above_beta(&node) {
            return node.static_eval;
        }
        // Step 4. Transposition table: a bound from an earlier search that is deep enough.
        let key = self.path.last_key();
        if !node.excludes_move() {
            node.entry = self.table.probe(key);
        }
        if !PV && let Some(score) = self.table_cutoff(&node) {
            return score;
        }
        // Step 5. ProbCut: a shallow search shows that a capture holds a raised beta.
        if node.is_prunable::<PV>()
            && let Some(score) = self.try_probcut(&node)
        {
            return score;
        }
        // Step 6. Internal iterative reduction: without a table move the order of moves is poor,
        // and a search that is one ply shallower finds one for the next time.
        if self.features.internal_reduction
            && node.table_move().is_none()
            && node.depth >= self.params.internal_reduction_depth
        {
            node.depth -= 1;
        }
        // Steps 7 to 11. The moves.
        let mut progress = Progress {
            alpha,
            best: -INFINITE,
            best_move: None,
            tried: 0,
            quiets: 0,
        };
        if let Some(score) = self.search_moves::<PV, FRONTIER>(&node, &mut progress) {
            return score;
        }
        // Step 12. No move was searched: all were pruned, or the only one is excluded.
        if progress.tried == 0 {
            return node.score_without_moves();
        }
        // Step 13. What was found goes to the table.
        if !node.excludes_move() {
            self.store(key, &node, &progress);
        }
        progress.best
    }

    /// Step 5: the score by ProbCut where the node is deep enough for it. 0, without meaning, if
    /// the search is to end.
    #[inline(always)]
    fn try_probcut(&mut self, node: &Node<'_, G::Position>) -> Option<i32> {
        if !self.features.probcut || node.depth < self.params.probcut_depth {
            return None;
        }
        self.probcut(node).or_else(|| self.is_halted().then_some(0))
    }

    /// Step 1: the score of a node that is not searched. 0, without meaning, if the search is to
    /// end.
    #[inline(always)]
    fn score_without_search(
        &mut self,
        position: &G::Position,
        context: NodeContext,
    ) -> Option<i32> {
        if let Some(score) = self.enter_or_score(position, context.ply) {
            return Some(score);
        }
        if context.excluded.is_none() && self.path.recurs() {
            return Some(DRAWN);
        }
        (context.ply >= MAX_PLIES).then(|| self.game.evaluate(position))
    }

    /// Step 2: sets the static evaluation of a node, and clears the killers of its children.
    #[inline(always)]
    fn evaluate_node(&mut self, node: &mut Node<'_, G::Position>) {
        let ply = node.context.ply;
        node.static_eval = if node.excludes_move() {
            self.static_evals[ply]
        } else {
            self.game.evaluate(node.position)
        };
        self.static_evals[ply] = node.static_eval;
        node.improving = ply >= 2 && node.static_eval > self.static_evals[ply - 2];
        self.history.clear_killers(ply + 1);
    }

    /// Step 3: reverse futility pruning.
    #[inline(always)]
    const fn is_far_above_beta(&self, node: &Node<'_, G::Position>) -> bool {
        let params = &self.params;
        if !self.features.reverse_futility || node.depth > params.reverse_futility_depth {
            return false;
        }
        let improving = if node.improving {
            params.reverse_futility_improving
        } else {
            0
        };
        let margin = params.reverse_futility_margin * node.depth - improving;
        node.static_eval - margin >= node.beta
    }

    /// Step 4: the score of the table, where it ends the search of the node.
    #[inline(always)]
    fn table_cutoff(&self, node: &Node<'_, G::Position>) -> Option<i32> {
        let entry = node.entry?;
        if !self.features.table_cuts || entry.depth < node.depth {
            return None;
        }
        let cuts = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= node.beta,
            Bound::Upper => entry.score <= node.alpha,
        };
        cuts.then_some(entry.score)
    }

    /// Step 5: ProbCut (Buro 1995). A tactical move that holds a raised beta in a shallow search
    /// would most likely hold beta in a deep one. `None` if there is none, or the search is to end.
    fn probcut(&mut self, node: &Node<'_, G::Position>) -> Option<i32> {
        let game = self.game;
        let raised = node.beta + self.params.probcut_margin;
        let below = node.depth - self.params.probcut_reduction;
        let least = raised - self.params.probcut_slack - node.static_eval;
        let mut picker = MovePicker::new(game, node.position, |candidate| {
            let gain = candidate.gain;
            (gain > 0 && gain >= least).then_some(gain)
        });
        while let Some((successor, key)) = self.take(&mut picker, node) {
            let score =
                self.score_move::<false>(&successor, key, raised - 1, raised, below, node.context);
            if self.is_halted() {
                return None;
            }
            if score >= raised {
                return Some(score);
            }
        }
        None
    }

    /// Steps 7 to 11: searches the moves of a node. A score ends the node at once; it is 0, without
    /// meaning, if the search is to end.
    #[inline(always)]
    fn search_moves<const PV: bool, const FRONTIER: bool>(
        &mut self,
        node: &Node<'_, G::Position>,
        progress: &mut Progress,
    ) -> Option<i32> {
        let game = self.game;
        // Step 7. Move order.
        let mut picker = self.order_moves(node);
        // While a move is searched, the memory fetches the table entry of the next one. On the
        // frontier there is none, and many moves are pruned before they are played.
        let mut coming = if FRONTIER {
            None
        } else {
            self.take(&mut picker, node)
        };
        loop {
            let picked = if FRONTIER {
                picker.next(game, node.position)
            } else {
                coming.map(|(successor, _)| successor.picked)
            };
            let picked = picked?;
            // Step 8. Pruning of quiet moves near the leaves.
            let pruned = !PV && self.is_pruned(node, progress, picked);
            if FRONTIER && pruned {
                continue;
            }
            let (successor, key) = match coming {
                Some(ready) if !FRONTIER => {
                    coming = self.take(&mut picker, node);
                    ready
                }
                _ => (Successor::new(game, node.position, picked), 0),
            };
            if pruned {
                continue;
            }
            // Step 9. Singular extension.
            let mut extension = 0;
            if self.may_be_singular(node, picked) {
                match self.extension(node, picked) {
                    Ok(plies) => extension = plies,
                    Err(score) => return Some(score),
                }
            }
            // Step 10. Late move reduction and principal variation search.
            let below = node.depth - 1 + extension;
            let score = if progress.tried == 0 {
                let (alpha, beta) = (progress.alpha, node.beta);
                self.score_move::<PV>(&successor, key, alpha, beta, below, node.context)
            } else {
                self.score_late_move::<PV>(node, progress, &successor, key, below)
            };
            if self.is_halted() {
                return Some(0);
            }
            // Step 11. Best score, and beta cut-off.
            if self.take_score::<PV>(node, progress, picked, score) {
                return None;
            }
        }
    }

    /// Step 7: orders the moves of a node. The table move comes first, then the others by their
    /// tactical gain and their histories.
    #[inline(always)]
    fn order_moves(&self, node: &Node<'_, G::Position>) -> MovePicker {
        let NodeContext {
            ply,
            previous,
            excluded,
        } = node.context;
        let (history, params) = (&self.history, &self.params);
        let table_move = node.table_move();
        MovePicker::new(self.game, node.position, |candidate| {
            let PickedMove {
                pit,
                history: index,
                gain,
            } = candidate;
            if excluded == Some(pit) {
                None
            } else if table_move == Some(pit) {
                Some(FIRST)
            } else {
                let learnt = history.order(params, ply, pit, index, previous);
                Some(params.gain_weight * gain.max(0) + learnt)
            }
        })
    }

    /// Picks and plays the next move, and has the memory fetch the table entry of where it leads.
    #[inline(never)]
    fn take(
        &self,
        picker: &mut MovePicker,
        node: &Node<'_, G::Position>,
    ) -> Option<(Successor<G::Position>, u64)> {
        let picked = picker.next(self.game, node.position)?;
        let successor = Successor::new(self.game, node.position, picked);
        let key = self.game.key(&successor.step.position);
        if node.depth > 1 {
            self.table.prefetch(key);
        }
        Some((successor, key))
    }

    /// Step 8: whether a quiet move near the leaves is left out, because so many moves were tried
    /// (late move pruning), or because the position looks so bad that no quiet move can reach alpha
    /// (futility pruning). Not before a move is known that does not lose.
    #[inline(always)]
    fn is_pruned(
        &self,
        node: &Node<'_, G::Position>,
        progress: &Progress,
        picked: PickedMove,
    ) -> bool {
        let params = &self.params;
        if !picked.is_quiet()
            || progress.best <= -score::WIN_BONUS / 2
            || node.depth > params.shallow_pruning_depth
        {
            return false;
        }
        let improving = if node.improving {
            params.late_moves_improving
        } else {
            0
        };
        let limit = params.late_moves_base + node.depth + improving;
        let margin = params.futility_base + params.futility_margin * node.depth;
        (self.features.late_moves && progress.tried >= limit as usize)
            || (self.features.futility && node.static_eval + margin <= progress.alpha)
    }

    /// Step 9: whether a move is the table move of an entry that is deep enough to ask whether it
    /// is singular.
    #[inline(always)]
    fn may_be_singular(&self, node: &Node<'_, G::Position>, picked: PickedMove) -> bool {
        if !self.features.singular {
            return false;
        }
        node.entry.is_some_and(|entry| {
            entry.best == Some(picked.pit)
                && node.depth >= self.params.singular_depth
                && entry.depth >= node.depth - self.params.singular_entry_gap
                && entry.bound != Bound::Upper
                && !score::is_decided(entry.score)
                && !node.excludes_move()
                && node.context.ply > 0
        })
    }

    /// Step 9: one ply if the table move is singular, that is, all others stay below its score by a
    /// margin in a search of half the depth. `Err` is a score that ends the node: where the others
    /// hold beta without the table move (multi-cut), or the search is to end.
    #[inline(always)]
    fn extension(&mut self, node: &Node<'_, G::Position>, picked: PickedMove) -> Result<i32, i32> {
        let entry_score = node.entry.map_or(0, |entry| entry.score);
        let bound = entry_score - self.params.singular_margin * node.depth;
        let context = NodeContext {
            excluded: Some(picked.pit),
            ..node.context
        };
        let depth = (node.depth - 1) / 2;
        let score = self.search::<false, false>(node.position, bound - 1, bound, depth, context);
        if self.is_halted() {
            Err(0)
        } else if score < bound {
            Ok(1)
        } else if bound >= node.beta {
            Err(bound)
        } else {
            Ok(0)
        }
    }

    /// Step 10: the score of a move that is not the first: with a null window, a quiet one less
    /// deep at first; whatever raises alpha is searched again without what made it cheap.
    #[inline(always)]
    fn score_late_move<const PV: bool>(
        &mut self,
        node: &Node<'_, G::Position>,
        progress: &Progress,
        successor: &Successor<G::Position>,
        key: u64,
        below: i32,
    ) -> i32 {
        let context = node.context;
        let (alpha, beta) = (progress.alpha, node.beta);
        let reduction = if self.features.reductions
            && node.depth >= self.params.reduction_depth
            && successor.picked.is_quiet()
        {
            self.reduction::<PV>(node, progress.tried, successor.picked)
        } else {
            0
        };
        let reduced = below - reduction;
        let mut score =
            self.score_move::<false>(successor, key, alpha, alpha + 1, reduced, context);
        if score > alpha && reduction > 0 && !self.is_halted() {
            score = self.score_move::<false>(successor, key, alpha, alpha + 1, below, context);
        }
        if PV && score > alpha && score < beta && !self.is_halted() {
            score = self.score_move::<true>(successor, key, alpha, beta, below, context);
        }
        score
    }

    /// Step 10: the plies by which a late quiet move is searched less deep.
    #[inline(always)]
    fn reduction<const PV: bool>(
        &self,
        node: &Node<'_, G::Position>,
        tried: usize,
        picked: PickedMove,
    ) -> i32 {
        let params = &self.params;
        let mut reduction = self.base_reduction(node.depth, tried);
        if PV {
            reduction -= params.reduction_pv;
        }
        if !node.improving {
            reduction += params.reduction_not_improving;
        }
        let history = self
            .history
            .score(picked.pit, picked.history, node.context.previous);
        reduction -= history / params.reduction_history;
        (reduction / 1024).clamp(0, node.depth - 2)
    }

    /// Step 11: takes the score of a move; `true` if it is at least beta, which ends the node.
    #[inline(always)]
    fn take_score<const PV: bool>(
        &mut self,
        node: &Node<'_, G::Position>,
        progress: &mut Progress,
        picked: PickedMove,
        score: i32,
    ) -> bool {
        progress.tried += 1;
        if score > progress.best {
            progress.best = score;
            if score > progress.alpha {
                progress.best_move = Some(picked.pit);
                if PV {
                    self.set_line(node.context.ply, picked.pit);
                }
                if score >= node.beta {
                    self.learn(node, progress.quiets, picked);
                    return true;
                }
                progress.alpha = score;
            }
        }
        if picked.is_quiet() {
            progress.quiets |= 1 << picked.pit;
        }
        false
    }

    /// Step 11: a move has refuted a position, and the quiet moves tried before it have not.
    fn learn(&mut self, node: &Node<'_, G::Position>, quiets: u16, picked: PickedMove) {
        let params = &self.params;
        let NodeContext { ply, previous, .. } = node.context;
        let by_depth = params.history_bonus_square * node.depth + params.history_bonus_ply;
        let bonus = (by_depth * node.depth).min(params.history_bonus_max);
        let features = self.features;
        let history = &mut self.history;
        if picked.is_quiet() {
            if features.killers {
                history.add_killer(ply, picked.pit);
            }
            if features.histories {
                history.update(picked.pit, picked.history, previous, bonus);
            }
        }
        if features.histories {
            for pit in Moves::from_bits(quiets) {
                let index = self.game.history_index(node.position, pit);
                history.update(pit, index, previous, -bonus);
            }
        }
    }

    /// Step 13: stores the best score with what it says of the value.
    #[inline(always)]
    fn store(&self, key: u64, node: &Node<'_, G::Position>, progress: &Progress) {
        let bound = if progress.best >= node.beta {
            Bound::Lower
        } else if progress.best > node.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(
            key,
            TableEntry {
                score: progress.best,
                depth: node.depth,
                bound,
                best: progress.best_move,
            },
        );
    }
}
