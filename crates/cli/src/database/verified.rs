//! The record of what has been verified, kept beside a database: which layers, by their hashes, and
//! how thoroughly.
//!
//! It is a convenience that saves work and says what a proof rests on. Damage that comes later is
//! found all the same: every block that is read is compared with its checksum.

use crate::output::AtomicFile;
use mancala_endgame::{Database, DatabaseRules};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const FILE: &str = "verified.json";

/// A verification that found nothing wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Verified {
    /// The level that was reached.
    pub(crate) level: u32,
    /// The positions that level 3 recomputed; 0 below it.
    pub(crate) samples: u64,
    /// The hashes of the layers, from 0 seeds on.
    layers: Vec<String>,
}

impl Verified {
    /// What was found out about all layers of a database.
    pub(crate) fn new<R: DatabaseRules>(database: &Database<R>, level: u32, samples: u64) -> Self {
        Self {
            level,
            samples: if level < 3 { 0 } else { samples },
            layers: hashes(database, database.most_seeds()),
        }
    }

    /// What is on record of the layers with up to so many seeds, if they are still the ones that
    /// were verified.
    pub(crate) fn read<R: DatabaseRules>(database: &Database<R>, seeds: u32) -> Option<Self> {
        let text = fs::read(path(database.path())).ok()?;
        let record: Self = serde_json::from_slice(&text).ok()?;
        let layers = hashes(database, seeds);
        record.layers.starts_with(&layers).then_some(record)
    }

    /// Puts it on record, unless what is there says as much already.
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

    /// Takes the record away: something is wrong with the database.
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
        // Less does not replace more.
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
