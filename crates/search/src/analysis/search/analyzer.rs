//! The analyzer: options, memory and threads of a search.

use super::control::SearchControl;
use super::features::Features;
use super::history::MAX_DEPTH;
use super::limits::Limits;
use super::params::SearchParams;
use super::report::SearchReport;
use super::root::Root;
use super::search_path::SearchPath;
use super::table::LossyTableMemory;
use super::worker::SearchWorker;
use crate::analysis::game::EvaluatedGame;
use crate::error::SolveError;
use std::sync::atomic::AtomicBool;

/// How an analyzer searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisOptions {
    /// Threads to search with; one is deterministic under limits of depth or nodes. 0 counts as 1.
    pub threads: usize,
    /// The bytes of the table.
    pub table_bytes: u64,
    /// How many lines to find, the best first; no more than there are moves. 0 counts as 1.
    pub multipv: usize,
    /// The parts of the search that are on.
    pub features: Features,
    /// The numeric parameters of the search.
    pub params: SearchParams,
}

impl Default for AnalysisOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            table_bytes: 64 << 20,
            multipv: 1,
            features: Features::ALL,
            params: SearchParams::DEFAULT,
        }
    }
}

impl AnalysisOptions {
    /// The default options of a player: without the steadiness that serves who reads an analysis and costs a player a little.
    #[must_use]
    pub fn for_play() -> Self {
        Self {
            features: Features {
                steady: false,
                ..Features::ALL
            },
            ..Self::default()
        }
    }
}

/// Searches positions of one game, and remembers from search to search.
pub struct Analyzer<G> {
    game: G,
    options: AnalysisOptions,
    memory: LossyTableMemory,
}

impl<G: EvaluatedGame> Analyzer<G> {
    /// An analyzer of a game.
    ///
    /// # Errors
    ///
    /// [`SolveError::TableMemory`] if the system does not give the memory for the table.
    pub fn new(game: G, options: AnalysisOptions) -> Result<Self, SolveError> {
        Ok(Self {
            game,
            options,
            memory: LossyTableMemory::new(options.table_bytes)?,
        })
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> &AnalysisOptions {
        &self.options
    }

    /// Changes the options. A table of another size is a new one, which knows nothing.
    ///
    /// # Errors
    ///
    /// As for [`Analyzer::new`]; then nothing has changed.
    pub fn set_options(&mut self, options: AnalysisOptions) -> Result<(), SolveError> {
        if options.table_bytes != self.memory.bytes() {
            self.memory = LossyTableMemory::new(options.table_bytes)?;
        }
        self.options = options;
        Ok(())
    }

    /// The first error of the tablebase below the analysis since it was last asked for; searches have
    /// gone on without the values that could not be read.
    pub fn take_tablebase_error(&mut self) -> Option<mancala_endgame::Error> {
        self.game.take_tablebase_error()
    }

    /// Forgets all that earlier searches have found.
    ///
    /// # Errors
    ///
    /// As for [`Analyzer::new`]; then nothing is forgotten.
    pub fn forget(&mut self) -> Result<(), SolveError> {
        self.memory = LossyTableMemory::new(self.memory.bytes())?;
        Ok(())
    }

    /// Searches a position until a limit is reached or `stop` is set, and tells of every depth that is finished.
    ///
    /// `past` has the earlier positions of the game, oldest first, each seen by the player who was to move: one that
    /// comes again is a draw. However soon the search is stopped, the best move is a legal one; only a position in which
    /// the game is over has none.
    pub fn analyze(
        &mut self,
        position: &G::Position,
        past: &[G::Position],
        limits: &Limits,
        stop: &AtomicBool,
        each_depth: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        let control = SearchControl::new(limits, stop);
        let table = self.memory.next_search();
        let game = &self.game;
        let AnalysisOptions {
            features, params, ..
        } = self.options;
        let mut root = Root::new(game, position, self.options.multipv);
        let mut report = root.report(0, 0, &control, &table);
        if root.is_empty() {
            return report;
        }
        if root.rank_by_exact_scores(game, past, &control) {
            report = SearchReport {
                proved: true,
                ..root.report(1, 1, &control, &table)
            };
            each_depth(&report);
            return report;
        }
        let worker = || {
            let path = SearchPath::new(game, past, position);
            SearchWorker::new(game, features, params, path, table, &control)
        };
        let last = limits.depth.unwrap_or(MAX_DEPTH);
        std::thread::scope(|scope| {
            for helper in 1..self.options.threads {
                let (worker, control) = (&worker, &control);
                let first = 1 + u32::from(helper % 2 == 1);
                scope.spawn(move || {
                    let mut root = Root::new(game, position, 1);
                    let mut worker = worker();
                    root.deepen(&mut worker, control, first, MAX_DEPTH, |_, _, _| {});
                    worker.report();
                });
            }
            let mut worker = worker();
            root.deepen(&mut worker, &control, 1, last, |root, depth, deepest| {
                report = root.report(depth, deepest, &control, &table);
                each_depth(&report);
            });
            control.halt();
            worker.report();
            report = root.report(report.depth, worker.deepest, &control, &table);
        });
        report.nodes = control.nodes();
        report
    }
}
