//! Endgame databases.

use crate::board::Board;
use crate::errors::{DatabaseError, PositionError, RulesError, of_database};
use crate::game::{Game, GameArgument};
use crate::waiting::wait_for;
use mancala_endgame::{BuildOptions, Database as Layers, VerifyOptions};
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_position::toguz::ToguzRules;
use mancala_position::{GameSpec, GameState};
use numpy::{PyArray1, PyReadonlyArray3, PyUntypedArrayMethods};
use pyo3::exceptions::{PyKeyError, PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The values of all positions with up to so many seeds on the board.
///
/// In Kalah a value is the mover's seeds less the opponent's with best play, of those on the board.
/// In the Toguz family it is a pair: what the mover and the opponent can be sure to collect.
///
/// >>> import tempfile
/// >>> db = build("kalah:4", 6, tempfile.mkdtemp())
/// >>> db[Board("kalah:4", "0,0,1,1/0,2,0,0 0,0 s")]
/// 0
#[pyclass(frozen, module = "mancala_solver")]
pub(crate) struct Database {
    game: Game,
    layers: FamilyLayers,
}

#[derive(Clone)]
enum FamilyLayers {
    Kalah(Arc<Layers<KalahRules>>),
    Toguz(Arc<Layers<ToguzRules>>),
}

/// A value: a number, or a pair of guarantees.
#[derive(IntoPyObject)]
pub(crate) enum Value {
    Kalah(i32),
    Toguz((u32, u32)),
}

/// How many positions are looked up between two looks at the interpreter's state.
const BATCH: usize = 64;

fn folder_of(spec: &GameSpec, path: &Path) -> PathBuf {
    match spec {
        GameSpec::Kalah { rules, .. } => Layers::locate(path, rules),
        GameSpec::Toguz { rules } => Layers::locate(path, rules),
    }
}

impl Database {
    /// The value of a state; `None` above the largest layer.
    fn probe(&self, state: &GameState) -> PyResult<Option<Value>> {
        if state.spec().without_start() != self.game.spec.without_start() {
            return Err(RulesError::new_err(format!(
                "the database is of {}, and the board of {}",
                self.game.spec.without_start(),
                state.spec().without_start()
            )));
        }
        let value = match (&self.layers, state) {
            (FamilyLayers::Kalah(layers), GameState::Kalah { state, .. }) => layers
                .probe(&state.position())
                .map(|value| value.map(Value::Kalah)),
            (FamilyLayers::Toguz(layers), GameState::Toguz { state, .. }) => {
                let value = layers.probe(&state.position());
                value.map(|value| value.map(|value| Value::Toguz((value.mover, value.opponent))))
            }
            _ => Ok(None),
        };
        value.map_err(|error| of_database(&error))
    }
}

#[pymethods]
impl Database {
    /// Opens a database: `path` is its folder, or the folder of databases that has it.
    #[staticmethod]
    fn open(game: GameArgument, path: PathBuf) -> PyResult<Self> {
        let game = game.game()?.rules_only();
        let folder = folder_of(&game.spec, &path);
        let layers =
            match game.spec {
                GameSpec::Kalah { rules, .. } => Layers::open(&folder, &rules)
                    .map(|layers| FamilyLayers::Kalah(Arc::new(layers))),
                GameSpec::Toguz { rules } => Layers::open(&folder, &rules)
                    .map(|layers| FamilyLayers::Toguz(Arc::new(layers))),
            };
        let layers = layers.map_err(|error| of_database(&error))?;
        Ok(Self { game, layers })
    }

    /// The rules.
    #[getter]
    const fn game(&self) -> Game {
        self.game
    }

    /// The seeds of the largest layer.
    #[getter]
    fn most_seeds(&self) -> u32 {
        match &self.layers {
            FamilyLayers::Kalah(layers) => layers.most_seeds(),
            FamilyLayers::Toguz(layers) => layers.most_seeds(),
        }
    }

    /// The folder.
    #[getter]
    fn path(&self) -> PathBuf {
        match &self.layers {
            FamilyLayers::Kalah(layers) => layers.path().to_owned(),
            FamilyLayers::Toguz(layers) => layers.path().to_owned(),
        }
    }

    /// The value of a board; KeyError if it has more seeds than the database.
    fn __getitem__(&self, board: PyRef<'_, Board>) -> PyResult<Value> {
        self.probe(board.state())?.ok_or_else(|| {
            PyKeyError::new_err(format!(
                "{} has {} seeds, and the database {}",
                board.state().to_text(),
                board.state().seeds(),
                self.most_seeds()
            ))
        })
    }

    fn __contains__(&self, board: PyRef<'_, Board>) -> PyResult<bool> {
        Ok(self.probe(board.state())?.is_some())
    }

    /// The value of a board, or `default` if the database does not have it.
    #[pyo3(signature = (board, default=None))]
    fn get(
        &self,
        py: Python<'_>,
        board: PyRef<'_, Board>,
        default: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        match self.probe(board.state())? {
            Some(value) => Ok(value.into_pyobject(py)?.into_any().unbind()),
            None => Ok(default.unwrap_or_else(|| py.None())),
        }
    }

    /// Kalah: the values of many boards, an int8 array of length n. `boards` has shape (n, 2, pits)
    /// and type uint8, the mover's row first. ValueError if a board has more seeds than the
    /// database.
    fn probe_many<'py>(
        &self,
        py: Python<'py>,
        boards: PyReadonlyArray3<'py, u8>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let FamilyLayers::Kalah(layers) = &self.layers else {
            return Err(RulesError::new_err("probe_many is for Kalah"));
        };
        let pits = layers.rules().pits() as usize;
        if boards.shape()[1..] != [2, pits] {
            return Err(PyValueError::new_err(format!(
                "boards have shape (n, 2, {pits}), and this is {:?}",
                boards.shape()
            )));
        }
        let bytes = boards.as_slice().map_err(|_| {
            PyValueError::new_err("the array is not contiguous: numpy.ascontiguousarray copies it")
        })?;
        let layers = Arc::clone(layers);
        let values = py.detach(|| probe_bytes(&layers, bytes, pits))?;
        Ok(PyArray1::from_vec(py, values))
    }

    /// The counts of each layer: a list of dicts with `seeds`, `positions`, and in Kalah `win`,
    /// `draw`, `loss`, `sum`, `sum_of_squares` and `histogram` (value to positions).
    fn layers<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, pyo3::types::PyDict>>> {
        let dict = || pyo3::types::PyDict::new(py);
        match &self.layers {
            FamilyLayers::Kalah(layers) => layers
                .manifest()
                .layers
                .iter()
                .map(|entry| {
                    let (dict, counts) = (dict(), &entry.statistics);
                    dict.set_item("seeds", entry.seeds)?;
                    dict.set_item("positions", counts.positions)?;
                    dict.set_item("win", counts.win)?;
                    dict.set_item("draw", counts.draw)?;
                    dict.set_item("loss", counts.loss)?;
                    dict.set_item("sum", counts.sum)?;
                    dict.set_item("sum_of_squares", counts.sum_of_squares)?;
                    let histogram = pyo3::types::PyDict::new(py);
                    for &(value, positions) in &counts.histogram {
                        histogram.set_item(value, positions)?;
                    }
                    dict.set_item("histogram", histogram)?;
                    Ok(dict)
                })
                .collect(),
            FamilyLayers::Toguz(layers) => layers
                .manifest()
                .layers
                .iter()
                .map(|entry| {
                    let dict = dict();
                    dict.set_item("seeds", entry.seeds)?;
                    dict.set_item("positions", entry.statistics.positions())?;
                    dict.set_item("open", entry.statistics.open())?;
                    Ok(dict)
                })
                .collect(),
        }
    }

    /// Verifies the database to a level from 1 to 5, and returns the number of positions checked.
    /// DatabaseError if something is wrong.
    #[pyo3(signature = (level=3, on_progress=None))]
    fn verify(
        &self,
        py: Python<'_>,
        level: u32,
        on_progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u64> {
        if !(1..=5).contains(&level) {
            return Err(PyValueError::new_err("levels go from 1 to 5"));
        }
        let options = VerifyOptions {
            level,
            ..VerifyOptions::default()
        };
        let (folder, layers) = (self.path(), self.layers.clone());
        let found = wait_for(py, on_progress, move |progress| match layers {
            FamilyLayers::Kalah(layers) => {
                mancala_endgame::verify(&folder, layers.rules(), &options, progress)
                    .map(|found| (found.mismatches, found.positions))
            }
            FamilyLayers::Toguz(layers) => {
                mancala_endgame::verify(&folder, layers.rules(), &options, progress)
                    .map(|found| (found.mismatches, found.positions))
            }
        })?;
        match found.map_err(|error| of_database(&error))? {
            (0, positions) => Ok(positions),
            (mismatches, _) => Err(DatabaseError::new_err(format!(
                "{mismatches} files, blocks or values are wrong in {}",
                self.path().display()
            ))),
        }
    }

    fn __repr__(&self) -> String {
        format!(
            "<Database {}, 0 to {} seeds>",
            self.game.spec,
            self.most_seeds()
        )
    }
}

/// The values of boards of two rows of bytes.
fn probe_bytes(layers: &Layers<KalahRules>, bytes: &[u8], pits: usize) -> PyResult<Vec<i8>> {
    let pack = |row: &[u8]| {
        row.iter()
            .rev()
            .fold(0, |row, &seeds| row << 8 | u64::from(seeds))
    };
    let most = layers.most_seeds();
    let count = bytes.len() / (2 * pits);
    let mut values = Vec::with_capacity(count);
    let mut positions = [KalahPosition::default(); BATCH];
    let mut found = [None; BATCH];
    for boards in bytes.chunks(2 * pits * BATCH) {
        let length = boards.len() / (2 * pits);
        for (position, board) in positions.iter_mut().zip(boards.chunks_exact(2 * pits)) {
            let seeds: u32 = board.iter().map(|&seeds| u32::from(seeds)).sum();
            if seeds > most {
                return Err(PyValueError::new_err(format!(
                    "board {} has {seeds} seeds, and the database {most}",
                    values.len()
                )));
            }
            let (own, opponent) = board.split_at(pits);
            *position = KalahPosition::from_rows_unchecked(pack(own), pack(opponent));
        }
        layers
            .probe_batch(&positions[..length], &mut found[..length])
            .map_err(|error| of_database(&error))?;
        for value in &found[..length] {
            let value = value.ok_or_else(|| PositionError::new_err("a layer is missing"))?;
            values.push(
                i8::try_from(value).map_err(|_| PositionError::new_err("a value above 127"))?,
            );
        }
    }
    Ok(values)
}

/// Builds the database of all positions with up to `seeds` seeds below the folder `path`, or as far
/// as it is missing, and opens it. Ctrl-C keeps what is finished: the same call goes on from there.
#[pyfunction]
#[pyo3(signature = (game, seeds, path, *, threads=None, memory=None, on_progress=None))]
pub(crate) fn build(
    py: Python<'_>,
    game: GameArgument,
    seeds: u32,
    path: PathBuf,
    threads: Option<usize>,
    memory: Option<u64>,
    on_progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Database> {
    let game = game.game()?.rules_only();
    let spec = game.spec;
    let options = BuildOptions {
        threads: threads.unwrap_or_else(available_threads),
        memory: memory.unwrap_or(u64::MAX),
        tool: concat!("mancala-solver ", env!("CARGO_PKG_VERSION")).to_owned(),
        ..BuildOptions::new(seeds)
    };
    let folder = match &spec {
        GameSpec::Kalah { rules, .. } => Layers::folder(&path, rules),
        GameSpec::Toguz { rules } => Layers::folder(&path, rules),
    };
    let target = folder.clone();
    let built = wait_for(py, on_progress, move |progress| match spec {
        GameSpec::Kalah { rules, .. } => {
            mancala_endgame::build(&target, &rules, &options, progress)
        }
        GameSpec::Toguz { rules } => mancala_endgame::build(&target, &rules, &options, progress),
    })?;
    let report = built.map_err(|error| of_database(&error))?;
    if !report.complete {
        return Err(PyKeyboardInterrupt::new_err(
            "the build was stopped; it goes on from there",
        ));
    }
    Database::open(GameArgument::Game(game), folder)
}

/// A thread for each processor.
pub(crate) fn available_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}
