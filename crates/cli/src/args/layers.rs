//! Which layers of a database are built.

use crate::failure::{Failure, Kind};
use clap::{Args, ValueEnum};
use mancala_endgame::{Counts, MAX_LAYER_SEEDS};
use mancala_position::toguz::ToguzRules;

/// How many seeds a database has.
#[derive(Args)]
pub(crate) struct Seeds {
    /// The largest layer: all positions with up to so many seeds on the board
    #[arg(long, short, value_name = "N")]
    pub(crate) seeds: u32,
}

/// A layer has no more balls than the game, and the format holds no more than 63.
pub(crate) fn check_balls(rules: &ToguzRules, balls: u32) -> Result<(), Failure> {
    let most = rules.balls().min(MAX_LAYER_SEEDS);
    if balls <= most {
        return Ok(());
    }
    let message = format_args!(
        "--seeds {balls}: {rules} has {} balls, and the format holds layers of up to {MAX_LAYER_SEEDS}",
        rules.balls()
    );
    Err(Failure::new(Kind::Usage, message).hint(format_args!("--seeds {most} is the most")))
}

/// Which layers are built.
#[derive(Args)]
pub(crate) struct LayerCounts {
    /// Which numbers of balls to build layers of (games without tuzdiks: even ones lead to even
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
    /// The layers, if the rules allow it to leave the others out.
    pub(crate) fn of(&self, rules: &ToguzRules) -> Result<Counts, Failure> {
        let counts = match self.counts {
            LayerCountsName::All => Counts::All,
            LayerCountsName::Even => Counts::Even,
        };
        if counts.suits(rules) {
            return Ok(counts);
        }
        Err(Failure::new(
            Kind::Usage,
            format_args!(
                "--counts even: in {rules} a new tuzdik takes three balls, so even layers lead to odd ones"
            ),
        )
        .hint("leave --counts out"))
    }

    /// Kalah has layers of all counts.
    pub(crate) fn refuse(&self) -> Result<(), Failure> {
        if self.counts == LayerCountsName::All {
            return Ok(());
        }
        Err(Failure::new(
            Kind::Usage,
            "--counts even: captures of Kalah take odd numbers too, so even layers lead to odd ones",
        )
        .hint("leave --counts out"))
    }
}
