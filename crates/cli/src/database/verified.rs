//! The file `verified.json` beside a database: which layers have been verified, identified by their
//! hashes, and at which level.
//!
//! It saves verifying the same layers before each proof, and the answers of proofs cite it. Later
//! damage is still detected: every block is compared with its checksum when it is read.

use crate::output::AtomicFile;
use mancala_endgame::{Database, DatabaseRules};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const FILE: &str = "verified.json";

/// A verification without mismatches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Verified {
    /// The level of the verification.
    pub(crate) level: u32,
    /// The positions that level 3 recomputed; 0 below level 3.
    pub(crate) samples: u64,
    /// The hashes of the layers, in the order of their seeds.
    layers: Vec<String>,
}

impl Verified {
    /// A verification of all layers of a database.
    pub(crate) fn new<R: DatabaseRules>(database: &Database<R>, level: u32, samples: u64) -> Self {
        Self {
            level,
            samples: if level < 3 { 0 } else { samples },
            layers: hashes(database, database.most_seeds()),
        }
    }

    /// Reads the verification of the layers with up to so many seeds; none if they have been built
    /// anew since.
    pub(crate) fn read<R: DatabaseRules>(database: &Database<R>, seeds: u32) -> Option<Self> {
        let text = fs::read(path(database.path())).ok()?;
        let record: Self = serde_json::from_slice(&text).ok()?;
        let layers = hashes(database, seeds);
        record.layers.starts_with(&layers).then_some(record)
    }

    /// Writes the file, unless it has a verification as thorough.
    pub(crate) fn write<R: DatabaseRules>(&self, database: &Database<R>) -> io::Result<()> {
        let weight = |record: &Self| (record.level, record.samples);
        if Self::read(database, database.most_seeds())
            .is_some_and(|record| weight(&record) >= weight(self))
        {
            return Ok(());
        }
        let content = serde_json::to_vec_pretty(self)?;
        AtomicFile::write_whole(&path(database.path()), &content)
            .map(drop)
            .map_err(|error| error.source)
    }

    /// Removes the file of a database in which something is wrong.
    pub(crate) fn remove(folder: &Path) -> io::Result<()> {
        match fs::remove_file(path(folder)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
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
    use mancala_endgame::{BuildOptions, Silent, build};
    use mancala_position::kalah::KalahRules;

    #[test]
    fn a_record_counts_for_the_layers_it_was_made_of() {
        let rules = KalahRules::new(3).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let built = |seeds| {
            build(folder.path(), &rules, &BuildOptions::new(seeds), &Silent).unwrap();
            Database::open(folder.path(), &rules).unwrap()
        };
        let small = built(3);
        assert_eq!(Verified::read(&small, 3), None);
        let thorough = Verified::new(&small, 3, 100);
        thorough.write(&small).unwrap();
        assert_eq!(Verified::read(&small, 2), Some(thorough.clone()));
        // A lower level does not replace a higher one.
        Verified::new(&small, 1, 100).write(&small).unwrap();
        assert_eq!(Verified::read(&small, 3), Some(thorough.clone()));

        let large = built(5);
        assert_eq!(Verified::read(&large, 3), Some(thorough));
        assert_eq!(Verified::read(&large, 4), None);
        let all = Verified::new(&large, 1, 100);
        all.write(&large).unwrap();
        assert_eq!(Verified::read(&large, 5), Some(all));

        Verified::remove(folder.path()).unwrap();
        Verified::remove(folder.path()).unwrap();
        assert_eq!(Verified::read(&large, 0), None);
    }
}
