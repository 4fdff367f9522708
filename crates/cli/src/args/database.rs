//! The option `--db`: the folder of databases, and opening the database of a game in it.

use crate::failure::{Failure, Kind};
use clap::Args;
use etcetera::base_strategy::{BaseStrategy, choose_base_strategy};
use mancala_endgame::{Database, DatabaseRules, Error};
use mancala_position::kalah::KalahRules;
use mancala_position::toguz::ToguzRules;
use std::env;
use std::fmt::Display;
use std::path::PathBuf;

/// The folder of databases.
#[derive(Args)]
pub(crate) struct Db {
    /// The folder of databases, which has a folder for each set of rules; or the folder of one
    /// database [default: $MANCALA_DB, else solver-data/db if it is there, else the user's data
    /// folder]
    #[arg(long, value_name = "DIR")]
    db: Option<PathBuf>,
}

/// The folder of databases in the repository.
const REPOSITORY_FOLDER: &str = "solver-data/db";

/// The folder of databases without `--db`: that of the variable `MANCALA_DB`, that of the
/// repository if the current folder is one, or that of the user's data.
fn standard_folder() -> PathBuf {
    if let Some(folder) = env::var_os("MANCALA_DB").filter(|folder| !folder.is_empty()) {
        return folder.into();
    }
    let repository = PathBuf::from(REPOSITORY_FOLDER);
    if repository.is_dir() {
        return repository;
    }
    let user = choose_base_strategy().map(|folders| folders.data_dir());
    user.map_or(repository, |data| data.join("mancala").join("db"))
}

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
        let folder = self.db.clone().unwrap_or_else(standard_folder);
        Database::locate(&folder, rules)
    }

    /// Opens the database for these rules, which must exist.
    pub(crate) fn open<R: NamedRules>(&self, rules: &R) -> Result<Database<R>, Failure> {
        rules.check_has_databases()?;
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
    pub(crate) fn open_if_required<R: NamedRules>(
        &self,
        rules: &R,
    ) -> Result<Option<Database<R>>, Failure> {
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
