//! Games: the rules with all options, and the seeds of the start.

use crate::errors::RulesError;
use mancala_position::GameSpec;
use pyo3::prelude::*;

/// A game with its options, and for Kalah the seeds in each pit at the start, where they are named.
///
/// >>> Game("kalah:6,4,capture=empty")
/// Game('kalah:6,4,capture=empty')
#[pyclass(frozen, eq, hash, from_py_object, module = "mancala_solver")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Game {
    pub(crate) spec: GameSpec,
}

#[pymethods]
impl Game {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        let spec = name.parse();
        let spec = spec
            .map_err(|error: mancala_position::RuleError| RulesError::new_err(error.to_string()))?;
        Ok(Self { spec })
    }

    /// The pits (holes) of each side.
    #[getter]
    fn pits(&self) -> u32 {
        match self.spec {
            GameSpec::Kalah { rules, .. } => rules.pits(),
            GameSpec::Toguz { rules } => rules.holes(),
        }
    }

    /// The game without the seeds of its start: what databases are named after.
    #[getter]
    fn rules(&self) -> Self {
        self.rules_only()
    }

    fn __str__(&self) -> String {
        self.spec.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.spec)
    }
}

impl Game {
    /// The game without the seeds of its start.
    pub(crate) const fn rules_only(self) -> Self {
        Self {
            spec: self.spec.without_start(),
        }
    }
}

/// A game, or its name.
#[derive(FromPyObject)]
pub(crate) enum GameArgument {
    Game(Game),
    Name(String),
}

impl GameArgument {
    pub(crate) fn game(self) -> PyResult<Game> {
        match self {
            Self::Game(game) => Ok(game),
            Self::Name(name) => Game::new(&name),
        }
    }
}
