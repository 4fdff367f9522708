//! The engine: analysis of whichever game is named at run time, as players and the text protocol want it.

mod game_analyzer;
mod knowledge;
mod player;

pub use knowledge::{COMPUTED_BALLS, Knowledge, MAX_COMPUTED_BALLS, Sources};
pub use player::EnginePlayer;

use crate::analysis::{AnalysisOptions, Limits, SearchReport};
use crate::error::SolveError;
use game_analyzer::GameAnalyzer;
use mancala_position::{GameSpec, GameState};
use std::sync::atomic::AtomicBool;

/// Searches the positions of one game.
///
/// ```
/// use mancala_position::GameState;
/// use mancala_search::analysis::{AnalysisOptions, Limits};
/// use mancala_search::engine::{Engine, Knowledge};
/// use std::sync::atomic::AtomicBool;
///
/// let spec = "bestemshe".parse()?;
/// let options = AnalysisOptions { table_bytes: 1 << 20, ..AnalysisOptions::default() };
/// let mut engine = Engine::new(&spec, options, &Knowledge::default())?;
/// let start = GameState::start(&spec)?;
/// let limits = Limits { depth: Some(5), ..Limits::default() };
/// let report = engine.analyze(&[start], &limits, &AtomicBool::new(false), &mut |_| {});
/// assert!(report.best().is_some_and(|hole| start.moves().contains(hole)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    spec: GameSpec,
    analyzer: Box<dyn GameAnalyzer>,
}

impl Engine {
    /// An engine for a game, whose seeds of the start do not matter, with what is known of its endgames.
    ///
    /// # Errors
    ///
    /// [`SolveError::TableMemory`] if the system does not give the memory for the table,
    /// [`SolveError::RulesDiffer`] if the knowledge is of other rules.
    pub fn new(
        spec: &GameSpec,
        options: AnalysisOptions,
        knowledge: &Knowledge,
    ) -> Result<Self, SolveError> {
        Ok(Self {
            spec: *spec,
            analyzer: game_analyzer::of_game(spec, options, knowledge)?,
        })
    }

    /// The game it was made for.
    #[must_use]
    pub const fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// Changes the options. A table of another size is a new one.
    ///
    /// # Errors
    ///
    /// As for [`Engine::new`]; then nothing has changed.
    pub fn set_options(&mut self, options: AnalysisOptions) -> Result<(), SolveError> {
        self.analyzer.set_options(options)
    }

    /// Forgets all that earlier searches have found.
    ///
    /// # Errors
    ///
    /// As for [`Engine::new`]; then nothing is forgotten.
    pub fn forget(&mut self) -> Result<(), SolveError> {
        self.analyzer.forget()
    }

    /// The first error of the endgame values since it was last asked for: a damaged block, for
    /// example. Searches have gone on without the values that could not be read.
    pub fn take_tablebase_error(&mut self) -> Option<mancala_endgame::Error> {
        self.analyzer.take_tablebase_error()
    }

    /// Searches the last of the states of a game of these rules until a limit is reached or `stop` is set, and tells of every
    /// depth that is finished; what has stood before counts as the earlier game. However soon it is stopped, the best move is a
    /// legal one; there is none only where the game is over, or of other rules, or there is no state.
    pub fn analyze(
        &mut self,
        states: &[GameState],
        limits: &Limits,
        stop: &AtomicBool,
        each_depth: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        self.analyzer.analyze(states, limits, stop, each_depth)
    }
}
