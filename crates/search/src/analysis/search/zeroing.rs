//! Progress towards captures where all values are known exactly: of moves that keep the same value,
//! one may lead to what is guaranteed, and another only repeat positions.
//!
//! Syzygy tables answer this with their distance to zeroing (DTZ). The databases here have no such
//! distances, so a small search finds the move that forces an irreversible one soonest.

use crate::analysis::game::EvaluatedGame;
use mancala_position::{Game, Step};
use std::collections::HashMap;
use std::hash::Hash;

/// An exact value for a player: the score, and among drawn games the seeds that he is guaranteed
/// beyond the opponent.
pub(super) type ExactScore = (i32, i32);

/// The positions that a search for an irreversible move expands at most.
const MAX_NODES: usize = 200_000;
/// The positions expanded between two looks at the limits.
const LOOK_EVERY: usize = 1024;

/// The exact value of a position for the player to move, if it is known or finished.
fn exact_score<G: EvaluatedGame>(game: &G, position: &G::Position) -> Option<ExactScore> {
    match game.tablebase_score(position) {
        Some(score) => Some((score, game.guarantee_lead(position))),
        None if game.rules().is_finished(position) => Some((game.terminal_score(position), 0)),
        None => None,
    }
}

/// The exact value of a move for the player who makes it, if that of the position behind it is
/// known.
pub(super) fn exact_score_of_move<G: EvaluatedGame>(
    game: &G,
    step: &Step<G::Position>,
) -> Option<ExactScore> {
    let (score, lead) = exact_score(game, &step.position)?;
    let step_score = game.step_score(step);
    Some(if step.again {
        (step_score + score, lead)
    } else {
        (step_score - score, -lead)
    })
}

/// The index of the step that forces an irreversible move or the end of the game soonest, while the
/// player who makes it keeps at least `kept`; `None` if none is found before `may_go_on` says no.
///
/// A player can collect what he is guaranteed in a finite number of plies, whatever the opponent
/// does. So there is such a step wherever he is guaranteed any seed of the board. Positions are
/// expanded in the order of their distance, and what is forced is passed back at once (retrograde
/// analysis on the part of the graph seen so far), so the first step found is the soonest.
pub(super) fn soonest_zeroing<G: EvaluatedGame>(
    game: &G,
    steps: &[Step<G::Position>],
    kept: ExactScore,
    may_go_on: impl Fn() -> bool,
) -> Option<usize> {
    let at_once = steps.iter().position(|step| is_zeroing(game, step));
    if at_once.is_some() || steps.len() < 2 {
        return at_once.or(Some(0));
    }
    let mut graph = Graph {
        nodes: Vec::new(),
        numbers: HashMap::new(),
    };
    let targets: Vec<usize> = steps
        .iter()
        .map(|step| graph.number(step.position, false))
        .collect();
    let mut number = 0;
    while number < graph.nodes.len().min(MAX_NODES) {
        if number % LOOK_EVERY == LOOK_EVERY - 1 && !may_go_on() {
            break;
        }
        graph.expand(game, kept, number);
        let found = targets.iter().position(|&node| graph.nodes[node].forced);
        if found.is_some() {
            return found;
        }
        number += 1;
    }
    None
}

/// Whether a step cannot be taken back: a sowing that captures, or the last of the game.
fn is_zeroing<G: EvaluatedGame>(game: &G, step: &Step<G::Position>) -> bool {
    !game.is_reversible(step) || game.rules().is_finished(&step.position)
}

/// A position of the graph.
struct Node<P> {
    position: P,
    /// Whether the player who wants an irreversible move is to move.
    own: bool,
    /// Whether he can force it from here.
    forced: bool,
    /// How many more successors must be forced until this position is.
    missing: usize,
    /// The positions expanded before that have a move to this one.
    predecessors: Vec<usize>,
}

/// The positions that are reached while one player keeps what he is guaranteed and nothing is
/// captured.
struct Graph<P> {
    nodes: Vec<Node<P>>,
    numbers: HashMap<(P, bool), usize>,
}

impl<P: Copy + Eq + Hash> Graph<P> {
    /// The number of a position, which is added if it is new.
    fn number(&mut self, position: P, own: bool) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry((position, own)).or_insert(next);
        if number == next {
            self.nodes.push(Node {
                position,
                own,
                forced: false,
                missing: 0,
                predecessors: Vec::new(),
            });
        }
        number
    }

    /// Generates the moves of a position.
    fn expand<G: EvaluatedGame<Position = P>>(
        &mut self,
        game: &G,
        kept: ExactScore,
        number: usize,
    ) {
        let Node { position, own, .. } = self.nodes[number];
        let rules = game.rules();
        let keeps = |step: &Step<P>| {
            !own || exact_score_of_move(game, step).is_some_and(|score| score >= kept)
        };
        let steps: Vec<_> = rules
            .moves(&position)
            .into_iter()
            .map(|pit| rules.play_unchecked(&position, pit))
            .filter(keeps)
            .collect();
        let zeroing = steps.iter().filter(|step| is_zeroing(game, step)).count();
        // One of the player's own moves is enough; of the opponent's all must be forced.
        let needed = if own { 1 } else { steps.len() };
        let missing = needed.saturating_sub(zeroing);
        self.nodes[number].missing = missing;
        if missing == 0 {
            return self.force(number);
        }
        for step in steps {
            if is_zeroing(game, &step) {
                continue;
            }
            let next = self.number(step.position, !own);
            if self.nodes[next].forced {
                if self.count_forced_successor(number) {
                    self.force(number);
                }
            } else {
                self.nodes[next].predecessors.push(number);
            }
        }
    }

    /// One more successor of a position is forced; `true` if that makes the position forced.
    fn count_forced_successor(&mut self, number: usize) -> bool {
        let node = &mut self.nodes[number];
        node.missing = node.missing.saturating_sub(1);
        node.missing == 0
    }

    /// Marks a position as forced, and all predecessors that become so by it.
    fn force(&mut self, number: usize) {
        let mut forced = vec![number];
        while let Some(number) = forced.pop() {
            if std::mem::replace(&mut self.nodes[number].forced, true) {
                continue;
            }
            for predecessor in std::mem::take(&mut self.nodes[number].predecessors) {
                if self.count_forced_successor(predecessor) {
                    forced.push(predecessor);
                }
            }
        }
    }
}
