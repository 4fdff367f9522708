//! The evaluation that each game of the Toguz family is played with.

use super::evaluation::Evaluation;
use super::hand_crafted::HandCraftedEvaluation;
use super::network::Network;
use mancala_position::toguz::{ToguzGame, ToguzPosition, ToguzRules};

/// The evaluation that a game is played with.
#[derive(Clone)]
pub enum StandardEvaluation {
    /// Of Toguz Kumalak.
    Network(Network),
    /// Of the games without tuzdiks.
    HandCrafted(HandCraftedEvaluation),
}

impl StandardEvaluation {
    /// That of a game.
    #[must_use]
    pub fn new(rules: &ToguzRules) -> Self {
        match rules.game {
            ToguzGame::Toguz => Self::Network(Network::default()),
            ToguzGame::Qozdatu | ToguzGame::Bestemshe => {
                Self::HandCrafted(HandCraftedEvaluation::new(rules))
            }
        }
    }
}

impl Evaluation for StandardEvaluation {
    #[inline(always)]
    fn evaluate(&self, position: &ToguzPosition) -> i32 {
        match self {
            Self::Network(network) => network.evaluate(position),
            Self::HandCrafted(evaluation) => evaluation.evaluate(position),
        }
    }

    fn stability_margin(&self) -> i32 {
        match self {
            Self::Network(network) => network.stability_margin(),
            Self::HandCrafted(evaluation) => evaluation.stability_margin(),
        }
    }
}
