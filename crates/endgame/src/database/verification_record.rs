//! The verification record of a database, in the file `verified.json`: the level, and the layers
//! that were verified, by their hashes.
//!
//! It saves verifying the same layers before each proof, and the results of proofs cite it. Later
//! damage is still detected: every block is compared with its checksum when it is read.

use super::Database;
use super::database_rules::DatabaseRules;
use super::tasks::verify;
use crate::error::Error;
use crate::format::manifest::Manifest;
use crate::jobs::verify::{Verification, VerifyOptions};
use crate::monitor::Monitor;
use crate::system::files::read_file;
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
    /// The record of a verification of all layers of a database that found nothing wrong.
    #[must_use]
    pub fn new<R: DatabaseRules>(database: &Database<R>, options: &VerifyOptions) -> Self {
        Self::of(database.manifest(), options)
    }

    fn of<S>(manifest: &Manifest<S>, options: &VerifyOptions) -> Self {
        let VerifyOptions { level, samples, .. } = *options;
        Self {
            level,
            samples: if level < 3 { 0 } else { samples },
            layers: hashes(manifest, u32::MAX),
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
        Self::read_for(database.path(), &hashes(database.manifest(), seeds))
    }

    fn read_for(folder: &Path, layers: &[String]) -> Option<Self> {
        let text = read_file(&path(folder)).ok()?;
        let record: Self = serde_json::from_slice(&text).ok()?;
        record.layers.starts_with(layers).then_some(record)
    }

    /// Writes the record, unless there is one of a verification that was at least as thorough.
    fn write(&self, folder: &Path) -> Result<(), Error> {
        let weight = |record: &Self| (record.level, record.samples);
        if Self::read_for(folder, &self.layers)
            .is_some_and(|record| weight(&record) >= weight(self))
        {
            return Ok(());
        }
        tolerating_no_room(folder, self.write_file(&path(folder)))
    }

    fn write_file(&self, path: &Path) -> io::Result<()> {
        let part = path.with_extension("json.part");
        let write = || {
            let mut file = File::create(&part)?;
            file.write_all(&serde_json::to_vec_pretty(self)?)?;
            file.sync_all()?;
            fs::rename(&part, path)
        };
        write().inspect_err(|_| {
            // What is left of it is of no use, and may not even exist.
            let _ = fs::remove_file(&part);
        })
    }

    /// Removes the record of a database in which something is wrong.
    fn remove(folder: &Path) -> Result<(), Error> {
        let removed = match fs::remove_file(path(folder)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
        tolerating_no_room(folder, removed)
    }
}

/// Verifies a database folder as [`verify`](crate::verify()) does, and keeps the record of that: it
/// is written if nothing is wrong, unless there is one of a more thorough verification, and removed
/// if something is. A database on a disk that cannot be written, or is full, is left without.
///
/// # Errors
///
/// Those of [`verify`](crate::verify()), and [`Error::Io`] if the record cannot be written.
pub fn verify_and_record<R: DatabaseRules>(
    folder: &Path,
    rules: &R,
    options: &VerifyOptions,
    monitor: &dyn Monitor,
) -> Result<Verification<R::Value>, Error> {
    let found = verify(folder, rules, options, monitor)?;
    if found.ok() {
        let manifest = Manifest::read(folder, rules)?;
        VerificationRecord::of(&manifest, options).write(folder)?;
    } else {
        VerificationRecord::remove(folder)?;
    }
    Ok(found)
}

/// A database on a disk that is read-only or full can be used without the record.
fn tolerating_no_room(folder: &Path, result: io::Result<()>) -> Result<(), Error> {
    use io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
    match result {
        Err(error)
            if !matches!(
                error.kind(),
                PermissionDenied | ReadOnlyFilesystem | StorageFull | QuotaExceeded
            ) =>
        {
            Err(Error::io("write to", folder)(error))
        }
        _ => Ok(()),
    }
}

fn path(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

fn hashes<S>(manifest: &Manifest<S>, seeds: u32) -> Vec<String> {
    let layers = manifest.layers.iter();
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

    /// A record that cannot be written leaves nothing behind. The folder in its place stands for a
    /// full disk, which a test has not got.
    #[test]
    fn a_record_that_is_not_written_leaves_no_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = VerificationRecord {
            level: 1,
            samples: 0,
            layers: Vec::new(),
        };
        let path = path(folder.path());
        fs::create_dir_all(path.join("occupied")).expect("a folder");
        record
            .write_file(&path)
            .expect_err("a folder is in its place");
        let names = fs::read_dir(folder.path()).expect("readable");
        let names: Vec<_> = names
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        assert_eq!(names, [FILE]);
        let full = || Err(io::Error::from(io::ErrorKind::StorageFull));
        assert!(tolerating_no_room(folder.path(), full()).is_ok());
        let other = Err(io::Error::from(io::ErrorKind::NotADirectory));
        assert!(tolerating_no_room(folder.path(), other).is_err());
    }

    #[test]
    fn a_record_counts_for_the_layers_it_was_made_of() {
        let rules = KalahRules::new(3).expect("three pits");
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        let built = |seeds| {
            build(folder, &rules, &BuildOptions::new(seeds), &Silent).expect("it builds");
            Database::open(folder, &rules).expect("it opens")
        };
        let verified = |level| {
            let options = VerifyOptions {
                level,
                samples: 100,
                ..VerifyOptions::default()
            };
            let found = verify_and_record(folder, &rules, &options, &Silent).expect("it verifies");
            assert!(found.ok());
        };
        let record = |database: &Database<KalahRules>, seeds| {
            VerificationRecord::read(database, seeds)
                .map(|record| (record.level(), record.samples()))
        };
        let small = built(3);
        assert_eq!(record(&small, 3), None);
        verified(3);
        assert_eq!(record(&small, 2), Some((3, 100)));
        // A lower level does not replace a higher one.
        verified(1);
        assert_eq!(record(&small, 3), Some((3, 100)));

        let large = built(5);
        assert_eq!(record(&large, 3), Some((3, 100)));
        assert_eq!(record(&large, 4), None);
        verified(1);
        assert_eq!(record(&large, 5), Some((1, 0)));
        drop((small, large));

        // The record of a damaged database is removed.
        let layer = folder.join("004.layer");
        let mut bytes = fs::read(&layer).expect("readable");
        // Values begin behind a front of 4096 bytes.
        bytes[4096] ^= 1;
        fs::write(&layer, bytes).expect("writable");
        let options = VerifyOptions::default();
        let found = verify_and_record(folder, &rules, &options, &Silent).expect("it verifies");
        assert!(!found.ok());
        assert!(!path(folder).exists());
    }
}
