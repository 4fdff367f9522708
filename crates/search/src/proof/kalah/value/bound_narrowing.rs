//! Narrowing the bounds of a value that takes too long to prove.
//!
//! The nearer a null window is to the value, the more work its search is. When the search that
//! would decide the value has used up its node budget, both bounds are narrowed by null windows
//! that are far enough from the value to be decided soon. So a proof that is stopped at any time
//! ends with bounds.

use super::shared_bounds::SharedBounds;
use crate::bounds::Bounds;
use crate::proof::kalah::search::{Abort, WindowSearch};

/// The bound that is narrowed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Lower,
    Upper,
}

/// Narrows the bounds of a position as far as searches with a node budget go. The null window at
/// `centre` is taken to be too hard.
pub(crate) fn narrow_bounds<P: Copy>(
    search: &mut impl WindowSearch<P>,
    position: P,
    proved: &SharedBounds,
    centre: i32,
    budget: u64,
) -> Result<Bounds, Abort> {
    let step = search.step();
    for side in [Side::Lower, Side::Upper] {
        // The nearest null window that was too hard, in steps from the centre.
        let mut hard = 0;
        while let Some((distance, beta)) = easier(proved.get(), side, centre, hard, step) {
            let alpha = beta - step;
            match search.value_within_budget(position, alpha, beta, budget)? {
                Some(value) => {
                    proved.narrow(Bounds::of_result(value, alpha, beta));
                }
                None => hard = distance,
            }
        }
    }
    Ok(proved.get())
}

/// The null window in the middle between those that were too hard and those whose result is known,
/// as its distance from the centre and its `beta`; none if there is none between them.
fn easier(known: Bounds, side: Side, centre: i32, hard: i32, step: i32) -> Option<(i32, i32)> {
    let far = match side {
        Side::Lower => (centre - known.lower) / step,
        Side::Upper => (known.upper + step - centre) / step,
    };
    let distance = hard + (far - hard) / 2;
    let beta = match side {
        Side::Lower => centre - distance * step,
        Side::Upper => centre + distance * step,
    };
    // A result can also show that the centre is on the wrong side of the value: then the rest of
    // the side is known.
    let is_open = known.lower < beta && beta <= known.upper;
    (is_open && hard < distance && distance < far).then_some((distance, beta))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A search that knows the value, and runs out of budget on null windows near to it.
    struct Slow {
        value: i32,
        step: i32,
        hard: i32,
        asked: Vec<i32>,
    }

    impl WindowSearch<()> for Slow {
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
            _: u64,
        ) -> Result<Option<i32>, Abort> {
            self.asked.push(beta);
            let nearest = if self.value >= beta {
                self.value - beta
            } else {
                alpha - self.value
            };
            Ok((nearest >= self.hard).then_some(if self.value >= beta { beta } else { alpha }))
        }
    }

    proptest! {
        #[test]
        fn bounds_are_true_and_as_narrow_as_the_budget_allows(
            value in -30i32..=30,
            centre in -28i32..=28,
            hard in 0i32..20,
            step in 1i32..=2,
        ) {
            let (value, centre) = (value * step, centre * step);
            let mut slow = Slow { value, step, hard, asked: Vec::new() };
            let proved = SharedBounds::new(Bounds::of_seeds(60));
            let bounds = narrow_bounds(&mut slow, (), &proved, centre, 1)
                .expect("no monitor stops it");
            prop_assert!(bounds.lower <= value && value <= bounds.upper);
            prop_assert!(slow.asked.len() <= 24, "{:?}", slow.asked);
            prop_assert!(slow.asked.iter().all(|&beta| (beta - 60) % step == 0));
            // On the side of the centre without the value, no null window within the budget is
            // left.
            let left = |beta: i32| beta > bounds.lower && beta <= bounds.upper;
            let nearest = |beta: i32| {
                if value >= beta { value - beta } else { beta - step - value }
            };
            for beta in (-60 + step..=60).step_by(step as usize) {
                let below_centre = beta < centre && value >= centre;
                let above_centre = beta > centre && value < centre;
                if (below_centre || above_centre) && left(beta) {
                    prop_assert!(nearest(beta) < hard, "{beta} in {bounds:?}");
                }
            }
        }
    }
}
