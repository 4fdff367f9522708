//! Scores: what the search compares.
//!
//! A score is counted in grains of a ball, from the side to move. In a game that a majority wins, a game that is
//! known to be won is worth [`WIN_BONUS`] more than its margin and a lost one [`WIN_BONUS`] less, so that winning comes first and
//! the balls second.

/// Grains of one ball.
pub const UNITS_PER_SEED: i32 = 16;

/// What a decided game adds to its margin. More than any margin: 255 balls are 4,080 grains.
pub const WIN_BONUS: i32 = 10_000;

/// Beyond every score.
pub(crate) const INFINITE: i32 = 20_000;

/// The score of a game that nobody wins.
pub(crate) const DRAWN: i32 = 0;

/// No margin reaches this, and every decided game passes it.
const DECIDED: i32 = WIN_BONUS / 2;

/// Whether the score says that the game is decided.
#[inline(always)]
pub(crate) const fn is_decided(score: i32) -> bool {
    score.abs() > DECIDED
}

/// The margin in grains behind a score.
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

/// Grains in whole balls, rounded to the nearest, halves away from 0.
#[must_use]
pub(crate) const fn seeds(grains: i32) -> i32 {
    (grains.abs() + UNITS_PER_SEED / 2) / UNITS_PER_SEED * grains.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decided_score_keeps_its_margin() {
        for balls in [0, 1, 81, 162] {
            assert_eq!(
                margin(WIN_BONUS + balls * UNITS_PER_SEED),
                balls * UNITS_PER_SEED
            );
            assert_eq!(
                margin(-WIN_BONUS - balls * UNITS_PER_SEED),
                -balls * UNITS_PER_SEED
            );
            assert_eq!(margin(balls * UNITS_PER_SEED), balls * UNITS_PER_SEED);
            assert!(
                is_decided(WIN_BONUS - balls * UNITS_PER_SEED)
                    && !is_decided(balls * UNITS_PER_SEED)
            );
        }
        assert_eq!([seeds(7), seeds(8), seeds(-8), seeds(-24)], [0, 1, -1, -2]);
    }
}
