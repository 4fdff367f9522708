//! What an engine knows of endgames.

use mancala_endgame::{Database, Error, Silent, Tablebase, ToguzValues};
use mancala_position::GameSpec;
use mancala_position::kalah::KalahPosition;
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use std::path::Path;
use std::sync::Arc;

/// The balls up to which values of the Toguz family are computed unless another number is asked for.
pub const COMPUTED_BALLS: u32 = 4;

/// The most balls for which values of the Toguz family are computed at the start: more takes minutes.
pub const MAX_COMPUTED_BALLS: u32 = 8;

/// Where knowledge of endgames comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sources<'a> {
    /// The folder of the database, or of databases.
    pub database: Option<&'a Path>,
    /// Toguz family without a database: the values of all boards with up to so many balls are computed, of at most
    /// [`MAX_COMPUTED_BALLS`].
    pub balls: u32,
}

/// Values of positions with few seeds, for the game that an engine plays. It is shared, not copied.
#[derive(Clone, Default)]
pub struct Knowledge {
    /// Of Kalah under the rules of the engine.
    pub(super) kalah: Option<Arc<dyn Tablebase<KalahPosition>>>,
    /// Of the game of the Toguz family under its rules.
    pub(super) toguz: Option<Arc<dyn Tablebase<ToguzPosition>>>,
}

impl Knowledge {
    /// What the sources say of a game.
    ///
    /// # Errors
    ///
    /// [`Error`] if there is no such database or it cannot be read, or for want of memory or threads.
    pub fn new(spec: &GameSpec, sources: &Sources<'_>) -> Result<Self, Error> {
        match (spec, sources.database) {
            (GameSpec::Kalah { .. }, None) => Ok(Self::default()),
            (GameSpec::Kalah { rules, .. }, Some(folder)) => {
                let folder = Database::locate(folder, rules);
                Ok(Self::of_kalah(Database::open(&folder, rules)?))
            }
            (GameSpec::Toguz { rules }, Some(folder)) => {
                let folder = Database::locate(folder, rules);
                Ok(Self::of_toguz(Database::open(&folder, rules)?))
            }
            (GameSpec::Toguz { rules }, None) => Self::compute(rules, sources.balls),
        }
    }

    fn compute(rules: &ToguzRules, balls: u32) -> Result<Self, Error> {
        if balls == 0 {
            return Ok(Self::default());
        }
        let balls = balls.min(MAX_COMPUTED_BALLS);
        let values = ToguzValues::compute(rules, balls, 1, &Silent)?;
        Ok(Self::of_toguz(values))
    }

    /// What an oracle of Kalah knows; the engine refuses one of other rules.
    #[must_use]
    pub fn of_kalah(endgames: impl Tablebase<KalahPosition> + 'static) -> Self {
        Self {
            kalah: Some(Arc::new(endgames)),
            toguz: None,
        }
    }

    /// What an oracle of the Toguz family knows; the engine refuses one of other rules.
    #[must_use]
    pub fn of_toguz(endgames: impl Tablebase<ToguzPosition> + 'static) -> Self {
        Self {
            kalah: None,
            toguz: Some(Arc::new(endgames)),
        }
    }

    /// The most seeds on a board whose value is known; 0 if none is.
    #[must_use]
    pub fn most_seeds(&self) -> u32 {
        let kalah = self.kalah.as_ref().map(|endgames| endgames.most_seeds());
        let toguz = self.toguz.as_ref().map(|endgames| endgames.most_seeds());
        kalah.or(toguz).unwrap_or(0)
    }
}
