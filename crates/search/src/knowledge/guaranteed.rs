//! Where guarantees come from without searching.

use mancala_endgame::{Error, Guarantees, ToguzDatabase, ToguzValues};
use mancala_position::toguz::ToguzPosition;

/// Knows the guarantees of all boards with few balls.
pub trait Guaranteed: Sync {
    /// No board with more balls is known.
    fn most_balls(&self) -> u32;

    /// The guarantees of a board, seen by the player whose turn it is by the order of the game, even if he has no ball;
    /// `None` if they are not known.
    ///
    /// # Errors
    ///
    /// If they should be known but cannot be trusted. A proof that meets an error ends with it.
    fn guarantees(&self, board: &ToguzPosition) -> Result<Option<Guarantees>, Error>;

    /// The rules whose guarantees these are, in the form of their id; `None` if there are none.
    fn rules_id(&self) -> Option<String>;
}

impl Guaranteed for ToguzValues {
    #[inline(always)]
    fn most_balls(&self) -> u32 {
        Self::most_balls(self)
    }

    #[inline(always)]
    fn guarantees(&self, board: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
        Ok(Self::guarantees(self, board))
    }

    fn rules_id(&self) -> Option<String> {
        Some(self.rules().id())
    }
}

impl Guaranteed for ToguzDatabase {
    #[inline(always)]
    fn most_balls(&self) -> u32 {
        Self::most_balls(self)
    }

    #[inline(always)]
    fn guarantees(&self, board: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
        Self::guarantees(self, board)
    }

    fn rules_id(&self) -> Option<String> {
        Some(self.rules().id())
    }
}

/// Knows nothing: everything is proved by search alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct NothingGuaranteed;

impl Guaranteed for NothingGuaranteed {
    #[inline(always)]
    fn most_balls(&self) -> u32 {
        0
    }

    #[inline(always)]
    fn guarantees(&self, _board: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
        Ok(None)
    }

    fn rules_id(&self) -> Option<String> {
        None
    }
}
