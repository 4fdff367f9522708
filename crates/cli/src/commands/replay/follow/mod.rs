//! Following recorded games through an endgame database.

mod kalah;
mod report;
mod toguz;

pub(super) use report::{Followed, Mistake};

use crate::args::Db;
use crate::failure::Failure;
use mancala_endgame::{Database, LayerRules};
use mancala_position::kalah::KalahRules;
use mancala_position::toguz::ToguzRules;
use mancala_position::{GameHistory, GameSpec, GameState};
use report::Contradiction;

/// The database of a game, and what it says of the games that were followed.
pub(super) struct Follower {
    database: FollowedDatabase,
    report: Followed,
}

/// The database of either family.
enum FollowedDatabase {
    Kalah(Box<Database<KalahRules>>),
    Toguz(Box<Database<ToguzRules>>),
}

impl Follower {
    /// Opens the database of a game.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub(super) fn open(db: &Db, game: &GameSpec) -> Result<Self, Failure> {
        Ok(match game {
            GameSpec::Kalah { rules, .. } => {
                let database = db.open(rules)?;
                Self {
                    report: Followed::new(&database, "seed"),
                    database: FollowedDatabase::Kalah(Box::new(database)),
                }
            }
            GameSpec::Toguz { rules } => {
                let database = db.open(rules)?;
                Self {
                    report: Followed::new(&database, "ball"),
                    database: FollowedDatabase::Toguz(Box::new(database)),
                }
            }
        })
    }

    /// Follows a game, if it is one of the database's rules, and gives what goes against the
    /// database. `place` is the game's file and its number there.
    pub(super) fn follow(
        &mut self,
        history: &GameHistory,
        place: (&str, usize),
    ) -> Result<Vec<Contradiction>, Failure> {
        match (&self.database, history.start()) {
            (FollowedDatabase::Kalah(database), GameState::Kalah { rules, .. })
                if LayerRules::id(rules) == LayerRules::id(database.rules()) =>
            {
                kalah::follow(&mut self.report, database, history, place)?;
                Ok(Vec::new())
            }
            (FollowedDatabase::Toguz(database), GameState::Toguz { rules, .. })
                if LayerRules::id(rules) == LayerRules::id(database.rules()) =>
            {
                toguz::follow(&mut self.report, database, rules, history, place)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The database's verdict on all games.
    pub(super) fn into_report(self) -> Followed {
        self.report
    }
}
