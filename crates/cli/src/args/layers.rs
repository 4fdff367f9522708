//! The options that choose the layers of a build: `--seeds` and `--counts`.

use super::database::NamedRules;
use crate::failure::{Failure, Kind};
use clap::{Args, ValueEnum};
use mancala_endgame::{LayerSet, MAX_LAYER_SEEDS};
use mancala_position::kalah::KalahRules;
use mancala_position::toguz::ToguzRules;

/// The largest layer of a database.
#[derive(Args)]
pub(crate) struct Seeds {
    /// The largest layer: all positions with up to so many seeds on the board
    #[arg(long, short, value_name = "N")]
    pub(crate) seeds: u32,
}

/// The choice between all layers and the even ones.
#[derive(Args)]
pub(crate) struct LayerCounts {
    /// Numbers of balls to build layers of (games without tuzdiks: even ones lead to even
    /// ones alone, and odd ones never occur in a game)
    #[arg(long, value_name = "all|even", default_value = "all")]
    counts: LayerCountsName,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LayerCountsName {
    All,
    Even,
}

impl LayerCounts {
    /// The layers, provided that no move under the rules leads from them to others.
    pub(crate) fn of<R: BuildableRules>(&self, rules: &R) -> Result<LayerSet, Failure> {
        let layers = match self.counts {
            LayerCountsName::All => LayerSet::All,
            LayerCountsName::Even => LayerSet::Even,
        };
        if rules.is_closed(layers) {
            return Ok(layers);
        }
        let reason = rules.odd_capture();
        Err(Failure::new(
            Kind::Usage,
            format_args!("--counts even: {reason}, so even layers lead to odd ones"),
        )
        .hint("leave --counts out"))
    }
}

/// Rules with what the messages of a refused build say of them.
pub(crate) trait BuildableRules: NamedRules {
    /// The most seeds on a board of the game, if there is a limit.
    fn most_seeds(&self) -> Option<u32>;

    /// The move by which an odd number of seeds leaves the board, in words.
    fn odd_capture(&self) -> String;

    /// Refuses layers with more seeds than the game has or than the format holds.
    fn check_seeds(&self, seeds: u32) -> Result<(), Failure> {
        let Some(all) = self.most_seeds() else {
            return Ok(());
        };
        let most = all.min(MAX_LAYER_SEEDS);
        if seeds <= most {
            return Ok(());
        }
        let message = format_args!(
            "--seeds {seeds}: {self} has {all} balls, and the format holds layers of up to {MAX_LAYER_SEEDS}"
        );
        Err(Failure::new(Kind::Usage, message).hint(format_args!("--seeds {most} is the most")))
    }
}

impl BuildableRules for KalahRules {
    /// Kalah is played with any number of seeds.
    fn most_seeds(&self) -> Option<u32> {
        None
    }

    fn odd_capture(&self) -> String {
        "captures of Kalah take odd numbers too".to_owned()
    }
}

impl BuildableRules for ToguzRules {
    fn most_seeds(&self) -> Option<u32> {
        Some(self.balls())
    }

    fn odd_capture(&self) -> String {
        format!("in {self} a new tuzdik takes three balls")
    }
}
