//! The exceptions of the package.

use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyMemoryError, PyOSError};
use pyo3::prelude::*;

create_exception!(
    mancala_solver,
    MancalaError,
    PyException,
    "Any error of the package."
);
create_exception!(
    mancala_solver,
    RulesError,
    MancalaError,
    "A game or a rule option that does not exist, or does not have what is asked for."
);
create_exception!(
    mancala_solver,
    PositionError,
    MancalaError,
    "A position that cannot be read, or is none of the game."
);
create_exception!(
    mancala_solver,
    IllegalMoveError,
    MancalaError,
    "A move that cannot be played."
);
create_exception!(
    mancala_solver,
    DatabaseError,
    MancalaError,
    "A database that is missing, damaged, or of other rules."
);

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("MancalaError", py.get_type::<MancalaError>())?;
    module.add("RulesError", py.get_type::<RulesError>())?;
    module.add("PositionError", py.get_type::<PositionError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("DatabaseError", py.get_type::<DatabaseError>())
}

/// The exception of an error of the databases.
pub(crate) fn of_database(error: &mancala_endgame::Error) -> PyErr {
    use mancala_endgame::Error;
    let message = error.to_string();
    match error {
        Error::Memory { .. } | Error::Threads(_) => PyMemoryError::new_err(message),
        Error::Io { .. } | Error::Disk { .. } => PyOSError::new_err(message),
        Error::NoDatabases { .. } | Error::LayerSet { .. } => RulesError::new_err(message),
        _ => DatabaseError::new_err(message),
    }
}
