//! The database of a proof: built if it is not there, verified, and cut to the seeds wanted.

use crate::prover::error::ProverError;
use crate::prover::event::{ProofEvent, ProofObserver};
use crate::prover::resources::Resources;
use mancala_endgame::{
    BuildOptions, Database, Error, Tablebase, VerificationRecord, VerifyOptions, build,
    verify_and_record,
};
use mancala_position::kalah::{KalahPosition, KalahRules};
use std::path::Path;
use std::time::{Duration, Instant};

/// The level at which a new database is verified: a sample of its positions is recomputed.
const VERIFIED_LEVEL: u32 = 3;

/// A verified database of which a proof uses the layers with up to so many seeds, so that a proof
/// with given seeds is the same whatever else is on the disk.
#[derive(Debug)]
pub struct ProofDatabase {
    database: Database<KalahRules>,
    seeds: u32,
    build_time: Option<Duration>,
    verification: Option<VerificationRecord>,
}

/// The place of a proof's database, and the program's name for the manifest of a new one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Location<'a> {
    pub(super) folder: &'a Path,
    pub(super) rules: &'a KalahRules,
    pub(super) commit: Option<&'a str>,
}

impl Location<'_> {
    /// The database that is there, if there is one.
    pub(super) fn find(&self) -> Result<Option<Database<KalahRules>>, Error> {
        match Database::open(self.folder, self.rules) {
            Ok(database) => Ok(Some(database)),
            Err(Error::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Builds the layers with up to so many seeds that are missing.
    fn build(
        &self,
        seeds: u32,
        resources: &Resources,
        observer: &dyn ProofObserver,
    ) -> Result<Duration, ProverError> {
        observer.event(&ProofEvent::BuildingDatabase {
            folder: self.folder,
            seeds,
        });
        let options = BuildOptions {
            threads: resources.threads,
            memory: resources.memory_bytes,
            commit: self.commit.map(str::to_owned),
            command: format!("mancala build {} --seeds {seeds}", self.rules),
            ..BuildOptions::new(seeds)
        };
        let report = build(self.folder, self.rules, &options, observer)?;
        if !report.complete {
            let layers = u64::from(seeds) + 1;
            return Err(ProverError::BuildStopped { report, layers });
        }
        Ok(report.elapsed)
    }
}

impl ProofDatabase {
    /// The database with up to so many seeds. What is missing of it is built, and it is verified
    /// unless there is a record of that.
    pub(super) fn prepare(
        location: &Location<'_>,
        seeds: u32,
        existing: Option<Database<KalahRules>>,
        resources: &Resources,
        observer: &dyn ProofObserver,
    ) -> Result<Self, ProverError> {
        let mut build_time = None;
        let database = match existing {
            Some(database) if database.most_seeds() >= seeds => database,
            _ => {
                build_time = Some(location.build(seeds, resources, observer)?);
                Database::open(location.folder, location.rules)?
            }
        };
        let verification = match VerificationRecord::read(&database, seeds) {
            Some(record) => record,
            None => verified(&database, resources.threads, observer)?,
        };
        Ok(Self {
            database: unpacked(database, seeds, resources, observer)?,
            seeds,
            build_time,
            verification: Some(verification),
        })
    }

    /// A database as it is, with all its layers. It is not verified.
    #[must_use]
    pub fn existing(database: Database<KalahRules>) -> Self {
        let seeds = database.most_seeds();
        Self {
            verification: VerificationRecord::read(&database, seeds),
            seeds,
            database,
            build_time: None,
        }
    }

    /// The same with the layers that the proof uses in memory, where look-ups take less time than
    /// in files.
    pub(super) fn loaded(
        self,
        threads: usize,
        observer: &dyn ProofObserver,
    ) -> Result<Self, ProverError> {
        observer.event(&ProofEvent::LoadingDatabase {
            bytes: self.bytes(),
        });
        let database = self.database.loaded(self.seeds, threads, observer)?;
        Ok(Self { database, ..self })
    }

    /// The database, which may have more layers than the proof uses.
    #[must_use]
    pub const fn database(&self) -> &Database<KalahRules> {
        &self.database
    }

    /// The seeds of the largest layer that the proof uses.
    #[must_use]
    pub const fn seeds(&self) -> u32 {
        self.seeds
    }

    /// The bytes of the layers that the proof uses.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let layers = self.database.manifest().layers.iter();
        let used = layers.filter(|entry| entry.seeds <= self.seeds);
        used.map(|entry| entry.bytes).sum()
    }

    /// The time of the build, if a part of the database was missing.
    #[must_use]
    pub const fn build_time(&self) -> Option<Duration> {
        self.build_time
    }

    /// The record of the verification, if there is one.
    #[must_use]
    pub const fn verification(&self) -> Option<&VerificationRecord> {
        self.verification.as_ref()
    }
}

/// Verifies a database, and writes the record of that.
fn verified(
    database: &Database<KalahRules>,
    threads: usize,
    observer: &dyn ProofObserver,
) -> Result<VerificationRecord, ProverError> {
    let options = VerifyOptions {
        level: VERIFIED_LEVEL,
        threads,
        ..VerifyOptions::default()
    };
    let folder = database.path();
    let begun = Instant::now();
    let found = match verify_and_record(folder, database.rules(), &options, observer) {
        Err(Error::Interrupted) => return Err(ProverError::VerificationStopped),
        found => found?,
    };
    if let Some(mismatch) = found.first_mismatch {
        return Err(ProverError::DatabaseWrong {
            folder: folder.to_owned(),
            mismatch,
        });
    }
    observer.event(&ProofEvent::DatabaseVerified {
        level: options.level,
        elapsed: begun.elapsed(),
    });
    Ok(VerificationRecord::new(database, &options))
}

/// The database with its archived layers in memory: a search makes too many look-ups to decompress
/// for each of them.
fn unpacked(
    database: Database<KalahRules>,
    seeds: u32,
    resources: &Resources,
    observer: &dyn ProofObserver,
) -> Result<Database<KalahRules>, ProverError> {
    let layers = database.manifest().layers.iter();
    let archived =
        layers.filter(|entry| entry.seeds <= seeds && database.layer(entry.seeds).is_none());
    let bytes: u64 = archived.map(|entry| entry.bytes).sum();
    if bytes == 0 {
        return Ok(database);
    }
    if bytes > resources.memory_bytes {
        return Err(ProverError::ArchiveMemory {
            seeds,
            needed: bytes,
            available: resources.memory_bytes,
        });
    }
    observer.event(&ProofEvent::UnpackingArchives { bytes });
    Ok(database.unpacked(seeds, resources.threads, observer)?)
}

impl Tablebase<KalahPosition> for ProofDatabase {
    fn rules(&self) -> Option<&KalahRules> {
        Some(self.database.rules())
    }

    #[inline(always)]
    fn most_seeds(&self) -> u32 {
        self.seeds
    }

    #[inline(always)]
    fn probe(&self, position: &KalahPosition) -> Result<Option<i32>, Error> {
        self.database.probe(position)
    }

    #[inline(always)]
    fn probe_batch(
        &self,
        positions: &[KalahPosition],
        values: &mut [Option<i32>],
    ) -> Result<(), Error> {
        self.database.probe_batch(positions, values)
    }
}
