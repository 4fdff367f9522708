//! What a proof stands on: a database, built if it is not there, checked, and cut to the seeds
//! asked for.

use crate::args::Db;
use crate::database::{Verified, build_database, check};
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::progress::Progress;
use crate::text::duration::{millis, shown};
use crate::text::numbers::grouped;
use crate::text::size::Size;
use mancala_endgame::{BuildOptions, Database, Error, Tablebase, VerifyOptions};
use mancala_position::kalah::{KalahPosition, KalahRules};
use serde::Serialize;
use std::time::{Duration, Instant};

/// A database of which only the layers with up to so many seeds are used, so that a proof with
/// given seeds is the same whatever else is on the disk.
pub(crate) struct Ground {
    database: Database<KalahRules>,
    seeds: u32,
    built: Option<Duration>,
    verified: Option<Verified>,
}

/// A database in an answer.
#[derive(Clone, Serialize)]
pub(crate) struct DatabaseEntry {
    pub(crate) path: String,
    pub(crate) seeds: u32,
    pub(crate) build_ms: u64,
    pub(crate) verified_level: u32,
    #[serde(skip)]
    pub(crate) built: Option<Duration>,
    #[serde(skip)]
    pub(crate) samples: u64,
}

/// What making the ground may take.
pub(crate) struct Work<'a> {
    pub(crate) output: &'a Output,
    pub(crate) progress: &'a Progress,
    pub(crate) threads: usize,
    pub(crate) memory: u64,
}

impl Ground {
    /// The database with up to so many seeds; what is missing of it is built, and all of it is
    /// checked unless that is on record.
    pub(crate) fn prepare(
        db: &Db,
        rules: &KalahRules,
        seeds: u32,
        existing: Option<Database<KalahRules>>,
        work: &Work<'_>,
    ) -> Result<Self, Failure> {
        let mut built = None;
        let database = match existing {
            Some(database) if database.most_seeds() >= seeds => database,
            _ => {
                let folder = db.folder(rules);
                work.output.note(format_args!(
                    "building the database to {seeds} seeds in {}",
                    folder.display()
                ));
                let options = BuildOptions {
                    threads: work.threads,
                    memory: work.memory,
                    ..BuildOptions::new(seeds)
                };
                let report = build_database(&folder, rules, options, work.progress)?;
                built = Some(report.elapsed);
                db.open(rules)?
            }
        };
        let verified = match Verified::read(&database, seeds) {
            Some(record) => record,
            None => verify(&database, rules, work)?,
        };
        let database = unpacked(database, seeds, work)?;
        Ok(Self {
            database,
            seeds,
            built,
            verified: Some(verified),
        })
    }

    /// The database as it is, for a look-up.
    pub(crate) fn of(database: Database<KalahRules>) -> Self {
        Self {
            seeds: database.most_seeds(),
            verified: Verified::read(&database, database.most_seeds()),
            database,
            built: None,
        }
    }

    /// The bytes of the layers that are used.
    pub(crate) fn bytes(&self) -> u64 {
        let layers = self.database.manifest().layers.iter();
        let used = layers.filter(|entry| entry.seeds <= self.seeds);
        used.map(|entry| entry.bytes).sum()
    }

    /// The same in memory, where looking something up takes less time than in files.
    pub(crate) fn in_memory(self, work: &Work<'_>) -> Result<Self, Failure> {
        work.output.note(format_args!(
            "loading the database into memory, {}",
            Size(self.bytes())
        ));
        let database = self
            .database
            .loaded(self.seeds, work.threads, work.progress)?;
        Ok(Self { database, ..self })
    }

    pub(crate) const fn database(&self) -> &Database<KalahRules> {
        &self.database
    }

    pub(crate) fn entry(&self) -> DatabaseEntry {
        DatabaseEntry {
            path: self.database.path().display().to_string(),
            seeds: self.seeds,
            build_ms: self.built.map_or(0, millis),
            verified_level: self.verified.as_ref().map_or(0, |record| record.level),
            built: self.built,
            samples: self.verified.as_ref().map_or(0, |record| record.samples),
        }
    }
}

/// The database with its archived layers in memory: a search looks up too much to decompress for
/// each value.
fn unpacked(
    database: Database<KalahRules>,
    seeds: u32,
    work: &Work<'_>,
) -> Result<Database<KalahRules>, Failure> {
    let layers = database.manifest().layers.iter();
    let archived =
        layers.filter(|entry| entry.seeds <= seeds && database.layer(entry.seeds).is_none());
    let bytes: u64 = archived.map(|entry| entry.bytes).sum();
    if bytes == 0 {
        return Ok(database);
    }
    if bytes > work.memory {
        return Err(Failure::new(
            Kind::Memory,
            format_args!(
                "the archived layers to {seeds} seeds take {} of memory when they are unpacked, and {} may be used",
                Size(bytes),
                Size(work.memory)
            ),
        )
        .hint(format_args!(
            "`mancala unpack {}` unpacks them to disk, --memory SIZE allows more",
            database.rules()
        )));
    }
    work.output.note(format_args!(
        "unpacking archived layers into memory, {}",
        Size(bytes)
    ));
    Ok(database.unpacked(seeds, work.threads, work.progress)?)
}

/// Checks a database that nobody has checked yet.
fn verify(
    database: &Database<KalahRules>,
    rules: &KalahRules,
    work: &Work<'_>,
) -> Result<Verified, Failure> {
    let options = VerifyOptions {
        level: 3,
        threads: work.threads,
        ..VerifyOptions::default()
    };
    let begun = Instant::now();
    let found = check(database.path(), rules, &options, work.progress)?;
    match found.first_mismatch {
        None => {
            work.output.note(format_args!(
                "checked the database at level {} in {}",
                options.level,
                shown(begun.elapsed())
            ));
            Ok(Verified::new(database, options.level, options.samples))
        }
        Some(_) => Err(Failure::new(
            Kind::DatabaseDamaged,
            format_args!("something is wrong in {}", database.path().display()),
        )
        .hint(format_args!("`mancala verify {rules} --level 3` says what"))),
    }
}

impl Tablebase<KalahPosition> for Ground {
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

impl DatabaseEntry {
    /// Where it is, how large, and how far it is to be trusted.
    pub(crate) fn words(&self) -> String {
        let built = self.built.map(|time| format!(", built in {}", shown(time)));
        let trust = match self.verified_level {
            0 => "checksums compared as it is read".to_owned(),
            3 => format!(
                "verified at level 3 ({} positions recomputed)",
                grouped(self.samples)
            ),
            level => format!("verified at level {level}"),
        };
        format!(
            "database {}, 0 to {} seeds{}, {trust}",
            self.path,
            self.seeds,
            built.unwrap_or_default()
        )
    }
}
