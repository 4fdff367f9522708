//! The option `--db`: the folder of databases, and opening the database of a game in it.

use crate::failure::{Failure, Kind};
use clap::Args;
use mancala_endgame::{Database, DatabaseRules, Error};
use mancala_position::kalah::KalahRules;
use mancala_position::toguz::ToguzRules;
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// The folder of databases.
#[derive(Args)]
pub(crate) struct Db {
    /// The folder of databases, which has a folder for each set of rules; or the folder of one
    /// database [default: solver-data/db]
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
}

/// The folder of databases without `--db`.
const STANDARD_FOLDER: &str = "solver-data/db";

/// Rules with the name that `mancala build` takes.
pub(crate) trait NamedRules: DatabaseRules + Display {
    /// The `--seeds` of the example that builds a missing database: one that takes seconds.
    const EXAMPLE_SEEDS: u32;
}

impl NamedRules for KalahRules {
    const EXAMPLE_SEEDS: u32 = 16;
}

impl NamedRules for ToguzRules {
    const EXAMPLE_SEEDS: u32 = 8;
}

impl Db {
    /// The folder of the database for these rules.
    pub(crate) fn folder<R: DatabaseRules>(&self, rules: &R) -> PathBuf {
        let folder = self.db.as_deref().unwrap_or(Path::new(STANDARD_FOLDER));
        Database::locate(folder, rules)
    }

    /// Opens the database for these rules, which must exist.
    pub(crate) fn open<R: NamedRules>(&self, rules: &R) -> Result<Database<R>, Failure> {
        Database::open(&self.folder(rules), rules)
            .map_err(|error| self.with_hint(error.into(), rules))
    }

    /// Opens the database for these rules, if it exists.
    pub(crate) fn find<R: NamedRules>(&self, rules: &R) -> Result<Option<Database<R>>, Failure> {
        match Database::open(&self.folder(rules), rules) {
            Ok(database) => Ok(Some(database)),
            Err(Error::Missing { .. }) => Ok(None),
            Err(error) => Err(self.with_hint(error.into(), rules)),
        }
    }

    /// Opens the database for these rules, if it exists. An explicitly given `--db` must contain
    /// it.
    pub(crate) fn expect<R: NamedRules>(&self, rules: &R) -> Result<Option<Database<R>>, Failure> {
        match self.db {
            Some(_) => self.open(rules).map(Some),
            None => self.find(rules),
        }
    }

    /// Adds to the failure of a missing or damaged database the command that builds it, or repairs
    /// it.
    pub(crate) fn with_hint<R: NamedRules>(&self, failure: Failure, rules: &R) -> Failure {
        match failure.kind {
            Kind::DatabaseMissing => {
                let seeds = R::EXAMPLE_SEEDS;
                failure.hint(format_args!(
                    "`mancala build {rules} --seeds {seeds}{}` makes one",
                    self.option()
                ))
            }
            Kind::DatabaseDamaged => failure.hint(format_args!(
                "`mancala verify {rules} --repair{}` builds damaged layers again",
                self.option()
            )),
            _ => failure,
        }
    }

    /// The option as it was given, with a blank before it, for a command in a hint.
    fn option(&self) -> String {
        match &self.db {
            Some(folder) => format!(" --db {}", folder.display()),
            None => String::new(),
        }
    }
}
