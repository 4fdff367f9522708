//! Where exact values come from without searching: an endgame database, or nothing.

use crate::error::SolveError;
use mancala_endgame::Database;
use mancala_position::kalah::{KalahPosition, KalahRules};
use std::convert::Infallible;
use std::error::Error;

/// Knows the exact values of positions with few seeds.
pub trait Oracle<P>: Sync {
    /// Why a value could not be read.
    type Error: Error + Send + Sync + 'static;

    /// No position with more seeds is known.
    fn most_seeds(&self) -> u32;

    /// The value of a position of a game that is not over, for the mover, among the seeds on the board; `None` if it is not known.
    ///
    /// # Errors
    ///
    /// If the value should be known but cannot be trusted. A proof that meets an error ends with it.
    fn probe(&self, position: &P) -> Result<Option<i32>, Self::Error>;

    /// The values of several such positions, as [`Oracle::probe`] gives them, in places of the same number. An oracle whose
    /// values lie in memory can wait for all of them together.
    ///
    /// # Errors
    ///
    /// As for [`Oracle::probe`].
    #[inline(always)]
    fn probe_batch(&self, positions: &[P], values: &mut [Option<i32>]) -> Result<(), Self::Error> {
        for (position, value) in positions.iter().zip(values) {
            *value = self.probe(position)?;
        }
        Ok(())
    }

    /// The rules whose values these are, in the form of their id; `None` if there are none.
    fn rules_id(&self) -> Option<String>;
}

/// Refuses values of other rules.
///
/// # Errors
///
/// [`SolveError::RulesDiffer`].
pub(crate) fn check_rules<O: Oracle<KalahPosition>>(
    oracle: &O,
    rules: &KalahRules,
) -> Result<(), SolveError> {
    match oracle.rules_id() {
        Some(found) if found != rules.id() => Err(SolveError::RulesDiffer {
            expected: rules.id(),
            found,
        }),
        _ => Ok(()),
    }
}

impl Oracle<KalahPosition> for Database {
    type Error = mancala_endgame::Error;

    #[inline(always)]
    fn most_seeds(&self) -> u32 {
        Self::most_seeds(self)
    }

    #[inline(always)]
    fn probe(&self, position: &KalahPosition) -> Result<Option<i32>, Self::Error> {
        Self::probe(self, position)
    }

    #[inline(always)]
    fn probe_batch(
        &self,
        positions: &[KalahPosition],
        values: &mut [Option<i32>],
    ) -> Result<(), Self::Error> {
        Self::probe_batch(self, positions, values)
    }

    fn rules_id(&self) -> Option<String> {
        Some(self.rules().id())
    }
}

/// Knows nothing: everything is proved by search alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoOracle;

impl<P> Oracle<P> for NoOracle {
    type Error = Infallible;

    #[inline(always)]
    fn most_seeds(&self) -> u32 {
        0
    }

    #[inline(always)]
    fn probe(&self, _position: &P) -> Result<Option<i32>, Infallible> {
        Ok(None)
    }

    fn rules_id(&self) -> Option<String> {
        None
    }
}
