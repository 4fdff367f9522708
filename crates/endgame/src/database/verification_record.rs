//! The verification record of a database: the layers that were verified, by their hashes, and the
//! level.
//!
//! The record saves a second verification and says how far the database is to be trusted. Damage
//! that comes later is found all the same: every block that is read is compared with its checksum.

use super::Database;
use super::rules::DatabaseRules;
use crate::error::Error;
use crate::jobs::verify::VerifyOptions;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const FILE: &str = "verified.json";

/// A verification that found nothing wrong, kept in a file beside the manifest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct VerificationRecord {
    level: u32,
    samples: u64,
    /// The hashes of the layers, from the smallest on.
    layers: Vec<String>,
}

impl VerificationRecord {
    /// The record of a verification of all layers of a database.
    #[must_use]
    pub fn new<R: DatabaseRules>(database: &Database<R>, options: &VerifyOptions) -> Self {
        let VerifyOptions { level, samples, .. } = *options;
        Self {
            level,
            samples: if level < 3 { 0 } else { samples },
            layers: hashes(database, database.most_seeds()),
        }
    }

    /// The level that was reached.
    #[must_use]
    pub const fn level(&self) -> u32 {
        self.level
    }

    /// The positions that level 3 recomputed; 0 below it.
    #[must_use]
    pub const fn samples(&self) -> u64 {
        self.samples
    }

    /// Reads the record of the layers with up to so many seeds. `None` if there is none, or if they
    /// are no longer the layers that were verified.
    #[must_use]
    pub fn read<R: DatabaseRules>(database: &Database<R>, seeds: u32) -> Option<Self> {
        let text = fs::read(path(database.path())).ok()?;
        let record: Self = serde_json::from_slice(&text).ok()?;
        let layers = hashes(database, seeds);
        record.layers.starts_with(&layers).then_some(record)
    }

    /// Writes the record, unless there is one of a verification that was at least as thorough. A
    /// database on a disk that cannot be written is left without.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the record cannot be written for any other reason.
    pub fn write<R: DatabaseRules>(&self, database: &Database<R>) -> Result<(), Error> {
        let weight = |record: &Self| (record.level, record.samples);
        if Self::read(database, database.most_seeds())
            .is_some_and(|record| weight(&record) >= weight(self))
        {
            return Ok(());
        }
        let written = self.write_file(&path(database.path()));
        ignoring_read_only(database.path(), written)
    }

    fn write_file(&self, path: &Path) -> io::Result<()> {
        let part = path.with_extension("json.part");
        let mut file = File::create(&part)?;
        file.write_all(&serde_json::to_vec_pretty(self)?)?;
        file.sync_all()?;
        fs::rename(&part, path)
    }

    /// Removes the record of a database in which something is wrong.
    ///
    /// # Errors
    ///
    /// As for [`VerificationRecord::write`].
    pub fn remove(folder: &Path) -> Result<(), Error> {
        let removed = match fs::remove_file(path(folder)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        ignoring_read_only(folder, removed)
    }
}

/// A database on a disk that cannot be written is as good as any other.
fn ignoring_read_only(folder: &Path, result: io::Result<()>) -> Result<(), Error> {
    use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
    match result {
        Err(error) if !matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem) => {
            Err(Error::io("write to", folder)(error))
        }
        _ => Ok(()),
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

fn hashes<R: DatabaseRules>(database: &Database<R>, seeds: u32) -> Vec<String> {
    let layers = database.manifest().layers.iter();
    layers
        .take_while(|entry| entry.seeds <= seeds)
        .map(|entry| entry.blake3.clone())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::tasks::build;
    use crate::jobs::build::BuildOptions;
    use crate::monitor::Silent;
    use mancala_position::kalah::KalahRules;

    #[test]
    fn a_record_counts_for_the_layers_it_was_made_of() {
        let rules = KalahRules::new(3).expect("three pits");
        let folder = tempfile::tempdir().expect("a folder");
        let built = |seeds| {
            build(folder.path(), &rules, &BuildOptions::new(seeds), &Silent).expect("it builds");
            Database::open(folder.path(), &rules).expect("it opens")
        };
        let record = |database: &Database<KalahRules>, level| {
            let options = VerifyOptions {
                level,
                samples: 100,
                ..VerifyOptions::default()
            };
            VerificationRecord::new(database, &options)
        };
        let small = built(3);
        assert_eq!(VerificationRecord::read(&small, 3), None);
        let thorough = record(&small, 3);
        thorough.write(&small).expect("it is written");
        assert_eq!(VerificationRecord::read(&small, 2), Some(thorough.clone()));
        // Less does not replace more.
        record(&small, 1).write(&small).expect("it is kept");
        assert_eq!(VerificationRecord::read(&small, 3), Some(thorough.clone()));

        let large = built(5);
        assert_eq!(VerificationRecord::read(&large, 3), Some(thorough));
        assert_eq!(VerificationRecord::read(&large, 4), None);
        let all = record(&large, 1);
        all.write(&large).expect("it is written");
        assert_eq!(VerificationRecord::read(&large, 5), Some(all));

        for _ in 0..2 {
            VerificationRecord::remove(folder.path()).expect("it is removed");
        }
        assert_eq!(VerificationRecord::read(&large, 0), None);
    }
}
