//! Analysis by deep search.

use crate::board::Board;
use crate::errors::{MancalaError, RulesError, of_database};
use crate::game::{Game, GameArgument};
use crate::waiting::wait_for;
use mancala_search::analysis::{AnalysisError, AnalysisOptions, Limits, SearchReport};
use mancala_search::engine::{Engine as Search, EngineTablebase, TablebaseSource};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A line of play with its score, from the side to move.
#[pyclass(frozen, get_all, module = "mancala_solver")]
pub(crate) struct Line {
    /// The moves, by pit from 1.
    moves: Vec<u32>,
    /// The final margin of the game to be expected, in seeds.
    margin_seeds: i64,
    /// The chance to win, plus half of the chance of a draw.
    winning_chance: f64,
    /// The depth in plies.
    depth: u32,
    /// The nodes of the search.
    nodes: u64,
    /// Whether the score is exact, because it comes from the database alone.
    proved: bool,
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!(
            "<Line {:?}, {:+} seeds, depth {}>",
            self.moves, self.margin_seeds, self.depth
        )
    }
}

/// The engine for one game, which keeps its table from search to search.
///
/// >>> engine = Engine("kalah:6,4")
/// >>> engine.best_move(Board("kalah:6,4"), depth=10)
/// 3
#[pyclass(module = "mancala_solver")]
pub(crate) struct Engine {
    game: Game,
    search: Arc<Mutex<Search>>,
}

fn failed(error: AnalysisError) -> PyErr {
    match error {
        AnalysisError::Tablebase(error) => of_database(&error),
        AnalysisError::OtherGame { .. } | AnalysisError::RulesDiffer(_) => {
            RulesError::new_err(error.to_string())
        }
        other => MancalaError::new_err(other.to_string()),
    }
}

#[pymethods]
impl Engine {
    /// An engine with `hash_mib` MiB of table. `db` is a folder of databases, whose values it then
    /// knows.
    #[new]
    #[pyo3(signature = (game, *, threads=1, hash_mib=64, multipv=1, db=None))]
    fn new(
        game: GameArgument,
        threads: usize,
        hash_mib: u64,
        multipv: usize,
        db: Option<PathBuf>,
    ) -> PyResult<Self> {
        if threads == 0 || hash_mib == 0 || multipv == 0 {
            return Err(PyValueError::new_err(
                "threads, hash_mib and multipv are 1 or more",
            ));
        }
        let game = game.game()?;
        let options = AnalysisOptions {
            threads,
            table_bytes: hash_mib << 20,
            multipv,
            ..AnalysisOptions::default()
        };
        let source = TablebaseSource {
            database: db.as_deref(),
            balls: 0,
        };
        let tablebase =
            EngineTablebase::open(&game.spec, &source).map_err(|error| of_database(&error))?;
        let search = Search::new(&game.spec, options, &tablebase).map_err(failed)?;
        Ok(Self {
            game,
            search: Arc::new(Mutex::new(search)),
        })
    }

    /// The game.
    #[getter]
    const fn game(&self) -> Game {
        self.game
    }

    /// The best lines of a board, best first; none if the game is over. The search ends at the
    /// first limit: `depth` plies, `nodes`, `seconds`. Ctrl-C ends it at once.
    #[pyo3(signature = (board, *, depth=None, nodes=None, seconds=None))]
    fn analyze(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Vec<Line>> {
        if depth.is_none() && nodes.is_none() && seconds.is_none() {
            return Err(PyValueError::new_err(
                "a limit is needed: depth, nodes or seconds",
            ));
        }
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let limits = Limits {
            depth,
            nodes,
            time: time.map_err(|error| PyValueError::new_err(error.to_string()))?,
            ..Limits::default()
        };
        let history = board.history().clone();
        let search = Arc::clone(&self.search);
        let report = wait_for(py, None, move |progress| {
            let mut search = search
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            search.analyze(
                history.now(),
                history.earlier_states(),
                &limits,
                progress.stop(),
                &mut |_| {},
            )
        })?;
        let report = report.map_err(failed)?;
        let SearchReport {
            depth,
            nodes,
            proved,
            lines,
            ..
        } = report;
        let lines = lines.into_iter().map(|line| Line {
            moves: line.moves.iter().map(|pit| pit + 1).collect(),
            margin_seeds: line.margin_seeds,
            winning_chance: line.winning_chance,
            depth,
            nodes,
            proved,
        });
        Ok(lines.collect())
    }

    /// The best move of a board by pit from 1; None if the game is over.
    #[pyo3(signature = (board, *, depth=None, nodes=None, seconds=None))]
    fn best_move(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Option<u32>> {
        let lines = self.analyze(py, board, depth, nodes, seconds)?;
        Ok(lines.first().and_then(|line| line.moves.first().copied()))
    }
}
