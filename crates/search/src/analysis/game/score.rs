//! Scores: the numbers that the search compares.
//!
//! A score counts in 1/16 of a seed, from the side to move. In a game that a majority wins, a won
//! position has [`WIN_BONUS`] added to its margin and a lost one subtracted from it, so that
//! winning comes first and the number of seeds second.

/// Score units of one seed.
pub const UNITS_PER_SEED: i32 = 16;

/// The bonus of a decided game on top of its margin: more than any margin, since 255 seeds are
/// 4,080 units.
pub const WIN_BONUS: i32 = 10_000;

/// Beyond every score.
pub(crate) const INFINITE: i32 = 20_000;

/// The score of a game that nobody wins.
pub(crate) const DRAWN: i32 = 0;

/// Between the scores of undecided games and those of decided ones.
const DECIDED: i32 = WIN_BONUS / 2;

/// Whether the score is that of a decided game.
#[inline(always)]
pub(crate) const fn is_decided(score: i32) -> bool {
    score.abs() > DECIDED
}

/// The margin in a score, in score units.
#[must_use]
pub(crate) const fn margin(score: i32) -> i32 {
    if score > DECIDED {
        score - WIN_BONUS
    } else if score < -DECIDED {
        score + WIN_BONUS
    } else {
        score
    }
}

/// Score units in whole seeds, rounded to the nearest, halves away from 0.
#[must_use]
pub(crate) const fn seeds(units: i32) -> i32 {
    (units.abs() + UNITS_PER_SEED / 2) / UNITS_PER_SEED * units.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decided_score_keeps_its_margin() {
        for seeds in [0, 1, 81, 162] {
            assert_eq!(
                margin(WIN_BONUS + seeds * UNITS_PER_SEED),
                seeds * UNITS_PER_SEED
            );
            assert_eq!(
                margin(-WIN_BONUS - seeds * UNITS_PER_SEED),
                -seeds * UNITS_PER_SEED
            );
            assert_eq!(margin(seeds * UNITS_PER_SEED), seeds * UNITS_PER_SEED);
            assert!(
                is_decided(WIN_BONUS - seeds * UNITS_PER_SEED)
                    && !is_decided(seeds * UNITS_PER_SEED)
            );
        }
        assert_eq!([7, 8, -8, -24].map(super::seeds), [0, 1, -1, -2]);
    }
}
