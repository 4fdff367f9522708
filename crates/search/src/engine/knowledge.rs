//! What an engine knows of endgames.

use crate::analysis::Endgames;
use mancala_endgame::Database;
use mancala_position::GameSpec;
use mancala_position::kalah::KalahPosition;
use mancala_position::toguz::ToguzPosition;
use std::path::Path;
use std::sync::Arc;

/// Values of positions with few seeds, for the game that an engine plays. It is shared, not copied.
#[derive(Clone, Default)]
pub struct Knowledge {
    /// Of Kalah under the rules of the engine.
    pub(super) kalah: Option<Arc<dyn Endgames<KalahPosition>>>,
    /// Of the game of the Toguz family under its rules.
    pub(super) toguz: Option<Arc<dyn Endgames<ToguzPosition>>>,
}

impl Knowledge {
    /// The endgame database of a game: that in the folder, or that for the game's rules in a folder of databases.
    ///
    /// # Errors
    ///
    /// [`mancala_endgame::Error`] if there is no such database, or it cannot be read.
    pub fn open(folder: &Path, spec: &GameSpec) -> Result<Self, mancala_endgame::Error> {
        match spec {
            GameSpec::Kalah { rules, .. } => {
                let folder = if folder.join(mancala_endgame::MANIFEST).exists() {
                    folder.to_owned()
                } else {
                    Database::folder(folder, rules)
                };
                let database = Database::open(&folder, rules)?;
                Ok(Self {
                    kalah: Some(Arc::new(database)),
                    toguz: None,
                })
            }
            GameSpec::Toguz { .. } => Ok(Self::default()),
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
