//! A Kalah board seen by the mover.

use super::rules::KalahRules;
use crate::error::PositionError;
use crate::row;

/// A board seen by the player to move: two packed rows, each from its owner's left to right. Stores
/// are kept outside, since no value depends on them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct KalahPosition {
    pub(super) own: u64,
    pub(super) opponent: u64,
}

impl KalahPosition {
    /// A board from the seeds in both rows.
    ///
    /// # Errors
    ///
    /// [`PositionError::Pits`] if a row has not as many pits as the rules say,
    /// [`PositionError::TooMany`] if the board holds more than [`row::MAX_SEEDS`] seeds.
    pub fn new(rules: &KalahRules, own: &[u32], opponent: &[u32]) -> Result<Self, PositionError> {
        let pits = rules.pits() as usize;
        for pits_found in [own.len(), opponent.len()] {
            if pits_found != pits {
                return Err(PositionError::Pits {
                    expected: pits,
                    found: pits_found,
                });
            }
        }
        let all: u64 = own
            .iter()
            .chain(opponent)
            .map(|&seeds| u64::from(seeds))
            .sum();
        if all > u64::from(row::MAX_SEEDS) {
            return Err(PositionError::TooMany {
                found: all,
                most: row::MAX_SEEDS,
            });
        }
        Ok(Self {
            own: pack(own),
            opponent: pack(opponent),
        })
    }

    /// The start with the same number of seeds in every pit.
    ///
    /// # Errors
    ///
    /// [`PositionError::TooMany`] if the board would hold more than [`row::MAX_SEEDS`] seeds.
    pub fn start(rules: &KalahRules, seeds: u32) -> Result<Self, PositionError> {
        let row = vec![seeds; rules.pits() as usize];
        Self::new(rules, &row, &row)
    }

    /// A board from its packed rows, as in [`crate::row`]: what databases number and searches count
    /// through.
    ///
    /// The caller answers for it that all pits beyond those of the rules are empty and that the
    /// board holds at most [`row::MAX_SEEDS`] seeds. Otherwise what is played on the board is
    /// unspecified; it is never a panic and never undefined behaviour.
    #[inline(always)]
    #[must_use]
    pub const fn from_rows_unchecked(own: u64, opponent: u64) -> Self {
        Self { own, opponent }
    }

    /// The mover's packed row, as in [`crate::row`].
    #[inline(always)]
    #[must_use]
    pub const fn own_row(self) -> u64 {
        self.own
    }

    /// The opponent's packed row, from his own left.
    #[inline(always)]
    #[must_use]
    pub const fn opponent_row(self) -> u64 {
        self.opponent
    }

    /// The board seen by the other player.
    #[inline(always)]
    #[must_use]
    pub const fn turned(self) -> Self {
        Self {
            own: self.opponent,
            opponent: self.own,
        }
    }

    /// The seeds on the board.
    #[inline(always)]
    #[must_use]
    pub const fn seeds(self) -> u32 {
        // Neither row's sum carries out of its byte, and together they are at most MAX_SEEDS.
        row::sum(self.own) + row::sum(self.opponent)
    }

    /// The mover's pits, 1 to m.
    pub fn own_pits(self, rules: &KalahRules) -> impl Iterator<Item = u32> {
        (0..rules.pits()).map(move |pit| row::get(self.own, pit))
    }

    /// The opponent's pits, 1 to m in his own order.
    pub fn opponent_pits(self, rules: &KalahRules) -> impl Iterator<Item = u32> {
        self.turned().own_pits(rules)
    }
}

fn pack(pits: &[u32]) -> u64 {
    pits.iter()
        .rev()
        .fold(0, |row, &seeds| row << 8 | u64::from(seeds))
}
