//! Sets of moves, and the error of a move that is not in one.

use std::fmt;

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

    /// Whether the pit may be played, if these are the legal moves.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the pit does not belong to the set.
    #[inline(always)]
    pub const fn check(self, pit: u32) -> Result<(), IllegalMove> {
        if self.contains(pit) {
            Ok(())
        } else {
            Err(IllegalMove { pit, legal: self })
        }
    }

    /// The pits of the set in ascending order.
    #[inline(always)]
    #[must_use]
    pub const fn iter(self) -> MovesIter {
        MovesIter(self.0)
    }
}

/// The numbers of the pits, counted from 1: `1, 2, 6`.
impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, pit) in self.iter().enumerate() {
            let gap = if index > 0 { ", " } else { "" };
            write!(f, "{gap}{}", pit + 1)?;
        }
        Ok(())
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

/// A move that is not legal in the position in which it was to be played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IllegalMove {
    /// The pit that was to be played, by index from 0.
    pub pit: u32,
    /// The legal moves; none where the game is over.
    pub legal: Moves,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { pit, legal } = self;
        let number = u64::from(*pit) + 1;
        if legal.is_empty() {
            write!(f, "pit {number} cannot be played: the game is over")
        } else {
            write!(f, "pit {number} cannot be played: legal are {legal}")
        }
    }
}

impl std::error::Error for IllegalMove {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_is_iterated_from_both_ends() {
        for bits in 0..=u16::MAX {
            let moves = Moves::from_bits(bits);
            let pits: Vec<u32> = moves.into_iter().collect();
            assert!(pits.is_sorted() && pits.iter().all(|&pit| moves.contains(pit)));
            assert_eq!((pits.len(), moves.iter().len()), (moves.len(), moves.len()));
            assert!(moves.iter().rev().eq(pits.iter().rev().copied()));
            assert_eq!(pits.into_iter().collect::<Moves>(), moves);
        }
    }

    #[test]
    fn an_illegal_move_is_named_with_the_legal_ones() {
        let error = |legal: Moves| legal.check(3).expect_err("no such move").to_string();
        assert_eq!(
            error(Moves::from_bits(0b100_111)),
            "pit 4 cannot be played: legal are 1, 2, 3, 6"
        );
        assert_eq!(
            error(Moves::NONE),
            "pit 4 cannot be played: the game is over"
        );
        assert!(Moves::NONE.check(u32::MAX).is_err());
        assert_eq!(Moves::from_bits(0b1000).check(3), Ok(()));
    }
}
