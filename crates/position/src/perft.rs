//! perft: counting the move sequences of an exact length, by playing every one of them.

use crate::game::Game;

/// What perft counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Move sequences of exactly the depth.
    pub nodes: u64,
    /// Those that end in a finished game at that depth, and not before.
    pub finished: u64,
}

impl std::ops::Add for Perft {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            nodes: self.nodes + other.nodes,
            finished: self.finished + other.finished,
        }
    }
}

impl std::iter::Sum for Perft {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), |sum, count| sum + count)
    }
}

/// Counts the move sequences of exactly `depth` plies. A ply is one sowing; a finished game has no
/// continuation. Every leaf is reached by playing its move and looked at: is the game finished there?
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> Perft {
    match depth {
        0 => Perft {
            nodes: 1,
            finished: u64::from(game.is_finished(position)),
        },
        1 => {
            let mut count = Perft::default();
            for pit in game.moves(position) {
                count.nodes += 1;
                count.finished += u64::from(game.is_finished(&game.play(position, pit).position));
            }
            count
        }
        _ => game
            .moves(position)
            .map(|pit| perft(game, &game.play(position, pit).position, depth - 1))
            .sum(),
    }
}

/// The same counts with the last ply counted in bulk: the number of moves, without playing them. The finished
/// games of the last ply are not known then.
pub fn perft_bulk<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(game.moves(position).len()),
        _ => game
            .moves(position)
            .map(|pit| perft_bulk(game, &game.play(position, pit).position, depth - 1))
            .sum(),
    }
}
