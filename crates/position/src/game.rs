//! What perft and search need to know of a sowing game.

use std::fmt::Debug;
use std::hash::Hash;

/// A set of pits of the side to move, by index from 0: the legal moves of a position, for example.
///
/// It is a small value and no iterator itself; iterating takes the pits in ascending order.
///
/// ```
/// use mancala_position::Moves;
///
/// let moves: Moves = [5, 0, 2].into_iter().collect();
/// assert!(moves.contains(2) && moves.len() == 3);
/// assert_eq!(moves.iter().collect::<Vec<_>>(), [0, 2, 5]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Moves(u16);

impl Moves {
    /// No pit.
    pub const NONE: Self = Self(0);

    /// The set whose bit `i` says whether pit `i` belongs to it.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Bit `i` is set where pit `i` belongs to the set.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether there is no pit in the set.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pits there are in the set.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the pit belongs to the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, pit: u32) -> bool {
        pit < u16::BITS && self.0 >> pit & 1 == 1
    }

    /// The pits of the set in ascending order.
    #[inline(always)]
    #[must_use]
    pub const fn iter(self) -> MovesIter {
        MovesIter(self.0)
    }
}

/// # Panics
///
/// If a pit is 16 or more: no game has so many.
impl FromIterator<u32> for Moves {
    fn from_iter<I: IntoIterator<Item = u32>>(pits: I) -> Self {
        pits.into_iter().fold(Self::NONE, |set, pit| {
            assert!(pit < u16::BITS, "a set of moves has no pit {pit}");
            Self(set.0 | 1 << pit)
        })
    }
}

impl IntoIterator for Moves {
    type Item = u32;
    type IntoIter = MovesIter;

    #[inline(always)]
    fn into_iter(self) -> MovesIter {
        self.iter()
    }
}

/// The pits of [`Moves`] in ascending order.
#[derive(Clone, Debug)]
pub struct MovesIter(u16);

impl Iterator for MovesIter {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let pit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(pit)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for MovesIter {
    #[inline(always)]
    fn next_back(&mut self) -> Option<u32> {
        let pit = self.0.checked_ilog2()?;
        self.0 &= !(1 << pit);
        Some(pit)
    }
}

impl ExactSizeIterator for MovesIter {}

impl std::iter::FusedIterator for MovesIter {}

/// What a move leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step<P> {
    /// The position after the move, seen by the player who is to move then.
    pub position: P,
    /// What the mover's store gained by the move, less what the opponent's gained. Seeds that are left on
    /// the board at the end are not part of it: [`Game::outcome`] counts them.
    pub gain: i32,
    /// Whether the same player is to move again.
    pub again: bool,
}

/// The rules of one game, with all options fixed: what is legal, where it leads, how it ends.
///
/// Positions are relative to the mover, and a position's value is the mover's seeds less the opponent's
/// among those still on the board, so that what has been won before does not matter to it.
pub trait Game: Copy + Send + Sync {
    /// A packed position.
    type Position: Copy + Eq + Hash + Debug + Send + Sync;

    /// The legal moves; none where the game is finished.
    fn moves(&self, position: &Self::Position) -> Moves;

    /// Plays a legal move. For an illegal one the result is a position without meaning, never a panic.
    fn play(&self, position: &Self::Position, pit: u32) -> Step<Self::Position>;

    /// Whether the game is over.
    fn is_finished(&self, position: &Self::Position) -> bool;

    /// The value of a finished position: who gets the seeds that are left. `None` while the game goes on.
    fn outcome(&self, position: &Self::Position) -> Option<i32>;

    /// The seeds on the board.
    fn seeds(&self, position: &Self::Position) -> u32;
}
