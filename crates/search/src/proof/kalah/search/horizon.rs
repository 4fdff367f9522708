//! A horizon in seeds: positions below it are estimated instead of searched.

use super::solvable::Solvable;
use mancala_endgame::{EndgamePosition, Error, Tablebase};

/// Values of all positions up to the horizon: exact where the tablebase has them, else estimates.
pub(crate) struct HorizonEstimate<'a, S, T> {
    game: S,
    exact: &'a T,
    horizon: u32,
}

impl<'a, S: Solvable, T: Tablebase<S::Position>> HorizonEstimate<'a, S, T> {
    pub(crate) const fn new(game: S, exact: &'a T, horizon: u32) -> Self {
        Self {
            game,
            exact,
            horizon,
        }
    }
}

impl<S: Solvable, T: Tablebase<S::Position>> Tablebase<S::Position> for HorizonEstimate<'_, S, T> {
    fn rules(&self) -> Option<&<S::Position as EndgamePosition>::Rules> {
        None
    }

    #[inline(always)]
    fn most_seeds(&self) -> u32 {
        self.horizon
    }

    #[inline(always)]
    fn probe(&self, position: &S::Position) -> Result<Option<i32>, Error> {
        let seeds = self.game.seeds(position);
        if seeds <= self.exact.most_seeds()
            && let Some(value) = self.exact.probe(position)?
        {
            return Ok(Some(value));
        }
        Ok(Some(self.game.estimate(position, seeds)))
    }
}
