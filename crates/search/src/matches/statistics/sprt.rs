//! The sequential probability ratio test: a match that ends as soon as it says which of two
//! differences in strength is the likelier one.
//!
//! The test statistic is the logarithm of the ratio of two likelihoods of the pairs seen, each the
//! largest that a distribution over the five results of a pair can have whose mean score is that of
//! the hypothesis (Wald 1945; the distribution that maximises the likelihood under a given mean is
//! that of empirical likelihood, Owen 1988).

use super::tally::{Tally, expected_score};

/// The count that replaces zero pairs, so that a result not seen yet is not thought impossible.
const UNSEEN: f64 = 1e-3;

/// Two hypotheses and how often a wrong one may be taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference in strength that is to be refuted.
    pub elo0: f64,
    /// The larger one that is to be shown.
    pub elo1: f64,
    /// How often either may be taken where the other is true.
    pub error: f64,
}

/// The state of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing is decided.
    Open,
    /// The larger difference is taken.
    Accepted,
    /// The smaller difference is taken.
    Rejected,
}

impl Sprt {
    /// A test that is wrong one time in twenty.
    #[must_use]
    pub const fn new(elo0: f64, elo1: f64) -> Self {
        Self {
            elo0,
            elo1,
            error: 0.05,
        }
    }

    /// The bounds of the statistic: below the first the test ends with `elo0`, above the second
    /// with `elo1`.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let bound = ((1.0 - self.error) / self.error).ln();
        (-bound, bound)
    }

    /// The statistic.
    #[must_use]
    pub fn log_likelihood_ratio(&self, tally: &Tally) -> f64 {
        let counts = tally.pairs.map(|pairs| (pairs as f64).max(UNSEEN));
        log_likelihood(&counts, expected_score(self.elo1))
            - log_likelihood(&counts, expected_score(self.elo0))
    }

    /// The state of the test.
    #[must_use]
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let ratio = self.log_likelihood_ratio(tally);
        let (lower, upper) = self.bounds();
        if ratio >= upper {
            Verdict::Accepted
        } else if ratio <= lower {
            Verdict::Rejected
        } else {
            Verdict::Open
        }
    }
}

/// The logarithm of the largest likelihood of these counts under a distribution with the mean
/// given, up to a number that depends on the counts alone. That distribution has probabilities
/// proportional to count / (1 + t (points - mean)), where t makes the mean right.
fn log_likelihood(counts: &[f64; 5], mean: f64) -> f64 {
    let offset = |index: usize| index as f64 / 4.0 - mean;
    // All terms stay positive between these, and the sum below falls from positive to negative.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    let slope = |t: f64| -> f64 {
        let terms = counts.iter().enumerate();
        terms
            .map(|(index, count)| count * offset(index) / (1.0 + t * offset(index)))
            .sum()
    };
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let t = f64::midpoint(low, high);
    let terms = counts.iter().enumerate();
    terms
        .map(|(index, count)| -count * (1.0 + t * offset(index)).ln())
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: [u64; 5]) -> Tally {
        Tally {
            pairs,
            ..Tally::default()
        }
    }

    #[test]
    fn it_agrees_with_the_normal_approximation_near_the_middle() {
        let sprt = Sprt::new(0.0, 10.0);
        for pairs in [
            [10, 50, 100, 50, 10],
            [20, 100, 300, 120, 30],
            [10, 22, 40, 24, 11],
        ] {
            let count = pairs.iter().sum::<u64>() as f64;
            let mean = (0..5)
                .map(|i| pairs[i] as f64 * i as f64 / 4.0)
                .sum::<f64>()
                / count;
            let variance = (0..5)
                .map(|i| pairs[i] as f64 * (i as f64 / 4.0 - mean).powi(2))
                .sum::<f64>()
                / count;
            let (s0, s1) = (expected_score(0.0), expected_score(10.0));
            let normal = count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
            let exact = sprt.log_likelihood_ratio(&tally(pairs));
            assert!(
                (normal - exact).abs() < 0.1 + 0.1 * normal.abs(),
                "{normal} {exact}"
            );
        }
    }

    #[test]
    fn clear_matches_are_decided_and_even_ones_are_open() {
        let sprt = Sprt::new(0.0, 10.0);
        assert_eq!(sprt.verdict(&tally([0; 5])), Verdict::Open);
        assert_eq!(sprt.verdict(&tally([5, 10, 20, 10, 5])), Verdict::Open);
        assert_eq!(
            sprt.verdict(&tally([0, 0, 10, 100, 200])),
            Verdict::Accepted
        );
        assert_eq!(sprt.verdict(&tally([0, 0, 0, 0, 200])), Verdict::Accepted);
        assert_eq!(
            sprt.verdict(&tally([200, 100, 10, 0, 0])),
            Verdict::Rejected
        );
        let (lower, upper) = sprt.bounds();
        assert!((upper - 2.944_438_979).abs() < 1e-6 && lower == -upper);
    }
}
