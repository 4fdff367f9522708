//! The tablebase of an engine: from a database on disk, or computed when the engine is made.

use mancala_endgame::{Database, Error, Silent, Tablebase, ToguzValues};
use mancala_position::GameSpec;
use mancala_position::kalah::KalahPosition;
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// The default of [`TablebaseSource::balls`].
pub const COMPUTED_BALLS: u32 = 4;

/// The most balls of boards whose values are computed when an engine is made: more takes minutes.
pub const MAX_COMPUTED_BALLS: u32 = 8;

/// The source of a tablebase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TablebaseSource<'a> {
    /// The folder of the database, or of databases of several rules.
    pub database: Option<&'a Path>,
    /// Without a database, for the Toguz family: the values of all boards of up to so many balls
    /// are computed, of no more than [`MAX_COMPUTED_BALLS`].
    pub balls: u32,
}

/// The tablebase of the game that an engine plays, or none. Clones share it.
#[derive(Clone, Default)]
pub struct EngineTablebase {
    pub(super) kalah: Option<Arc<dyn Tablebase<KalahPosition>>>,
    pub(super) toguz: Option<Arc<dyn Tablebase<ToguzPosition>>>,
}

impl EngineTablebase {
    /// The tablebase of a game from a source.
    ///
    /// # Errors
    ///
    /// Those of [`Database::open`] and [`ToguzValues::compute`].
    pub fn open(spec: &GameSpec, source: &TablebaseSource<'_>) -> Result<Self, Error> {
        match (spec, source.database) {
            (GameSpec::Kalah { .. }, None) => Ok(Self::default()),
            (GameSpec::Kalah { rules, .. }, Some(folder)) => {
                let folder = Database::locate(folder, rules);
                Ok(Self::with_values(Database::open(&folder, rules)?))
            }
            (GameSpec::Toguz { rules }, Some(folder)) => {
                let folder = Database::locate(folder, rules);
                Ok(Self::with_guarantees(Database::open(&folder, rules)?))
            }
            (GameSpec::Toguz { rules }, None) => Self::compute(rules, source.balls),
        }
    }

    fn compute(rules: &ToguzRules, balls: u32) -> Result<Self, Error> {
        if balls == 0 {
            return Ok(Self::default());
        }
        let balls = balls.min(MAX_COMPUTED_BALLS);
        let values = ToguzValues::compute(rules, balls, 1, &Silent)?;
        Ok(Self::with_guarantees(values))
    }

    /// A tablebase of Kalah.
    #[must_use]
    pub fn with_values(tablebase: impl Tablebase<KalahPosition> + 'static) -> Self {
        Self {
            kalah: Some(Arc::new(tablebase)),
            toguz: None,
        }
    }

    /// A tablebase of the Toguz family.
    #[must_use]
    pub fn with_guarantees(tablebase: impl Tablebase<ToguzPosition> + 'static) -> Self {
        Self {
            kalah: None,
            toguz: Some(Arc::new(tablebase)),
        }
    }

    /// The most seeds on the board of a position that is known; 0 if none is.
    #[must_use]
    pub fn most_seeds(&self) -> u32 {
        let kalah = self.kalah.as_ref().map(|tablebase| tablebase.most_seeds());
        let toguz = self.toguz.as_ref().map(|tablebase| tablebase.most_seeds());
        kalah.or(toguz).unwrap_or(0)
    }
}

impl fmt::Debug for EngineTablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineTablebase")
            .field("most_seeds", &self.most_seeds())
            .finish_non_exhaustive()
    }
}
