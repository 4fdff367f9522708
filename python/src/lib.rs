//! Python bindings: the native part of the package `mancala_solver`.
//!
//! Its documentation is in the docstrings and in `docs/python.md`.

mod analysis;
mod board;
mod database;
mod errors;
mod game;
mod proof;
mod svg;
mod waiting;

use pyo3::prelude::*;

/// The native part of `mancala_solver`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<database::Database>()?;
    module.add_class::<proof::Solution>()?;
    module.add_class::<analysis::Engine>()?;
    module.add_class::<analysis::Line>()?;
    module.add_function(wrap_pyfunction!(database::build, module)?)?;
    module.add_function(wrap_pyfunction!(proof::solve, module)?)?;
    errors::add(module)
}
