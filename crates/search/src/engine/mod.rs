//! The engine: analysis of any game that is named at run time, for players and the text protocol.

mod game_analyzer;
mod player;
mod tablebase;

pub use player::EnginePlayer;
pub use tablebase::{COMPUTED_BALLS, EngineTablebase, MAX_COMPUTED_BALLS, TablebaseSource};

use crate::analysis::{AnalysisError, AnalysisOptions, Limits, SearchReport};
use game_analyzer::GameAnalyzer;
use mancala_position::{GameSpec, GameState};
use std::fmt;
use std::sync::atomic::AtomicBool;

/// Searches the positions of one game.
///
/// ```
/// use mancala_position::GameState;
/// use mancala_search::analysis::{AnalysisOptions, Limits};
/// use mancala_search::engine::{Engine, EngineTablebase};
/// use std::sync::atomic::AtomicBool;
///
/// let spec = "bestemshe".parse()?;
/// let options = AnalysisOptions { table_bytes: 1 << 20, ..AnalysisOptions::default() };
/// let mut engine = Engine::new(&spec, options, &EngineTablebase::default())?;
/// let start = GameState::start(&spec)?;
/// let limits = Limits { depth: Some(5), ..Limits::default() };
/// let report = engine.analyze(&start, &[], &limits, &AtomicBool::new(false), &mut |_| {})?;
/// assert!(report.best().is_some_and(|hole| start.moves().contains(hole)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    spec: GameSpec,
    options: AnalysisOptions,
    analyzer: Box<dyn GameAnalyzer>,
}

impl Engine {
    /// An engine for a game, with a tablebase of its rules. The seeds of the game's start do not
    /// matter.
    ///
    /// # Errors
    ///
    /// [`AnalysisError::TableMemory`] if the system refuses the memory of the table,
    /// [`AnalysisError::RulesDiffer`] if the tablebase has the values of other rules.
    pub fn new(
        spec: &GameSpec,
        options: AnalysisOptions,
        tablebase: &EngineTablebase,
    ) -> Result<Self, AnalysisError> {
        Ok(Self {
            spec: *spec,
            options,
            analyzer: game_analyzer::of_game(spec, options, tablebase)?,
        })
    }

    /// The game that the engine was made for.
    #[must_use]
    pub const fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> &AnalysisOptions {
        &self.options
    }

    /// Changes the options. A transposition table of another size is a new and empty one.
    ///
    /// # Errors
    ///
    /// Those of [`Engine::new`]; then nothing has changed.
    pub fn set_options(&mut self, options: AnalysisOptions) -> Result<(), AnalysisError> {
        self.analyzer.set_options(options)?;
        self.options = options;
        Ok(())
    }

    /// Forgets all that earlier searches have found.
    ///
    /// # Errors
    ///
    /// Those of [`Engine::new`]; then nothing is forgotten.
    pub fn forget(&mut self) -> Result<(), AnalysisError> {
        self.analyzer.forget()
    }

    /// Searches a state until a limit is reached or `stop` is set, and calls `each_depth` after
    /// every finished depth. `earlier` has the states of the game before it, oldest first: a
    /// repetition is a draw.
    ///
    /// However soon the search is stopped, the best move is a legal one; only a state in which the
    /// game is over has none. Margins and winning chances count the stores as they stand.
    ///
    /// # Errors
    ///
    /// [`AnalysisError::OtherGame`] if the state is one of another game or of other rules, and
    /// those of [`Analyzer::analyze`](crate::analysis::Analyzer::analyze).
    pub fn analyze(
        &mut self,
        state: &GameState,
        earlier: &[GameState],
        limits: &Limits,
        stop: &AtomicBool,
        each_depth: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, AnalysisError> {
        let (expected, found) = (self.spec.without_start(), state.spec().without_start());
        if expected != found {
            return Err(AnalysisError::OtherGame {
                expected: expected.to_string(),
                found: found.to_string(),
            });
        }
        self.analyzer
            .analyze(state, earlier, limits, stop, each_depth)
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("spec", &self.spec)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
