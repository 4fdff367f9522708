//! The database that a proof of Kalah rests on.

use crate::args::{Db, Proving};
use crate::text::duration::{millis, shown};
use crate::text::numbers::grouped;
use mancala_position::kalah::KalahRules;
use mancala_search::{KalahProver, ProofDatabase, Resources};
use serde::Serialize;
use std::time::Duration;

/// A prover with the database and the resources of the arguments.
pub(crate) fn kalah_prover(rules: &KalahRules, proving: &Proving) -> KalahProver {
    let Proving {
        db,
        no_db,
        resources,
        ..
    } = proving;
    let prover = KalahProver::new(*rules).resources(Resources::new(
        resources.memory.bytes(),
        resources.threads.count(),
    ));
    if *no_db {
        return prover;
    }
    let prover = on_database(prover, rules, db);
    match resources.seeds {
        Some(seeds) => prover.database_seeds(seeds),
        None => prover,
    }
}

/// The same prover on the database of the rules.
pub(crate) fn on_database(prover: KalahProver, rules: &KalahRules, db: &Db) -> KalahProver {
    let prover = prover.database(db.folder(rules));
    match option_env!("MANCALA_COMMIT") {
        Some(commit) => prover.commit(commit),
        None => prover,
    }
}

/// A database in an answer.
#[derive(Clone, Serialize)]
pub(crate) struct DatabaseEntry {
    path: String,
    seeds: u32,
    build_ms: u64,
    verified_level: u32,
    #[serde(skip)]
    build_time: Option<Duration>,
    #[serde(skip)]
    samples: u64,
}

impl From<&ProofDatabase> for DatabaseEntry {
    fn from(database: &ProofDatabase) -> Self {
        let verification = database.verification();
        Self {
            path: database.database().path().display().to_string(),
            seeds: database.seeds(),
            build_ms: database.build_time().map_or(0, millis),
            verified_level: verification.map_or(0, |record| record.level()),
            build_time: database.build_time(),
            samples: verification.map_or(0, |record| record.samples()),
        }
    }
}

impl DatabaseEntry {
    /// The path of the database, its size, and how thoroughly it was verified.
    pub(crate) fn words(&self) -> String {
        let built = self
            .build_time
            .map(|time| format!(", built in {}", shown(time)));
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
