//! The values of all first turns, proved by one thread or by several.

use crate::bounds::Bounds;
use crate::error::TurnBounds;
use crate::kernel::Halt;
use crate::oracle::Oracle;
use crate::prover::Prover;
use crate::solvable::Solvable;
use crate::solve::TurnValue;
use crate::turns::{Turn, turns};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// A position that turns lead to, and what is proved of it for the player who is to move there.
struct End<P> {
    position: P,
    bounds: Mutex<Bounds>,
}

impl<P> End<P> {
    fn bounds(&self) -> Bounds {
        *self.bounds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_bounds(&self, bounds: Bounds) {
        *self.bounds.lock().unwrap_or_else(PoisonError::into_inner) = bounds;
    }
}

/// The first turns of a position of a known value.
pub(crate) struct FirstTurns<P> {
    /// Each with the index of the position that it leads to.
    turns: Vec<(Turn<P>, usize)>,
    /// These positions, each once.
    ends: Vec<End<P>>,
    /// The first position that no thread has taken.
    next: AtomicUsize,
}

impl<P> FirstTurns<P> {
    pub(crate) fn new<S: Solvable<Position = P>>(game: &S, position: &P, value: i32) -> Self
    where
        P: Copy + Eq + std::hash::Hash,
    {
        let mut ends = Vec::new();
        let mut index = HashMap::new();
        let turns = turns(game, position)
            .into_iter()
            .map(|turn| {
                let end = *index.entry(turn.position).or_insert_with(|| {
                    // No turn is worth more than the position.
                    let seen = Bounds::of_seeds(game.seeds(&turn.position));
                    let bounds = match game.outcome(&turn.position) {
                        Some(value) => Bounds::exactly(value),
                        None => Bounds {
                            lower: seen.lower.max(turn.gain - value),
                            upper: seen.upper,
                        },
                    };
                    ends.push(End {
                        position: turn.position,
                        bounds: Mutex::new(bounds),
                    });
                    ends.len() - 1
                });
                (turn, end)
            })
            .collect();
        Self {
            turns,
            ends,
            next: AtomicUsize::new(0),
        }
    }

    /// How many positions are to be proved, those with a value already included.
    pub(crate) const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Takes one position after the other and proves its value, until none is left. Several threads can do it together.
    pub(crate) fn prove<S: Solvable<Position = P>, O: Oracle<P>>(
        &self,
        prover: &mut Prover<'_, S, O>,
    ) -> Result<(), Halt>
    where
        P: Copy,
    {
        while let Some(end) = self.ends.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let bounds = end.bounds();
            if bounds.value().is_some() {
                continue;
            }
            match prover.prove(end.position, bounds) {
                Ok(value) => end.set_bounds(Bounds::exactly(value)),
                Err(unfinished) => {
                    end.set_bounds(unfinished.bounds);
                    return Err(unfinished.halt);
                }
            }
        }
        Ok(())
    }

    /// What is proved of each turn so far.
    pub(crate) fn bounds(&self) -> Vec<TurnBounds> {
        let bounds = |(turn, end): &(Turn<P>, usize)| TurnBounds {
            pits: turn.pits.clone(),
            bounds: self.ends[*end].bounds().before_move(turn.gain, turn.again),
        };
        self.turns.iter().map(bounds).collect()
    }

    /// The value of each turn, if all are proved.
    pub(crate) fn values(&self) -> Option<Vec<TurnValue>> {
        let valued = |turn: TurnBounds| {
            Some(TurnValue {
                value: turn.bounds.value()?,
                pits: turn.pits,
            })
        };
        self.bounds().into_iter().map(valued).collect()
    }
}
