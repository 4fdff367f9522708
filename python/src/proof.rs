//! Proofs of Kalah.

use crate::board::Board;
use crate::database::available_threads;
use crate::errors::{MancalaError, RulesError, of_database};
use crate::waiting::wait_for;
use mancala_endgame::Database as Layers;
use mancala_position::GameState;
use mancala_search::{KalahProver, ProverError, Resources};
use pyo3::prelude::*;
use std::path::PathBuf;

/// A proved position.
#[pyclass(frozen, get_all, module = "mancala_solver")]
pub(crate) struct Solution {
    /// The mover's seeds less the opponent's with best play, of those on the board.
    value: i32,
    /// The first turns with their values: a list of pairs of a turn, as '3-6', and an int. Empty if
    /// only the value was asked for.
    turns: Vec<(String, i32)>,
    /// A line of best play, by pit from 1; empty likewise.
    line: Vec<u32>,
    /// The positions searched.
    nodes: u64,
    /// The time in seconds.
    seconds: f64,
    /// The seeds of the database that the proof rests on; None if it was search alone.
    database_seeds: Option<u32>,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        format!("<Solution {:+}, {} nodes>", self.value, self.nodes)
    }
}

/// Proves the value of a board of Kalah, and of its first turns unless `value_only`.
///
/// With `db`, a folder of databases, the proof rests on the database there, which is built as far
/// as it is missing (`seeds` says how large, or the problem and the memory do), and verified.
/// Ctrl-C ends it within a tenth of a second.
#[pyfunction]
#[pyo3(signature = (board, *, db=None, seeds=None, value_only=false, threads=None, memory=2 << 30, on_progress=None))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn solve(
    py: Python<'_>,
    board: PyRef<'_, Board>,
    db: Option<PathBuf>,
    seeds: Option<u32>,
    value_only: bool,
    threads: Option<usize>,
    memory: u64,
    on_progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Solution> {
    let GameState::Kalah { rules, state } = *board.state() else {
        return Err(RulesError::new_err(
            "solve is for Kalah; `mancala solve` proves the Toguz family",
        ));
    };
    let resources = Resources::new(memory, threads.unwrap_or_else(available_threads));
    let mut prover = KalahProver::new(rules)
        .resources(resources)
        .value_only(value_only);
    if let Some(folder) = db {
        prover = prover.database(Layers::folder(&folder, &rules));
    }
    if let Some(seeds) = seeds {
        prover = prover.database_seeds(seeds);
    }
    let position = state.position();
    let proved = wait_for(py, on_progress, move |progress| {
        prover.prove(&position, progress)
    })?;
    let proof = proved.map_err(|error| match error {
        ProverError::Database(error) => of_database(&error),
        other => MancalaError::new_err(other.to_string()),
    })?;
    let solution = proof.solution;
    let name = |pits: &[u32]| {
        let pits: Vec<String> = pits.iter().map(|pit| (pit + 1).to_string()).collect();
        pits.join("-")
    };
    Ok(Solution {
        value: solution.value,
        turns: solution
            .turns
            .iter()
            .map(|turn| (name(&turn.pits), turn.value))
            .collect(),
        line: solution.line.iter().map(|pit| pit + 1).collect(),
        nodes: solution.nodes,
        seconds: solution.elapsed.as_secs_f64(),
        database_seeds: solution.tablebase_seeds,
    })
}
