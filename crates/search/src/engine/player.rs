//! The engine as a player of matches.

use super::{Engine, Knowledge};
use crate::analysis::AnalysisOptions;
use crate::error::SolveError;
use crate::matches::{Budget, Choice, Player, PlayerError};
use mancala_position::GameSpec;
use mancala_position::record::GameHistory;
use std::sync::atomic::{AtomicBool, Ordering};

/// The engine as a player.
pub struct EnginePlayer {
    name: String,
    engine: Engine,
}

impl EnginePlayer {
    /// An engine for a game under a name.
    ///
    /// # Errors
    ///
    /// [`PlayerError::Engine`] if its table finds no memory.
    pub fn new(
        name: String,
        spec: &GameSpec,
        options: AnalysisOptions,
        knowledge: &Knowledge,
    ) -> Result<Self, PlayerError> {
        Ok(Self {
            name,
            engine: Engine::new(spec, options, knowledge)?,
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
        let limits = budget.limits(history.now().to_move());
        let report = self
            .engine
            .analyze(history.states(), &limits, stop, &mut |_| {});
        if let Some(error) = self.engine.take_tablebase_error() {
            return Err(SolveError::from(error).into());
        }
        if stop.load(Ordering::Relaxed) {
            return Err(PlayerError::Stopped);
        }
        let pit = report.best().ok_or_else(|| PlayerError::NoMove {
            name: self.name(),
            position: history.now().to_text(),
        })?;
        Ok(Choice {
            pit,
            nodes: report.nodes,
        })
    }
}
