//! Bounds of a position's value, and what they become one move earlier.

/// A value lies between these, both included. Seeds, for the mover, among those on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
}

impl Bounds {
    /// A value that is known.
    #[inline(always)]
    #[must_use]
    pub const fn exactly(value: i32) -> Self {
        Self {
            lower: value,
            upper: value,
        }
    }

    /// What holds wherever so many seeds are on the board: nobody wins more than all of them.
    #[inline(always)]
    #[must_use]
    pub const fn of_seeds(seeds: u32) -> Self {
        Self {
            lower: -(seeds as i32),
            upper: seeds as i32,
        }
    }

    /// What the result of a fail-soft search with this window says.
    #[inline(always)]
    #[must_use]
    pub const fn of_result(value: i32, alpha: i32, beta: i32) -> Self {
        if value >= beta {
            Self {
                lower: value,
                upper: i32::MAX,
            }
        } else if value <= alpha {
            Self {
                lower: i32::MIN,
                upper: value,
            }
        } else {
            Self::exactly(value)
        }
    }

    /// Both at once: the sharper of the two on each side.
    #[inline(always)]
    #[must_use]
    pub const fn intersect(self, other: Self) -> Self {
        Self {
            lower: if self.lower > other.lower {
                self.lower
            } else {
                other.lower
            },
            upper: if self.upper < other.upper {
                self.upper
            } else {
                other.upper
            },
        }
    }

    /// The value, if the bounds leave only one.
    #[must_use]
    pub const fn value(self) -> Option<i32> {
        if self.lower == self.upper {
            Some(self.lower)
        } else {
            None
        }
    }

    /// The bounds of a move that gains so much and leads to a position with these bounds, for the player who makes it;
    /// `again` says whether he is to move there.
    #[inline(always)]
    #[must_use]
    pub const fn before_move(self, gain: i32, again: bool) -> Self {
        if again {
            Self {
                lower: gain + self.lower,
                upper: gain + self.upper,
            }
        } else {
            Self {
                lower: gain - self.upper,
                upper: gain - self.lower,
            }
        }
    }

    /// The other way round: what bounds of a move say of the position that it leads to.
    #[inline(always)]
    #[must_use]
    pub const fn after_move(self, gain: i32, again: bool) -> Self {
        if again {
            Self {
                lower: self.lower - gain,
                upper: self.upper - gain,
            }
        } else {
            Self {
                lower: gain - self.upper,
                upper: gain - self.lower,
            }
        }
    }
}
