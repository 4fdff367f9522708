//! The analyzer: options, table and threads of a search.

use super::control::SearchControl;
use super::features::Features;
use super::history::MAX_DEPTH;
use super::limits::Limits;
use super::params::SearchParams;
use super::report::SearchReport;
use super::root::Root;
use super::root_position::RootPosition;
use super::search_path::SearchPath;
use super::table::{LossyTable, LossyTableMemory};
use super::worker::SearchWorker;
use crate::analysis::error::AnalysisError;
use crate::analysis::game::EvaluatedGame;
use mancala_endgame::ThreadsError;
use std::sync::atomic::AtomicBool;
use std::thread::Builder;

/// The options of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisOptions {
    /// Threads to search with; one is deterministic under limits of depth or nodes. 0 counts as 1.
    pub threads: usize,
    /// The bytes of the transposition table.
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
    /// The default options of a player: without `steady`, which helps the reader of an analysis and
    /// costs a player a little strength.
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

/// Searches positions of one game, and keeps its table from search to search.
#[derive(Debug)]
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
    /// [`AnalysisError::TableMemory`] if the system refuses the memory of the table.
    pub fn new(game: G, options: AnalysisOptions) -> Result<Self, AnalysisError> {
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

    /// Changes the options. A table of another size is a new and empty one.
    ///
    /// # Errors
    ///
    /// Those of [`Analyzer::new`]; then nothing has changed.
    pub fn set_options(&mut self, options: AnalysisOptions) -> Result<(), AnalysisError> {
        if options.table_bytes != self.memory.bytes() {
            self.memory = LossyTableMemory::new(options.table_bytes)?;
        }
        self.options = options;
        Ok(())
    }

    /// Forgets all that earlier searches have found.
    ///
    /// # Errors
    ///
    /// Those of [`Analyzer::new`]; then nothing is forgotten.
    pub fn forget(&mut self) -> Result<(), AnalysisError> {
        self.memory = LossyTableMemory::new(self.memory.bytes())?;
        Ok(())
    }

    /// Searches a position until a limit is reached or `stop` is set, and calls `each_depth` after
    /// every finished depth.
    ///
    /// However soon the search is stopped, the best move is a legal one; only a position in which
    /// the game is over has none.
    ///
    /// # Errors
    ///
    /// [`AnalysisError::Tablebase`] if a value of the tablebase cannot be read, which ends the
    /// search, [`AnalysisError::Threads`] if the threads cannot be started.
    pub fn analyze(
        &mut self,
        position: RootPosition<'_, G::Position>,
        limits: &Limits,
        stop: &AtomicBool,
        each_depth: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, AnalysisError> {
        let control = SearchControl::new(limits, stop);
        let search = Search {
            game: &self.game,
            options: &self.options,
            position,
            table: self.memory.next_search(),
            control: &control,
        };
        let result = search.run(limits.depth.unwrap_or(MAX_DEPTH), each_depth);
        // A search that met a value that it could not read is not sound, however it ended.
        match self.game.take_tablebase_error() {
            Some(error) => Err(error.into()),
            None => Ok(result?),
        }
    }
}

/// One search with all its threads.
struct Search<'a, G: EvaluatedGame> {
    game: &'a G,
    options: &'a AnalysisOptions,
    position: RootPosition<'a, G::Position>,
    table: LossyTable<'a>,
    control: &'a SearchControl<'a>,
}

impl<G: EvaluatedGame> Search<'_, G> {
    fn run(
        &self,
        last_depth: u32,
        each_depth: &mut dyn FnMut(&SearchReport),
    ) -> Result<SearchReport, ThreadsError> {
        let report = |root: &Root<_>, depth, deepest| {
            root.report(
                depth,
                deepest,
                self.position.store_lead,
                self.control,
                &self.table,
            )
        };
        let mut root = Root::new(self.game, self.position.position, self.options.multipv);
        if root.is_empty() {
            return Ok(report(&root, 0, 0));
        }
        if root.rank_by_exact_scores(self.game, self.position.earlier, self.control) {
            let found = SearchReport {
                proved: true,
                ..report(&root, 1, 1)
            };
            each_depth(&found);
            return Ok(found);
        }
        std::thread::scope(|scope| {
            for helper in 1..self.options.threads {
                let help = move || self.help(helper);
                if let Err(error) = Builder::new().spawn_scoped(scope, help) {
                    self.control.halt();
                    return Err(ThreadsError {
                        threads: self.options.threads,
                        reason: error.to_string(),
                    });
                }
            }
            let mut worker = self.worker();
            let mut finished = 0;
            root.deepen(
                &mut worker,
                self.control,
                1,
                last_depth,
                |root, depth, deepest| {
                    finished = depth;
                    each_depth(&report(root, depth, deepest));
                },
            );
            self.control.halt();
            worker.report();
            Ok(report(&root, finished, worker.deepest))
        })
        .map(|found| SearchReport {
            // The helpers have reported all their nodes by now.
            nodes: self.control.nodes(),
            ..found
        })
    }

    fn worker(&self) -> SearchWorker<'_, G> {
        let RootPosition {
            position, earlier, ..
        } = self.position;
        SearchWorker::new(
            self.game,
            self.options.features,
            self.options.params,
            SearchPath::new(self.game, earlier, position),
            self.table,
            self.control,
        )
    }

    /// A helper thread (Lazy SMP): the same search, begun at another depth, for what it leaves in
    /// the table.
    fn help(&self, helper: usize) {
        let first = 1 + u32::from(helper % 2 == 1);
        let mut root = Root::new(self.game, self.position.position, 1);
        let mut worker = self.worker();
        root.deepen(&mut worker, self.control, first, MAX_DEPTH, |_, _, _| {});
        worker.report();
    }
}
