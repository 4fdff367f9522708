//! The position to analyze, with what it does not carry itself.

/// The position at the root of an analysis: earlier positions of the game, because a repetition is
/// a draw, and the stores of a game whose positions do not carry them.
#[derive(Clone, Copy, Debug)]
pub struct RootPosition<'a, P> {
    pub(super) position: &'a P,
    pub(super) earlier: &'a [P],
    pub(super) store_lead: i64,
}

impl<'a, P> RootPosition<'a, P> {
    /// A position at the beginning of a game, with equal stores.
    #[must_use]
    pub const fn new(position: &'a P) -> Self {
        Self {
            position,
            earlier: &[],
            store_lead: 0,
        }
    }

    /// The same after these positions of the game, oldest first, each seen by the player who was to
    /// move.
    #[must_use]
    pub const fn after(self, earlier: &'a [P]) -> Self {
        Self { earlier, ..self }
    }

    /// The same with so many more seeds in the mover's store than in the opponent's. Only for
    /// Kalah: positions of the Toguz family carry their kazans.
    #[must_use]
    pub const fn with_store_lead(self, seeds: i64) -> Self {
        Self {
            store_lead: seeds,
            ..self
        }
    }
}
