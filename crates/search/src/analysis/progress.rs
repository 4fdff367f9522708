//! Play that gets somewhere where all values are known: of moves that are worth the same, one may lead to what is sure, and
//! another round and round.

use super::judged::Judged;
use mancala_position::{Game, Step};
use std::collections::HashMap;

/// What something is worth to a player: the score, and among drawn games what he is sure of beyond the other.
pub(super) type Worth = (i32, i32);

/// Positions that are looked at before progress is given up.
const MOST_NODES: usize = 20_000;
/// Plies to which progress is looked for.
const MOST_PLIES: u32 = 200;

/// What a position is worth to the player to move, if that is known exactly.
fn worth<G: Judged>(game: &G, position: &G::Position) -> Option<Worth> {
    match game.known(position) {
        Some(score) => Some((score, game.surplus(position))),
        None if game.rules().is_finished(position) => Some((game.settled(position), 0)),
        None => None,
    }
}

/// What a move is worth to the player who makes it, if that is known exactly.
pub(super) fn after<G: Judged>(game: &G, step: &Step<G::Position>) -> Option<Worth> {
    let (score, surplus) = worth(game, &step.position)?;
    let carried = game.carried(step);
    Some(if step.again {
        (carried + score, surplus)
    } else {
        (carried - score, -surplus)
    })
}

/// Which of the steps forces soonest that seeds are taken or the game ends, with no less than `kept` kept by the player who
/// makes it; `None` if that is not found.
///
/// What a player is sure of he can collect in a finite number of plies, whatever the other does; so where he is sure of
/// anything that the seeds on the board still have, such a step is there.
pub(super) fn soonest<G: Judged>(
    game: &G,
    steps: &[Step<G::Position>],
    kept: Worth,
) -> Option<usize> {
    let mut progress = Progress {
        game,
        kept,
        known: HashMap::new(),
        nodes: 0,
    };
    for plies in 0..MOST_PLIES {
        let comes = |step| progress.comes_after(step, false, plies);
        let found = steps.iter().position(comes);
        if found.is_some() || progress.nodes >= MOST_NODES {
            return found;
        }
    }
    None
}

/// In how many plies progress is forced from a position.
#[derive(Clone, Copy, Default)]
struct Plies {
    /// The most that are known not to suffice.
    vain: Option<u32>,
    /// The fewest that are known to suffice.
    enough: Option<u32>,
}

/// The search for progress of one player.
struct Progress<'a, G: Judged> {
    game: &'a G,
    kept: Worth,
    /// By position, and whether it is his turn.
    known: HashMap<(G::Position, bool), Plies>,
    nodes: usize,
}

impl<G: Judged> Progress<'_, G> {
    /// Whether the step makes progress, or it is forced within so many plies behind it, where it may be his turn.
    fn comes_after(&mut self, step: &Step<G::Position>, own: bool, plies: u32) -> bool {
        !self.game.may_recur(step) || self.is_forced(&step.position, own, plies)
    }

    fn is_forced(&mut self, position: &G::Position, own: bool, plies: u32) -> bool {
        let rules = self.game.rules();
        if rules.is_finished(position) {
            return true;
        }
        let Plies { vain, enough } = *self.known.entry((*position, own)).or_default();
        if enough.is_some_and(|enough| plies >= enough) {
            return true;
        }
        if plies == 0 || vain.is_some_and(|vain| plies <= vain) || self.nodes >= MOST_NODES {
            return false;
        }
        self.nodes += 1;
        let game = self.game;
        let mut comes = |pit| {
            let step = rules.play(position, pit);
            let keeps = !own || after(game, &step).is_some_and(|worth| worth >= self.kept);
            keeps && self.comes_after(&step, !own, plies - 1)
        };
        let mut moves = rules.moves(position);
        let forced = if own {
            moves.any(&mut comes)
        } else {
            moves.all(&mut comes)
        };
        let known = self.known.entry((*position, own)).or_default();
        if forced {
            known.enough = Some(plies);
        } else {
            known.vain = Some(plies);
        }
        forced
    }
}
