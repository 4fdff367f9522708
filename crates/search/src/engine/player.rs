//! The engine as a player of matches.

use super::{Engine, EngineTablebase};
use crate::analysis::AnalysisOptions;
use crate::matches::{Budget, Choice, Player, PlayerError};
use mancala_position::{GameHistory, GameSpec};
use std::sync::atomic::{AtomicBool, Ordering};

/// The engine as a player.
#[derive(Debug)]
pub struct EnginePlayer {
    name: String,
    engine: Engine,
}

impl EnginePlayer {
    /// An engine for a game under a name.
    ///
    /// # Errors
    ///
    /// Those of [`Engine::new`], as [`PlayerError::Analysis`].
    pub fn new(
        name: String,
        spec: &GameSpec,
        options: AnalysisOptions,
        tablebase: &EngineTablebase,
    ) -> Result<Self, PlayerError> {
        Ok(Self {
            name,
            engine: Engine::new(spec, options, tablebase)?,
        })
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self, _: u64) -> Result<(), PlayerError> {
        Ok(self.engine.forget()?)
    }

    fn choose(
        &mut self,
        history: &GameHistory,
        budget: &Budget,
        stop: &AtomicBool,
    ) -> Result<Choice, PlayerError> {
        let now = history.now();
        let limits = budget.limits(now.to_move());
        let earlier = history.earlier_states();
        let report = self
            .engine
            .analyze(now, earlier, &limits, stop, &mut |_| {})?;
        if stop.load(Ordering::Relaxed) {
            return Err(PlayerError::Stopped);
        }
        let pit = report.best().ok_or_else(|| PlayerError::NoMove {
            name: self.name(),
            position: now.to_text(),
        })?;
        Ok(Choice {
            pit,
            nodes: report.nodes,
        })
    }
}
