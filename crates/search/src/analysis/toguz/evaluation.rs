//! Evaluations of the Toguz family.

use super::network::Network;
use super::tally::Tally;
use mancala_position::toguz::{ToguzGame, ToguzPosition, ToguzRules};

/// Judges an unfinished position without search.
pub trait Evaluation: Send + Sync {
    /// The margin to be expected, in grains, from the side to move.
    fn evaluate(&self, position: &ToguzPosition) -> i32;

    /// As [`Judged::noise`](crate::analysis::Judged::noise).
    fn noise(&self) -> i32 {
        0
    }
}

impl<E: Evaluation + ?Sized> Evaluation for Box<E> {
    #[inline(always)]
    fn evaluate(&self, position: &ToguzPosition) -> i32 {
        (**self).evaluate(position)
    }

    fn noise(&self) -> i32 {
        (**self).noise()
    }
}

/// The evaluation that a game is played with.
#[derive(Clone)]
pub enum StandardEvaluation {
    /// Of Toguz Kumalak.
    Network(Network),
    /// Of the games without tuzdiks.
    Tally(Tally),
}

impl StandardEvaluation {
    /// That of a game.
    #[must_use]
    pub fn new(rules: &ToguzRules) -> Self {
        match rules.game {
            ToguzGame::Toguz => Self::Network(Network::default()),
            ToguzGame::Qozdatu | ToguzGame::Bestemshe => Self::Tally(Tally::new(rules)),
        }
    }
}

impl Evaluation for StandardEvaluation {
    #[inline(always)]
    fn evaluate(&self, position: &ToguzPosition) -> i32 {
        match self {
            Self::Network(network) => network.evaluate(position),
            Self::Tally(tally) => tally.evaluate(position),
        }
    }

    fn noise(&self) -> i32 {
        match self {
            Self::Network(network) => network.noise(),
            Self::Tally(tally) => tally.noise(),
        }
    }
}
