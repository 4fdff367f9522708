//! The first turns of a position, and the proved bounds of their values.

use super::search::{Abort, Solvable};
use super::solution::TurnValue;
use super::turns::{FirstTurn, turns};
use super::value::{SharedBounds, ValueProver};
use crate::bounds::Bounds;
use crate::error::TurnBounds;
use mancala_endgame::Tablebase;
use mancala_position::Game;
use std::collections::HashMap;

/// A position that first turns lead to.
pub(crate) struct TurnEnd<P> {
    pub(crate) position: P,
    /// Its proved bounds, for the player who is to move there.
    pub(crate) proved: SharedBounds,
}

/// The first turns of a position.
pub(crate) struct FirstTurns<P> {
    /// Each turn with the index of the position that it leads to.
    turns: Vec<(FirstTurn<P>, usize)>,
    /// These positions, without repetitions.
    ends: Vec<TurnEnd<P>>,
}

impl<P: Copy + Eq + std::hash::Hash> FirstTurns<P> {
    pub(crate) fn new<G: Game<Position = P>>(game: &G, position: &P) -> Self {
        let mut ends = Vec::new();
        let mut index = HashMap::new();
        let turns = turns(game, position)
            .into_iter()
            .map(|turn| {
                let end = *index.entry(turn.position).or_insert_with(|| {
                    let bounds = match game.outcome(&turn.position) {
                        Some(value) => Bounds::exactly(value),
                        None => Bounds::of_seeds(game.seeds(&turn.position)),
                    };
                    ends.push(TurnEnd {
                        position: turn.position,
                        proved: SharedBounds::new(bounds),
                    });
                    ends.len() - 1
                });
                (turn, end)
            })
            .collect();
        Self { turns, ends }
    }
}

impl<P: Copy> FirstTurns<P> {
    /// The positions that the turns lead to.
    pub(crate) fn ends(&self) -> &[TurnEnd<P>] {
        &self.ends
    }

    /// Adds that no turn is worth more than the position.
    pub(crate) fn cap(&self, value: i32) {
        for (turn, end) in &self.turns {
            let bounds = Bounds {
                lower: i32::MIN / 2,
                upper: value,
            };
            self.ends[*end]
                .proved
                .narrow(bounds.after_move(turn.gain, turn.again));
        }
    }

    /// Proves the value of one turn after the other.
    pub(crate) fn prove<S: Solvable<Position = P>, T: Tablebase<P>>(
        &self,
        prover: &mut ValueProver<'_, S, T>,
    ) -> Result<(), Abort> {
        for end in &self.ends {
            prover.prove(end.position, &end.proved)?;
        }
        Ok(())
    }

    /// The proved bounds of each turn.
    pub(crate) fn bounds(&self) -> Vec<TurnBounds> {
        let bounds = |(turn, end): &(FirstTurn<P>, usize)| TurnBounds {
            pits: turn.pits.clone(),
            bounds: self.ends[*end]
                .proved
                .get()
                .before_move(turn.gain, turn.again),
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
