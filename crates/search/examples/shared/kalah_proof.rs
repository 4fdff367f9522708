//! A start of Kalah by its name, and a limit of the nodes of its proof.

use mancala_endgame::Monitor;
use mancala_position::GameSpec;
use mancala_position::kalah::{KalahPosition, KalahRules};
use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};

/// Gives a proof up after so many nodes.
pub(crate) struct Limit {
    nodes: AtomicU64,
    most: u64,
}

impl Limit {
    pub(crate) const fn new(most: u64) -> Self {
        Self {
            nodes: AtomicU64::new(0),
            most,
        }
    }
}

impl Monitor for Limit {
    fn advance(&self, units: u64) {
        self.nodes.fetch_add(units, Ordering::Relaxed);
    }

    fn should_stop(&self) -> bool {
        self.nodes.load(Ordering::Relaxed) > self.most
    }
}

/// The rules and the start of a game, as `kalah:6,4`.
pub(crate) fn start(game: &str) -> Result<(KalahRules, KalahPosition), Box<dyn Error>> {
    let GameSpec::Kalah {
        rules,
        seeds: Some(seeds),
        ..
    } = game.parse()?
    else {
        return Err("GAME is a start of Kalah, as kalah:6,4".into());
    };
    Ok((rules, KalahPosition::start(&rules, seeds)?))
}
