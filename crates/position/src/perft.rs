//! perft: counting the move sequences of an exact length, by playing every one of them.

use crate::game::Game;
#[cfg(feature = "rayon")]
use rayon::prelude::*;

/// The counts of perft.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Move sequences of exactly the depth.
    pub nodes: u64,
    /// Those that end in a finished game at that depth, and not before.
    pub finished: u64,
}

impl std::ops::Add for Perft {
    type Output = Self;

    #[inline(always)]
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
/// continuation. Every leaf is reached by playing its move and looked at: is the game finished
/// there?
///
/// ```
/// use mancala_position::kalah::{KalahPosition, KalahRules};
/// use mancala_position::perft;
///
/// let rules = KalahRules::new(6)?;
/// let count = perft(&rules, &KalahPosition::start(&rules, 4)?, 5);
/// assert_eq!(count.nodes, 4690);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> Perft {
    match depth {
        0 => Perft {
            nodes: 1,
            finished: u64::from(game.is_finished(position)),
        },
        1 => leaves(game, position),
        _ => inner(game, position, depth),
    }
}

/// Two plies or more.
fn inner<G: Game>(game: &G, position: &G::Position, depth: u32) -> Perft {
    let mut count = Perft::default();
    for pit in game.moves(position) {
        let next = game.play_unchecked(position, pit).position;
        count = count
            + if depth == 2 {
                leaves(game, &next)
            } else {
                inner(game, &next, depth - 1)
            };
    }
    count
}

/// The last ply.
#[inline(always)]
fn leaves<G: Game>(game: &G, position: &G::Position) -> Perft {
    let mut count = Perft::default();
    for pit in game.moves(position) {
        let leaf = game.play_unchecked(position, pit).position;
        count.nodes += 1;
        count.finished += u64::from(game.is_finished(&leaf));
    }
    count
}

/// The counts of [`perft`] by the first move, in the order of the pits. Their sum is the whole for
/// a depth of at least one; a depth of nought has no first move and gives none.
pub fn perft_divide<G: Game>(game: &G, position: &G::Position, depth: u32) -> Vec<(u32, Perft)> {
    let Some(below) = depth.checked_sub(1) else {
        return Vec::new();
    };
    game.moves(position)
        .iter()
        .map(|pit| {
            let next = game.play_unchecked(position, pit).position;
            (pit, perft(game, &next, below))
        })
        .collect()
}

/// The sequences that each thread finds before it, if there are so many: enough that an uneven tree
/// still keeps all threads busy to the end.
#[cfg(feature = "rayon")]
const PARTS_PER_THREAD: usize = 64;

/// The same counts as [`perft`], by all threads of the current rayon pool: the global one, or that
/// in which [`rayon::ThreadPool::install`] runs the call.
#[cfg(feature = "rayon")]
pub fn perft_parallel<G: Game>(game: &G, position: &G::Position, depth: u32) -> Perft {
    let wanted = PARTS_PER_THREAD * rayon::current_num_threads();
    let mut parts = vec![*position];
    let mut left = depth;
    // The last three plies are too few leaves to be worth a part each.
    while left > 3 && !parts.is_empty() && parts.len() < wanted {
        parts = parts
            .iter()
            .flat_map(|position| {
                game.moves(position)
                    .iter()
                    .map(|pit| game.play_unchecked(position, pit).position)
            })
            .collect();
        left -= 1;
    }
    parts
        .par_iter()
        .map(|position| perft(game, position, left))
        .sum()
}

/// The same counts with the last ply counted in bulk: the number of moves, without playing them.
/// The finished games of the last ply are not known then.
pub fn perft_bulk<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.moves(position).len() as u64,
        _ => game
            .moves(position)
            .iter()
            .map(|pit| {
                perft_bulk(
                    game,
                    &game.play_unchecked(position, pit).position,
                    depth - 1,
                )
            })
            .sum(),
    }
}
