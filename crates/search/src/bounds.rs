//! Bounds of the value of a position, and of the moves that lead to it.

/// Bounds of a value, both included, in seeds among those on the board, for the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: i32,
    /// The value is at most this.
    pub upper: i32,
}

impl Bounds {
    /// The bounds of a known value.
    #[inline(always)]
    #[must_use]
    pub const fn exactly(value: i32) -> Self {
        Self {
            lower: value,
            upper: value,
        }
    }

    /// The bounds of any position with so many seeds on the board: nobody wins more than all of
    /// them.
    #[inline(always)]
    #[must_use]
    pub const fn of_seeds(seeds: u32) -> Self {
        Self {
            lower: -(seeds as i32),
            upper: seeds as i32,
        }
    }

    /// The bounds that the result of a fail-soft search with a window proves.
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

    /// The narrower of the two bounds on each side.
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

    /// The value, if only one is possible.
    #[must_use]
    pub const fn value(self) -> Option<i32> {
        if self.lower == self.upper {
            Some(self.lower)
        } else {
            None
        }
    }

    /// The bounds of a move that gains `gain` and leads to a position with these bounds, for the
    /// player who makes it; `again` says whether he is to move there.
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

    /// The inverse of [`Bounds::before_move`]: the bounds of the position that a move with these
    /// bounds leads to.
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
