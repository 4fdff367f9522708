//! A horizon: positions with few seeds are not searched but estimated.

use super::solvable::Solvable;
use mancala_endgame::{EndgamePosition, Error, Tablebase};

/// An oracle that guesses where it does not know, up to the horizon.
pub(crate) struct HorizonEstimate<'a, S, O> {
    game: S,
    known: &'a O,
    horizon: u32,
}

impl<'a, S: Solvable, O: Tablebase<S::Position>> HorizonEstimate<'a, S, O> {
    pub(crate) const fn new(game: S, known: &'a O, horizon: u32) -> Self {
        Self {
            game,
            known,
            horizon,
        }
    }
}

impl<S: Solvable, O: Tablebase<S::Position>> Tablebase<S::Position> for HorizonEstimate<'_, S, O> {
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
        if seeds <= self.known.most_seeds()
            && let Some(value) = self.known.probe(position)?
        {
            return Ok(Some(value));
        }
        Ok(Some(self.game.guess(position, seeds)))
    }
}
