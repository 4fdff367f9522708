//! Kalah on large boards: up to 12 pits a side and 1,000 seeds, one number a pit.
//!
//! The packed positions of [`KalahPosition`](super::KalahPosition) hold 8 pits and 255 seeds, which
//! is what databases and proofs number. Larger boards are played and analysed with this type.

use super::ending::value_of_rows;
use super::places::{MAX_WIDE_PITS, MOST_PITS, Places};
use super::rules::{End, KalahRules};
use crate::error::{PositionError, RuleError};
use crate::game::{Game, Step};
use crate::moves::Moves;

/// The most seeds of a wide board.
pub const MAX_WIDE_SEEDS: u32 = 1_000;

/// A large board seen by the player to move. Pits beyond those of the game are empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct WideKalahPosition {
    own: [u16; MOST_PITS],
    opponent: [u16; MOST_PITS],
}

impl WideKalahPosition {
    /// A board from the seeds in both rows, each from its owner's left to right.
    ///
    /// # Errors
    ///
    /// [`PositionError::Pits`] if a row has not as many pits as the game,
    /// [`PositionError::TooMany`] if there are more than [`MAX_WIDE_SEEDS`] seeds.
    ///
    /// ```
    /// use mancala_position::Game;
    /// use mancala_position::kalah::{KalahRules, WideKalah, WideKalahPosition};
    ///
    /// let game = WideKalah::new(10, &KalahRules::new(6)?)?;
    /// let start = WideKalahPosition::new(&game, &[4; 10], &[4; 10])?;
    /// assert_eq!(game.moves(&start).len(), 10);
    /// // Pit 7 reaches the store.
    /// assert!(game.play(&start, 6)?.again);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(game: &WideKalah, own: &[u32], opponent: &[u32]) -> Result<Self, PositionError> {
        let pits = game.pits() as usize;
        for row in [own, opponent] {
            if row.len() != pits {
                return Err(PositionError::Pits {
                    expected: pits,
                    found: row.len(),
                });
            }
        }
        let seeds = own.iter().chain(opponent).map(|&seeds| u64::from(seeds));
        let all: u64 = seeds.sum();
        if all > u64::from(MAX_WIDE_SEEDS) {
            return Err(PositionError::TooMany {
                found: all,
                most: MAX_WIDE_SEEDS,
            });
        }
        let row = |pits: &[u32]| {
            let mut row = [0; MOST_PITS];
            for (place, &seeds) in row.iter_mut().zip(pits) {
                *place = u16::try_from(seeds).unwrap_or(u16::MAX);
            }
            row
        };
        Ok(Self {
            own: row(own),
            opponent: row(opponent),
        })
    }

    /// The board seen by the other player.
    #[must_use]
    pub const fn turned(&self) -> Self {
        Self {
            own: self.opponent,
            opponent: self.own,
        }
    }

    /// The mover's pits, then empty ones.
    #[must_use]
    pub const fn own(&self) -> &[u16; MOST_PITS] {
        &self.own
    }

    /// The opponent's pits from his own left, then empty ones.
    #[must_use]
    pub const fn opponent(&self) -> &[u16; MOST_PITS] {
        &self.opponent
    }

    /// The seeds on the board.
    #[must_use]
    pub fn seeds(&self) -> u32 {
        sum(&self.own) + sum(&self.opponent)
    }
}

fn sum(row: &[u16; MOST_PITS]) -> u32 {
    row.iter().map(|&seeds| u32::from(seeds)).sum()
}

/// The rules of Kalah on a large board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WideKalah {
    pits: u32,
    options: KalahRules,
}

impl WideKalah {
    /// A game with so many pits a side, and with the options, but not the pits, of `options`.
    ///
    /// # Errors
    ///
    /// [`RuleError::Pits`] unless there are 1 to [`MAX_WIDE_PITS`] pits.
    pub const fn new(pits: u32, options: &KalahRules) -> Result<Self, RuleError> {
        if pits == 0 || pits > MAX_WIDE_PITS {
            return Err(RuleError::Pits {
                found: pits,
                most: MAX_WIDE_PITS,
            });
        }
        Ok(Self {
            pits,
            options: *options,
        })
    }

    /// The pits a side.
    #[must_use]
    pub const fn pits(&self) -> u32 {
        self.pits
    }
}

impl Game for WideKalah {
    type Position = WideKalahPosition;

    fn moves(&self, position: &WideKalahPosition) -> Moves {
        if self.is_finished(position) {
            return Moves::NONE;
        }
        let pits = (0..).zip(position.own());
        pits.filter(|&(_, &seeds)| seeds > 0)
            .map(|(pit, _)| pit)
            .collect()
    }

    fn play_unchecked(&self, position: &WideKalahPosition, pit: u32) -> Step<WideKalahPosition> {
        let pits = self.pits as usize;
        let mut places = Places::new(&position.own[..pits], &position.opponent[..pits]);
        let again = places.play(&self.options, pit as usize % pits);
        let mut same = WideKalahPosition::default();
        same.own[..pits].copy_from_slice(places.own());
        same.opponent[..pits].copy_from_slice(places.opponent());
        Step {
            position: if again { same } else { same.turned() },
            gain: places.gain(),
            again,
        }
    }

    fn is_finished(&self, position: &WideKalahPosition) -> bool {
        let at_once = self.options.end == End::AtOnce;
        sum(&position.own) == 0 || (at_once && sum(&position.opponent) == 0)
    }

    fn outcome(&self, position: &WideKalahPosition) -> Option<i32> {
        let (own, opponent) = (sum(&position.own), sum(&position.opponent));
        self.is_finished(position)
            .then(|| value_of_rows(own, opponent, self.options.leftover))
    }

    fn seeds(&self, position: &WideKalahPosition) -> u32 {
        position.seeds()
    }
}
