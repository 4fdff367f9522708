//! The folder of the databases, and opening the one of a game in it.

use crate::failure::{Failure, Kind};
use clap::Args;
use mancala_endgame::{Database, MANIFEST, ToguzDatabase};
use mancala_position::kalah::KalahRules;
use mancala_position::toguz::ToguzRules;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// Where the databases are.
#[derive(Args)]
pub(crate) struct Db {
    /// The folder of databases, which has a folder for each set of rules; or the folder of one
    /// database [default: solver-data/db]
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
}

/// The folder of databases where none is named.
const STANDARD_FOLDER: &str = "solver-data/db";

impl Db {
    /// The folder of the database for these rules.
    pub(crate) fn folder(&self, rules: &KalahRules) -> PathBuf {
        self.or_below(|root| Database::folder(root, rules))
    }

    /// The folder of the database of the Toguz family for these rules.
    pub(crate) fn toguz_folder(&self, rules: &ToguzRules) -> PathBuf {
        self.or_below(|root| ToguzDatabase::folder(root, rules))
    }

    fn or_below(&self, below: impl Fn(&Path) -> PathBuf) -> PathBuf {
        let folder = self.db.as_deref().unwrap_or(Path::new(STANDARD_FOLDER));
        if folder.join(MANIFEST).exists() {
            folder.to_owned()
        } else {
            below(folder)
        }
    }

    /// The database for these rules.
    pub(crate) fn open(&self, rules: &KalahRules) -> Result<Database, Failure> {
        Database::open(&self.folder(rules), rules)
            .map_err(|error| self.with_hint(error.into(), rules))
    }

    /// The database of the Toguz family for these rules.
    pub(crate) fn open_toguz(&self, rules: &ToguzRules) -> Result<ToguzDatabase, Failure> {
        ToguzDatabase::open(&self.toguz_folder(rules), rules)
            .map_err(|error| self.with_toguz_hint(error.into(), rules))
    }

    /// The database for these rules, if there is one.
    pub(crate) fn find(&self, rules: &KalahRules) -> Result<Option<Database>, Failure> {
        there(Database::open(&self.folder(rules), rules))
    }

    /// The database for these rules, if there is one; in a folder that was named there has to be
    /// one.
    pub(crate) fn expect(&self, rules: &KalahRules) -> Result<Option<Database>, Failure> {
        match self.db {
            Some(_) => self.open(rules).map(Some),
            None => self.find(rules),
        }
    }

    /// The same for the Toguz family.
    pub(crate) fn expect_toguz(
        &self,
        rules: &ToguzRules,
    ) -> Result<Option<ToguzDatabase>, Failure> {
        match self.db {
            Some(_) => self.open_toguz(rules).map(Some),
            None => there(ToguzDatabase::open(&self.toguz_folder(rules), rules)),
        }
    }

    /// The same failure; that of a missing database says how to make it.
    pub(crate) fn with_hint(&self, failure: Failure, rules: &KalahRules) -> Failure {
        missing_hint(failure, format_args!("mancala build {rules} --seeds 16"))
    }

    /// The same for the Toguz family.
    pub(crate) fn with_toguz_hint(&self, failure: Failure, rules: &ToguzRules) -> Failure {
        missing_hint(failure, format_args!("mancala build {rules} --seeds 8"))
    }
}

fn there<D>(database: Result<D, mancala_endgame::Error>) -> Result<Option<D>, Failure> {
    match database {
        Ok(database) => Ok(Some(database)),
        Err(mancala_endgame::Error::Missing { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn missing_hint(failure: Failure, command: impl Display) -> Failure {
    if failure.kind == Kind::DatabaseMissing {
        failure.hint(format_args!("`{command}` makes one"))
    } else {
        failure
    }
}
