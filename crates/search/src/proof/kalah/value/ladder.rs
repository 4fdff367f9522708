//! The ladder: bounds of a value that is long to prove, moved towards each other rung by rung.
//!
//! A rung is a null-window question, "is the value at least `beta`?". It is easy far from the value
//! and takes ever more nodes towards it. The answer to an easy question helps little with a hard
//! one, so there are few rungs:
//!
//! * The next rung of a side lies halfway between its proved bound and the guess. From a bound
//!   that is within [`DIRECT_STEPS`] of the guess it is the question about the guess itself.
//! * The side whose next rung is expected to take fewer nodes is asked. Expected is what the last
//!   rung of the side took, times the growth from rung to rung.
//! * A rung that takes [`SLACK`] times what was expected is given up. The table keeps what was
//!   found. The next rung of that side lies halfway back to the proved bound, and is expected to
//!   take as much as was spent in vain.
//! * A bound that passes the guess takes the guess along.

use super::shared_bounds::SharedBounds;
use crate::bounds::Bounds;
use crate::proof::kalah::search::{Abort, WindowSearch};

/// A rung is given up after so many times the nodes that it was expected to take.
const SLACK: u64 = 8;
/// The nodes that a rung is expected to take at least, and that the first of a side is.
const FIRST_RUNG: u64 = 1 << 18;
/// The growth from rung to rung in percent, until two rungs of a side have been answered.
const FIRST_GROWTH: u64 = 250;
/// The growth is taken to be within these, in percent: one rung does not foretell the next.
const LEAST_GROWTH: u64 = 120;
const MOST_GROWTH: u64 = 1600;
/// From a bound that is so many steps from the guess or fewer, the guess itself is asked about.
const DIRECT_STEPS: i32 = 4;

/// The bound that a rung is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Lower,
    Upper,
}

/// A question of one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rung {
    /// Whether the value is at least this.
    beta: i32,
    /// The steps from the hardest question of the side.
    distance: i32,
}

/// The rungs of one side so far.
struct Climb {
    side: Side,
    /// The nodes that the next rung is expected to take.
    expected: u64,
    /// The nodes that the last answered rung took.
    answered: Option<u64>,
    /// In percent.
    growth: u64,
    /// The distance of the rung that was given up since the last answer.
    given_up: Option<i32>,
}

impl Climb {
    const fn new(side: Side) -> Self {
        Self {
            side,
            expected: FIRST_RUNG,
            answered: None,
            growth: FIRST_GROWTH,
            given_up: None,
        }
    }

    /// The next rung; none if no question of this side is open.
    fn next(&self, known: Bounds, guess: i32, step: i32) -> Option<Rung> {
        // The distance of the hardest question is 0; `open` of them are open.
        let open = match self.side {
            Side::Lower => (guess - known.lower) / step,
            Side::Upper => (known.upper - guess) / step,
        };
        let nearest = self.given_up.unwrap_or(0).min(open);
        let distance = if open <= 0 {
            return None;
        } else if self.given_up.is_none() && open <= DIRECT_STEPS {
            0
        } else {
            // The rung that was given up is asked again only if no other is left.
            (nearest + (open - nearest) / 2).min(open - 1)
        };
        let beta = match self.side {
            Side::Lower => guess - distance * step,
            Side::Upper => guess + (distance + 1) * step,
        };
        Some(Rung { beta, distance })
    }

    fn answer(&mut self, nodes: u64) {
        if let Some(last) = self.answered {
            self.growth =
                (nodes.saturating_mul(100) / last.max(1)).clamp(LEAST_GROWTH, MOST_GROWTH);
        }
        self.answered = Some(nodes);
        self.given_up = None;
        self.expected = (nodes.saturating_mul(self.growth) / 100).max(FIRST_RUNG);
    }

    fn give_up(&mut self, nodes: u64, distance: i32) {
        self.given_up = Some(distance);
        self.expected = nodes.max(FIRST_RUNG);
    }
}

/// Moves the bounds of a position's value towards each other until they meet or about so many nodes
/// are used up, and gives them. `guess` says where the value is expected; it does not change what
/// is true of the bounds.
pub(crate) fn climb<P: Copy>(
    search: &mut impl WindowSearch<P>,
    position: P,
    proved: &SharedBounds,
    guess: i32,
    nodes: u64,
) -> Result<Bounds, Abort> {
    let step = search.step();
    let end = search.nodes().saturating_add(nodes);
    let mut sides = [Climb::new(Side::Lower), Climb::new(Side::Upper)];
    let mut known = proved.narrow(search.known_bounds(position)?);
    while known.lower < known.upper {
        let before = search.nodes();
        if before >= end {
            break;
        }
        let steps = (guess.clamp(known.lower, known.upper) - known.lower) / step;
        let guess = known.lower + steps * step;
        let rungs = sides
            .iter_mut()
            .filter_map(|climb| climb.next(known, guess, step).map(|rung| (climb, rung)));
        let (climb, rung) = rungs
            .min_by_key(|(climb, _)| climb.expected)
            .expect("an open value has an open question on one side of the guess");
        let (alpha, beta) = (rung.beta - step, rung.beta);
        search.announce(&format!(
            "asking for {beta:+} or more, about {} expected",
            millions(climb.expected)
        ));
        let budget = climb.expected.saturating_mul(SLACK).min(end - before);
        match search.value_within_budget(position, alpha, beta, budget)? {
            Some(value) => {
                known = proved.narrow(Bounds::of_result(value, alpha, beta));
                climb.answer(search.nodes() - before);
            }
            None => climb.give_up(search.nodes() - before, rung.distance),
        }
    }
    Ok(known)
}

/// A number of nodes as progress shows it.
fn millions(nodes: u64) -> String {
    format!("{:.1} M nodes", nodes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Knows the value. A question takes nodes that grow towards the value; a refutation takes ten
    /// times as many as a proof.
    struct Growing {
        value: i32,
        step: i32,
        nodes: u64,
        /// The questions that were answered.
        answered: Vec<i32>,
    }

    impl Growing {
        const HARDEST: f64 = 1e9;

        fn cost(&self, beta: i32) -> u64 {
            let (distance, hardest) = if self.value >= beta {
                (self.value - beta, Self::HARDEST / 10.0)
            } else {
                (beta - self.step - self.value, Self::HARDEST)
            };
            #[expect(
                clippy::cast_possible_truncation,
                reason = "a number of nodes, positive"
            )]
            let cost = (hardest * 0.8f64.powi(distance)) as u64;
            cost.max(1)
        }
    }

    impl WindowSearch<()> for Growing {
        fn step(&self) -> i32 {
            self.step
        }

        fn known_bounds(&mut self, (): ()) -> Result<Bounds, Abort> {
            Ok(Bounds::of_seeds(60))
        }

        fn value_within(&mut self, (): (), _: i32, _: i32) -> Result<i32, Abort> {
            Ok(self.value)
        }

        fn value_within_budget(
            &mut self,
            (): (),
            alpha: i32,
            beta: i32,
            nodes: u64,
        ) -> Result<Option<i32>, Abort> {
            assert_eq!(alpha, beta - self.step);
            assert_eq!((beta - 60) % self.step, 0, "a question off the grid");
            let cost = self.cost(beta);
            self.nodes += cost.min(nodes);
            if cost <= nodes {
                self.answered.push(beta);
            }
            Ok((cost <= nodes).then_some(if self.value >= beta { beta } else { alpha }))
        }

        fn nodes(&self) -> u64 {
            self.nodes
        }

        fn announce(&self, _: &str) {}
    }

    fn climbed(value: i32, step: i32, guess: i32, nodes: u64) -> (Bounds, Growing) {
        let mut search = Growing {
            value,
            step,
            nodes: 0,
            answered: Vec::new(),
        };
        let proved = SharedBounds::new(Bounds::of_seeds(60));
        let bounds = climb(&mut search, (), &proved, guess, nodes).expect("nothing stops it");
        assert_eq!(bounds, proved.get());
        (bounds, search)
    }

    proptest! {
        #[test]
        fn the_value_is_proved_with_any_guess(
            value in -30i32..=30,
            guess in -60i32..=60,
            step in 1i32..=2,
        ) {
            let (bounds, search) = climbed(value * step, step, guess, u64::MAX);
            prop_assert_eq!(bounds.value(), Some(value * step));
            // Not many times the work of the two questions that settle it.
            let settle = search.cost(value * step) + search.cost((value + 1) * step);
            prop_assert!(search.nodes <= 12 * settle, "{} of {settle}", search.nodes);
        }

        #[test]
        fn bounds_are_true_and_the_nodes_kept_to(
            value in -30i32..=30,
            guess in -60i32..=60,
            step in 1i32..=2,
            nodes in 0u64..2_000_000_000,
        ) {
            let (bounds, search) = climbed(value * step, step, guess, nodes);
            prop_assert!(bounds.lower <= value * step && value * step <= bounds.upper);
            prop_assert!(search.nodes <= nodes);
        }
    }

    #[test]
    fn far_questions_come_first_and_near_ones_go_straight_to_the_guess() {
        let (_, search) = climbed(10, 2, 10, u64::MAX);
        let (lower, upper): (Vec<i32>, Vec<i32>) =
            search.answered.iter().partition(|&&beta| beta <= 10);
        assert_eq!((lower.first(), lower.last()), (Some(&-24), Some(&10)));
        assert_eq!((upper.first(), upper.last()), (Some(&48), Some(&12)));
        assert!(lower.is_sorted(), "{lower:?}");
        assert!(upper.is_sorted_by(|a, b| a > b), "{upper:?}");
        assert!(lower.len() + upper.len() <= 12, "{:?}", search.answered);
    }
}
