//! Scores: what the search compares.
//!
//! A score is counted in grains of a ball, from the side to move. In a game that a majority wins, a game that is
//! known to be won is worth [`WON`] more than its margin and a lost one [`WON`] less, so that winning comes first and
//! the balls second.

/// Grains of one ball.
pub const GRAINS: i32 = 16;

/// What a decided game adds to its margin. More than any margin: 255 balls are 4,080 grains.
pub const WON: i32 = 10_000;

/// Beyond every score.
pub(crate) const INFINITE: i32 = 20_000;

/// The score of a game that nobody wins.
pub(crate) const DRAWN: i32 = 0;

/// No margin reaches this, and every decided game passes it.
const DECIDED: i32 = WON / 2;

/// Whether the score says that the game is decided.
#[inline(always)]
pub(crate) const fn is_decided(score: i32) -> bool {
    score.abs() > DECIDED
}

/// The margin in grains behind a score.
#[must_use]
pub(crate) const fn margin(score: i32) -> i32 {
    if score > DECIDED {
        score - WON
    } else if score < -DECIDED {
        score + WON
    } else {
        score
    }
}

/// Grains in whole balls, rounded to the nearest, halves away from 0.
#[must_use]
pub(crate) const fn seeds(grains: i32) -> i32 {
    (grains.abs() + GRAINS / 2) / GRAINS * grains.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decided_score_keeps_its_margin() {
        for balls in [0, 1, 81, 162] {
            assert_eq!(margin(WON + balls * GRAINS), balls * GRAINS);
            assert_eq!(margin(-WON - balls * GRAINS), -balls * GRAINS);
            assert_eq!(margin(balls * GRAINS), balls * GRAINS);
            assert!(is_decided(WON - balls * GRAINS) && !is_decided(balls * GRAINS));
        }
        assert_eq!([seeds(7), seeds(8), seeds(-8), seeds(-24)], [0, 1, -1, -2]);
    }
}
