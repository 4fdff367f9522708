//! The first turns of a position: a move with the moves of all extra turns that it gives.

use mancala_position::Game;
use std::collections::HashSet;

/// A complete turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FirstTurn<P> {
    /// The pits that are sown, by index from 0.
    pub(crate) pits: Vec<u32>,
    /// The gain of all its moves together.
    pub(crate) gain: i32,
    /// The position after it.
    pub(crate) position: P,
    /// Whether the mover would be to move again, but the game is over.
    pub(crate) again: bool,
}

/// The most turns that are listed with every order of their moves.
const MOST_LISTED: usize = 1000;

/// All first turns. Extra turns can follow each other in many orders with the same result: if there
/// are more than [`MOST_LISTED`] turns, only the first of those that lead to a position is listed.
pub(crate) fn turns<G: Game>(game: &G, position: &G::Position) -> Vec<FirstTurn<G::Position>> {
    let begin = FirstTurn {
        pits: Vec::new(),
        gain: 0,
        position: *position,
        again: true,
    };
    let mut listing = TurnLister {
        game,
        turns: Vec::new(),
        seen: None,
    };
    if listing.extend(&begin).is_err() {
        listing.turns.clear();
        listing.seen = Some(HashSet::new());
        listing
            .extend(&begin)
            .expect("a list without repetitions has no limit");
    }
    listing.turns
}

/// There are more than [`MOST_LISTED`] turns.
#[derive(Debug)]
struct TooMany;

struct TurnLister<'g, G: Game> {
    game: &'g G,
    turns: Vec<FirstTurn<G::Position>>,
    /// If repetitions are left out: the positions reached so far, with whether the mover is to move
    /// again.
    seen: Option<HashSet<(G::Position, bool)>>,
}

impl<G: Game> TurnLister<'_, G> {
    fn extend(&mut self, begun: &FirstTurn<G::Position>) -> Result<(), TooMany> {
        for pit in self.game.moves(&begun.position) {
            let step = self.game.play_unchecked(&begun.position, pit);
            if let Some(seen) = &mut self.seen
                && !seen.insert((step.position, step.again))
            {
                continue;
            }
            let mut pits = begun.pits.clone();
            pits.push(pit);
            let turn = FirstTurn {
                pits,
                gain: begun.gain + step.gain,
                position: step.position,
                again: step.again,
            };
            if step.again && !self.game.is_finished(&step.position) {
                self.extend(&turn)?;
            } else {
                if self.seen.is_none() && self.turns.len() == MOST_LISTED {
                    return Err(TooMany);
                }
                self.turns.push(turn);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mancala_position::kalah::{KalahPosition, KalahRules};

    #[test]
    fn the_turns_of_a_start_come_in_order() {
        let rules = KalahRules::new(6).expect("six pits");
        let start = KalahPosition::start(&rules, 4).expect("a start");
        let pits: Vec<Vec<u32>> = turns(&rules, &start)
            .into_iter()
            .map(|turn| turn.pits)
            .collect();
        let expected: Vec<Vec<u32>> = vec![
            vec![0],
            vec![1],
            vec![2, 0],
            vec![2, 1],
            vec![2, 3],
            vec![2, 4],
            vec![2, 5],
            vec![3],
            vec![4],
            vec![5],
        ];
        assert_eq!(pits, expected);
    }

    #[test]
    fn turns_of_the_same_result_are_listed_once_if_there_are_too_many() {
        let rules = KalahRules::new(8).expect("eight pits");
        // Every pit reaches the store exactly, in many orders.
        let position =
            KalahPosition::new(&rules, &[8, 7, 6, 5, 4, 3, 2, 1], &[1; 8]).expect("a position");
        let turns = turns(&rules, &position);
        let results: HashSet<KalahPosition> = turns.iter().map(|turn| turn.position).collect();
        assert_eq!(results.len(), turns.len(), "no result is repeated");
        assert!(turns.iter().any(|turn| turn.pits.len() > 8));
    }
}
