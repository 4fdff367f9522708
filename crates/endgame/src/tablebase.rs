//! The trait of whatever knows the exact values of positions with few seeds: a database, values in
//! memory, or nothing.

use crate::error::Error;
use crate::format::layer_rules::{EndgamePosition, LayerRules};

/// Exact values of the positions of one rule set that have few seeds (or balls) on the board.
///
/// A value counts the seeds on the board alone, not those in the stores or kazans: in Kalah it is
/// one number, the mover's seeds less the opponent's under best play; in the Toguz family, where
/// play can go round for ever, it is a pair of [`Guarantees`](crate::Guarantees).
pub trait Tablebase<P: EndgamePosition>: Send + Sync {
    /// The rules whose values these are; `None` if there are no values.
    fn rules(&self) -> Option<&P::Rules>;

    /// The most seeds on the board of a position that is known; 0 if none is.
    fn most_seeds(&self) -> u32;

    /// The value of a position of a game that is not over, for the player who moves; `None` if it
    /// is not known.
    ///
    /// # Errors
    ///
    /// Those of reading a database, above all [`Error::Damaged`]: the value should be known but
    /// cannot be trusted.
    fn probe(&self, position: &P) -> Result<Option<P::Value>, Error>;

    /// The values of several positions, as [`Tablebase::probe`] gives them, each in the place of
    /// the same number. Values that lie in memory can be fetched together.
    ///
    /// # Errors
    ///
    /// Those of [`Tablebase::probe`]. The places have no meaning then.
    ///
    /// # Panics
    ///
    /// If there are not as many places as positions.
    #[inline(always)]
    fn probe_batch(&self, positions: &[P], values: &mut [Option<P::Value>]) -> Result<(), Error> {
        assert_eq!(positions.len(), values.len(), "a place for each position");
        for (position, value) in positions.iter().zip(values) {
            *value = self.probe(position)?;
        }
        Ok(())
    }

    /// Checks that these are the values of the rules, so far as values depend on them.
    ///
    /// # Errors
    ///
    /// [`RulesDiffer`] if they are those of others.
    fn check_rules(&self, expected: &P::Rules) -> Result<(), RulesDiffer> {
        let expected = LayerRules::id(expected);
        match self.rules().map(LayerRules::id) {
            Some(found) if found != expected => Err(RulesDiffer { expected, found }),
            _ => Ok(()),
        }
    }
}

/// A tablebase has the values of other rules than those that are played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the database has the values of `{found}`, not of `{expected}`")]
pub struct RulesDiffer {
    /// The rules that are played.
    pub expected: String,
    /// The rules of the tablebase.
    pub found: String,
}

/// Knows no value: everything is left to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoTablebase;

impl<P: EndgamePosition> Tablebase<P> for NoTablebase {
    fn rules(&self) -> Option<&P::Rules> {
        None
    }

    #[inline(always)]
    fn most_seeds(&self) -> u32 {
        0
    }

    #[inline(always)]
    fn probe(&self, _position: &P) -> Result<Option<P::Value>, Error> {
        Ok(None)
    }
}
