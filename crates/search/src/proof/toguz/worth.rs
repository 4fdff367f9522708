//! What is proved of a board's two guarantees.

use super::question::{Answer, Question};
use mancala_endgame::Guarantees;

/// A guarantee lies between these, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The player can be sure of so many balls.
    pub least: u32,
    /// He cannot be sure of more.
    pub most: u32,
}

impl Span {
    const fn new(balls: u32) -> Self {
        Self {
            least: 0,
            most: balls,
        }
    }

    const fn exactly(balls: u32) -> Self {
        Self {
            least: balls,
            most: balls,
        }
    }

    /// The guarantee, if only one is possible.
    #[must_use]
    pub const fn value(self) -> Option<u32> {
        if self.least == self.most {
            Some(self.least)
        } else {
            None
        }
    }

    /// The same with so many balls more.
    const fn and(self, balls: u32) -> Self {
        Self {
            least: self.least + balls,
            most: self.most + balls,
        }
    }
}

/// What is proved of both guarantees of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// The mover's, of the balls on the board.
    pub mover: Span,
    /// The opponent's.
    pub opponent: Span,
}

impl Worth {
    /// Nothing but the number of balls is known.
    pub(super) const fn of_balls(balls: u32) -> Self {
        Self {
            mover: Span::new(balls),
            opponent: Span::new(balls),
        }
    }

    pub(super) const fn exactly(worth: Guarantees) -> Self {
        Self {
            mover: Span::exactly(worth.mover),
            opponent: Span::exactly(worth.opponent),
        }
    }

    /// Seen by the other player.
    pub(super) const fn turned(self) -> Self {
        Self {
            mover: self.opponent,
            opponent: self.mover,
        }
    }

    /// With what each has collected before.
    pub(super) const fn and(self, mover: u32, opponent: u32) -> Self {
        Self {
            mover: self.mover.and(mover),
            opponent: self.opponent.and(opponent),
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

    /// What both say together of the same board.
    pub(super) fn narrow(&mut self, other: Self) {
        let narrow = |span: &mut Span, other: Span| {
            span.least = span.least.max(other.least);
            span.most = span.most.min(other.most);
        };
        narrow(&mut self.mover, other.mover);
        narrow(&mut self.opponent, other.opponent);
    }

    pub(super) const fn side(&mut self, side: usize) -> &mut Span {
        if side == 0 {
            &mut self.mover
        } else {
            &mut self.opponent
        }
    }

    /// Adds that a player can be sure of so many of all balls: the other can be of the rest at most.
    fn add_yes(&mut self, side: usize, need: u32, balls: u32) {
        let span = self.side(side);
        span.least = span.least.max(need);
        let other = self.side(1 - side);
        other.most = other.most.min(balls - need);
    }

    /// Adds an answer.
    pub(super) fn add(&mut self, question: &Question, answer: Answer) {
        let balls = question.board.balls();
        let Question { side, need, .. } = *question;
        match answer {
            Answer::Yes => self.add_yes(side, need, balls),
            Answer::NotSoon => {}
            Answer::Never => {
                let span = self.side(side);
                span.most = span.most.min(need - 1);
                if question.board.own_tuzdik() != 0 || question.board.opponent_tuzdik() != 0 {
                    self.add_yes(1 - side, balls - need + 1, balls);
                }
            }
        }
    }
}
