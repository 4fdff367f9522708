//! Proved bounds of the two guarantees of a board.

use super::question::{Question, Verdict};
use mancala_endgame::Guarantees;

/// Bounds of one guarantee, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GuaranteeBounds {
    /// The player can be sure of at least so many balls.
    pub lower: u32,
    /// The player cannot be sure of more.
    pub upper: u32,
}

impl GuaranteeBounds {
    const fn new(balls: u32) -> Self {
        Self {
            lower: 0,
            upper: balls,
        }
    }

    const fn exactly(balls: u32) -> Self {
        Self {
            lower: balls,
            upper: balls,
        }
    }

    /// The guarantee, if it is proved.
    #[must_use]
    pub const fn value(self) -> Option<u32> {
        if self.lower == self.upper {
            Some(self.lower)
        } else {
            None
        }
    }

    /// The same with so many balls added.
    const fn plus(self, balls: u32) -> Self {
        Self {
            lower: self.lower + balls,
            upper: self.upper + balls,
        }
    }
}

/// Bounds of both guarantees of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ToguzBounds {
    /// Of the mover, in balls on the board.
    pub mover: GuaranteeBounds,
    /// Of the opponent.
    pub opponent: GuaranteeBounds,
}

impl ToguzBounds {
    /// The bounds where nothing but the number of balls is known.
    pub(super) const fn of_balls(balls: u32) -> Self {
        Self {
            mover: GuaranteeBounds::new(balls),
            opponent: GuaranteeBounds::new(balls),
        }
    }

    pub(super) const fn exactly(guarantees: Guarantees) -> Self {
        Self {
            mover: GuaranteeBounds::exactly(guarantees.mover),
            opponent: GuaranteeBounds::exactly(guarantees.opponent),
        }
    }

    /// The same seen by the other player.
    pub(super) const fn turned(self) -> Self {
        Self {
            mover: self.opponent,
            opponent: self.mover,
        }
    }

    /// The same with what each player has collected before.
    pub(super) const fn plus(self, mover: u32, opponent: u32) -> Self {
        Self {
            mover: self.mover.plus(mover),
            opponent: self.opponent.plus(opponent),
        }
    }

    /// Both guarantees, if they are proved.
    #[must_use]
    pub const fn values(self) -> Option<Guarantees> {
        match (self.mover.value(), self.opponent.value()) {
            (Some(mover), Some(opponent)) => Some(Guarantees { mover, opponent }),
            _ => None,
        }
    }

    /// Adds other bounds of the same board.
    pub(super) fn narrow(&mut self, other: Self) {
        let narrow = |bounds: &mut GuaranteeBounds, other: GuaranteeBounds| {
            bounds.lower = bounds.lower.max(other.lower);
            bounds.upper = bounds.upper.min(other.upper);
        };
        narrow(&mut self.mover, other.mover);
        narrow(&mut self.opponent, other.opponent);
    }

    pub(super) const fn side(&mut self, side: usize) -> &mut GuaranteeBounds {
        if side == 0 {
            &mut self.mover
        } else {
            &mut self.opponent
        }
    }

    /// Adds that a player can be sure of `need` balls: the other can be sure of the rest at most.
    fn add_yes(&mut self, side: usize, need: u32, balls: u32) {
        let bounds = self.side(side);
        bounds.lower = bounds.lower.max(need);
        let other = self.side(1 - side);
        other.upper = other.upper.min(balls - need);
    }

    /// Adds the verdict to a question.
    pub(super) fn add(&mut self, question: &Question, verdict: Verdict) {
        let balls = question.board.balls();
        let Question { side, need, .. } = *question;
        match verdict {
            Verdict::Yes => self.add_yes(side, need, balls),
            Verdict::NotYet => {}
            Verdict::Never => {
                let bounds = self.side(side);
                bounds.upper = bounds.upper.min(need - 1);
                if question.board.own_tuzdik() != 0 || question.board.opponent_tuzdik() != 0 {
                    self.add_yes(1 - side, balls - need + 1, balls);
                }
            }
        }
    }
}
