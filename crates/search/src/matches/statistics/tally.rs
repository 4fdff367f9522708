//! Match statistics: the difference in strength that the results show.
//!
//! Games come in pairs: the same opening with both colours. What a pair brings its players is one
//! number out of five (0, ½, 1, 1½ or 2 points), and since an opening that is good for one side
//! makes the two games of a pair lean against each other, the error is computed from the pairs and
//! not from single games.

use mancala_position::{GameResult, Side};

/// The points of a pair, in games: the five results.
const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The 97.5 % quantile of the normal distribution.
const TWO_SIDED_95: f64 = 1.959_964;

/// Results of a match, from the view of its player A.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games that A won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that A lost.
    pub losses: u64,
    /// Pairs of games that brought A 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; 5],
}

/// A difference in strength with the interval in which it lies with 95 % certainty. An end is
/// missing where the results set none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloDifference {
    /// The best guess; none if one side took all points.
    pub value: Option<f64>,
    /// The lower end.
    pub low: Option<f64>,
    /// The upper end.
    pub high: Option<f64>,
}

/// The score that a player who is so much stronger can expect.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The difference in strength that explains a score; none for 0 and 1.
#[must_use]
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// A's half points in a game.
const fn half_points(result: GameResult, side_of_a: Side) -> usize {
    match (result, side_of_a) {
        (GameResult::Draw, _) => 1,
        (GameResult::FirstWins, Side::First) | (GameResult::SecondWins, Side::Second) => 2,
        _ => 0,
    }
}

impl Tally {
    /// Counts a pair of games, of which A played the first one as [`Side::First`].
    pub const fn add(&mut self, results: [GameResult; 2]) {
        let points = [
            half_points(results[0], Side::First),
            half_points(results[1], Side::Second),
        ];
        let mut game = 0;
        while game < 2 {
            match points[game] {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
            game += 1;
        }
        self.pairs[points[0] + points[1]] += 1;
    }

    /// How many games have been counted.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A's points of each game, from 0 to 1; ½ if there are none.
    #[must_use]
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// The standard error of the score, from the pairs.
    #[must_use]
    pub fn score_error(&self) -> f64 {
        let count = self.pairs.iter().sum::<u64>() as f64;
        if count < 2.0 {
            return 0.5;
        }
        let mean = self.score();
        let squares = POINTS.iter().zip(self.pairs);
        let squares: f64 = squares
            .map(|(points, pairs)| pairs as f64 * (points - mean).powi(2))
            .sum();
        (squares / (count - 1.0) / count).sqrt()
    }

    /// The difference in strength, A's less B's. Its interval follows from the standard error of
    /// the score; where all pairs have gone the same way, which leaves no error to be seen, from
    /// the rule of three.
    #[must_use]
    pub fn elo(&self) -> EloDifference {
        let count = self.pairs.iter().sum::<u64>() as f64;
        let score = self.score();
        let mut reach = TWO_SIDED_95 * self.score_error();
        if reach == 0.0 {
            reach = 3.0 / count;
        }
        EloDifference {
            value: elo_of_score(score),
            low: elo_of_score(score - reach),
            high: elo_of_score(score + reach),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_from_the_view_of_a() {
        use GameResult::{Draw, FirstWins, SecondWins};
        let mut tally = Tally::default();
        tally.add([FirstWins, SecondWins]);
        tally.add([FirstWins, FirstWins]);
        tally.add([Draw, Draw]);
        tally.add([SecondWins, FirstWins]);
        tally.add([Draw, SecondWins]);
        assert_eq!(tally.pairs, [1, 0, 2, 1, 1]);
        assert_eq!((tally.wins, tally.draws, tally.losses), (4, 3, 3));
        assert!((tally.score() - 0.55).abs() < 1e-12);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-400.0, -10.0, 0.0, 3.0, 200.0] {
            let back = elo_of_score(expected_score(elo)).unwrap();
            assert!((back - elo).abs() < 1e-9, "{elo} {back}");
        }
        assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!(elo_of_score(1.0), None);
        assert_eq!(elo_of_score(0.0), None);
    }

    #[test]
    fn the_error_shrinks_with_the_games_and_one_sided_results_have_one_end() {
        let tally = |n: u64| Tally {
            wins: 5 * n,
            draws: 0,
            losses: 3 * n,
            pairs: [n, 0, n, 0, 2 * n],
        };
        assert!(tally(100).score_error() < tally(10).score_error() / 3.0);
        let elo = tally(100).elo();
        let value = elo.value.unwrap();
        assert!(elo.low.unwrap() < value && value < elo.high.unwrap());
        let all = Tally {
            wins: 400,
            pairs: [0, 0, 0, 0, 200],
            ..Tally::default()
        };
        let elo = all.elo();
        assert_eq!((elo.value, elo.high), (None, None));
        assert!(elo.low.unwrap() > 700.0);
        assert_eq!(Tally::default().score(), 0.5);
        assert_eq!(Tally::default().elo().low, None);
    }
}
