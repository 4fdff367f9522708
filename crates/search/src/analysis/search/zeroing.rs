//! Play that gets somewhere where all values are known: of moves that are worth the same, one may lead to what is sure, and
//! another round and round.

use crate::analysis::game::EvaluatedGame;
use mancala_position::{Game, Step};
use std::collections::HashMap;
use std::hash::Hash;

/// What something is worth to a player: the score, and among drawn games what he is sure of beyond the other.
pub(super) type ExactScore = (i32, i32);

/// Positions from which moves are looked at before progress is given up.
const MOST_NODES: usize = 200_000;
/// Such positions between two looks at the control.
const LOOK_EVERY: usize = 1024;

/// What a position is worth to the player to move, if that is known exactly.
fn worth<G: EvaluatedGame>(game: &G, position: &G::Position) -> Option<ExactScore> {
    match game.tablebase_score(position) {
        Some(score) => Some((score, game.guarantee_lead(position))),
        None if game.rules().is_finished(position) => Some((game.terminal_score(position), 0)),
        None => None,
    }
}

/// What a move is worth to the player who makes it, if that is known exactly.
pub(super) fn after<G: EvaluatedGame>(game: &G, step: &Step<G::Position>) -> Option<ExactScore> {
    let (score, surplus) = worth(game, &step.position)?;
    let step_score = game.step_score(step);
    Some(if step.again {
        (step_score + score, surplus)
    } else {
        (step_score - score, -surplus)
    })
}

/// Which of the steps forces soonest that seeds are taken or the game ends, with no less than `kept` kept by the player who
/// makes it; `None` if that is not found before `may_go_on` says no.
///
/// What a player is sure of he can collect in a finite number of plies, whatever the other does; so where he is sure of
/// anything that the seeds on the board still have, such a step is there. Positions are looked at in the order of their distance,
/// and what is forced is passed back at once: the first step that is found forces it soonest.
pub(super) fn soonest<G: EvaluatedGame>(
    game: &G,
    steps: &[Step<G::Position>],
    kept: ExactScore,
    may_go_on: impl Fn() -> bool,
) -> Option<usize> {
    let at_once = steps.iter().position(|step| arrives(game, step));
    if at_once.is_some() || steps.len() < 2 {
        return at_once.or(Some(0));
    }
    let mut ways = Ways {
        nodes: Vec::new(),
        numbers: HashMap::new(),
    };
    let nexts: Vec<usize> = steps
        .iter()
        .map(|step| ways.number(step.position, false))
        .collect();
    let mut number = 0;
    while number < ways.nodes.len().min(MOST_NODES) {
        if number % LOOK_EVERY == LOOK_EVERY - 1 && !may_go_on() {
            break;
        }
        ways.look(game, kept, number);
        let found = nexts.iter().position(|&next| ways.nodes[next].forced);
        if found.is_some() {
            return found;
        }
        number += 1;
    }
    None
}

/// Whether seeds are taken by the step or the game ends with it.
fn arrives<G: EvaluatedGame>(game: &G, step: &Step<G::Position>) -> bool {
    !game.is_reversible(step) || game.rules().is_finished(&step.position)
}

/// A position on the ways to progress.
struct Node<P> {
    position: P,
    /// Whether it is the turn of the player who wants it.
    own: bool,
    forced: bool,
    /// From how many more of the next positions it must be forced until it is from here.
    wanted: usize,
    /// Where a move leads here.
    before: Vec<usize>,
}

/// The ways on which one player keeps what he has until seeds are taken.
struct Ways<P> {
    nodes: Vec<Node<P>>,
    numbers: HashMap<(P, bool), usize>,
}

impl<P: Copy + Eq + Hash> Ways<P> {
    fn number(&mut self, position: P, own: bool) -> usize {
        let next = self.nodes.len();
        let number = *self.numbers.entry((position, own)).or_insert(next);
        if number == next {
            self.nodes.push(Node {
                position,
                own,
                forced: false,
                wanted: 0,
                before: Vec::new(),
            });
        }
        number
    }

    /// Looks at the moves from a position.
    fn look<G: EvaluatedGame<Position = P>>(&mut self, game: &G, kept: ExactScore, number: usize) {
        let Node { position, own, .. } = self.nodes[number];
        let rules = game.rules();
        let steps = rules
            .moves(&position)
            .iter()
            .map(|pit| rules.play_unchecked(&position, pit));
        let keeps = |step: &Step<P>| !own || after(game, step).is_some_and(|worth| worth >= kept);
        let steps: Vec<_> = steps.filter(keeps).collect();
        let arriving = steps.iter().filter(|step| arrives(game, step)).count();
        // One move of his own is enough; of the other's all must lead there.
        let all = if own { 1 } else { steps.len() };
        let left = all.saturating_sub(arriving);
        self.nodes[number].wanted = left;
        if left == 0 {
            return self.force(number);
        }
        for step in steps {
            if arrives(game, &step) {
                continue;
            }
            let next = self.number(step.position, !own);
            if self.nodes[next].forced {
                if self.come_nearer(number) {
                    self.force(number);
                }
            } else {
                self.nodes[next].before.push(number);
            }
        }
    }

    /// One more of the positions after this one has turned out to be forced; whether it is from here now.
    fn come_nearer(&mut self, number: usize) -> bool {
        let node = &mut self.nodes[number];
        node.wanted = node.wanted.saturating_sub(1);
        node.wanted == 0
    }

    fn force(&mut self, number: usize) {
        let mut forced = vec![number];
        while let Some(number) = forced.pop() {
            if std::mem::replace(&mut self.nodes[number].forced, true) {
                continue;
            }
            for before in std::mem::take(&mut self.nodes[number].before) {
                if self.come_nearer(before) {
                    forced.push(before);
                }
            }
        }
    }
}
