//! The winning chance that a score means.

/// The score units by which the odds of winning grow e-fold, fitted on recorded games; see
/// `docs/analysis.md`.
const SCALE: f64 = 160.0;

/// The chance that the side to move wins a game between players like those of the recorded games,
/// plus half of the chance of a draw. The score is that of the whole game, in score units.
#[must_use]
pub fn winning_chance(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / SCALE).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{UNITS_PER_SEED, WIN_BONUS};

    #[test]
    fn chances_grow_with_the_score_and_add_up() {
        let scores = [
            -WIN_BONUS,
            -40 * UNITS_PER_SEED,
            -UNITS_PER_SEED,
            0,
            5,
            3 * UNITS_PER_SEED,
            90 * UNITS_PER_SEED,
            WIN_BONUS,
        ];
        assert!(scores.is_sorted_by(
            |a, b| winning_chance(*a) < winning_chance(*b) || winning_chance(*b) > 0.999
        ));
        for score in scores {
            assert!((winning_chance(score) + winning_chance(-score) - 1.0).abs() < 1e-12);
        }
    }
}
