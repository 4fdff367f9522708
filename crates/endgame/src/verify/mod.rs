//! The ladder of verification.

mod everything;
mod published;
mod sample;

use crate::database::{Database, Held};
use crate::error::{Damage, Error};
use crate::manifest::Manifest;
use crate::monitor::Monitor;
use crate::statistics::Statistics;
use crate::system::files::hash_file;
use crate::system::threads::with_threads;
use crate::toguz::Guarantees;
use everything::Everything;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahState, with_kalah};
use rayon::prelude::*;
use sample::Sample;
pub(crate) use sample::scattered;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What to verify.
#[derive(Clone, Copy, Debug)]
pub struct VerifyOptions {
    /// How far up the ladder, 1 to 5; each level includes those below.
    pub level: u32,
    /// How many positions level 3 recomputes.
    pub samples: u64,
    /// Which positions they are.
    pub seed: u64,
    /// How many threads work.
    pub threads: usize,
}

impl Default for VerifyOptions {
    fn default() -> Self {
        Self {
            level: 2,
            samples: 10_000,
            seed: 1,
            threads: 2,
        }
    }
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification {
    /// The values that were checked at the highest level that was reached.
    pub positions: u64,
    /// At level 5, how many layers have published counts; `None` where it was not reached.
    pub published: Option<u32>,
    /// How many files, blocks, values or counts are wrong.
    pub mismatches: u64,
    /// The first of them, by layer, sub-layer and index.
    pub first_mismatch: Option<Mismatch>,
}

impl Verification {
    /// Whether nothing is wrong.
    #[must_use]
    pub const fn ok(&self) -> bool {
        self.mismatches == 0
    }
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// A file does not have the hash or the statistics of the manifest, or a block not its checksum.
    File {
        /// What the error says, the file's name included.
        message: String,
    },
    /// The values of a layer are not those that were published.
    Published {
        /// The layer.
        seeds: u32,
        /// Which count, by its name in the statistics.
        count: String,
        /// What the layer has.
        found: i64,
        /// What was published.
        published: i64,
    },
    /// A value is not the one that its children give.
    Value {
        /// The position, as it is written.
        position: String,
        /// What the database says.
        stored: i32,
        /// What was computed.
        computed: i32,
    },
    /// The guarantees of a board of the Toguz family are not those that play gives.
    Board {
        /// The board, as it is written, with the balls that are not on it shared between the kazans.
        position: String,
        /// What the database says.
        stored: Guarantees,
        /// What was computed.
        computed: Guarantees,
    },
}

/// Verifies a database folder. Level 1 checks the checksums of all blocks, level 2 the hashes and statistics
/// of the manifest, level 3 recomputes a sample by plain search down to the next smaller layers (or to the end,
/// if that is near), level 4 recomputes every value from its children and counts them. Neither uses the code of the
/// sweep. Level 5 compares these counts with published ones, of the layers that have any.
///
/// # Errors
///
/// Whatever keeps the database from being opened: a missing, cut or foreign file, a damaged header.
/// [`Error::Interrupted`] if the monitor stops it.
pub fn verify(
    folder: &Path,
    rules: &KalahRules,
    options: &VerifyOptions,
    monitor: &dyn Monitor,
) -> Result<Verification, Error> {
    let database = Database::open(folder, rules)?;
    with_threads(options.threads, || climb(database, options, monitor))
}

/// Goes up to the level, or to the last below which nothing was found.
fn climb(
    database: Database,
    options: &VerifyOptions,
    monitor: &dyn Monitor,
) -> Result<Verification, Error> {
    let findings = Findings::default();
    let verifier = Verifier {
        database: &database,
        monitor,
        findings: &findings,
    };
    let mut positions = verifier.checksums()?;
    if options.level >= 2 {
        verifier.manifest()?;
    }
    let mut published = None;
    // Values of damaged files are not looked at.
    if options.level >= 3 && findings.is_empty() {
        let most = database.most_seeds();
        let database = match database.unpacked(most, options.threads, monitor) {
            Err(error @ Error::Damaged { .. }) => {
                findings.report_error((0, 0, 0), &error);
                return Ok(findings.verification(positions, published));
            }
            other => other?,
        };
        let verifier = Verifier {
            database: &database,
            monitor,
            findings: &findings,
        };
        let sample = Sample {
            verifier: &verifier,
            options,
        };
        positions = with_kalah(database.rules(), sample)?;
        if options.level >= 4 {
            let everything = Everything {
                verifier: &verifier,
            };
            positions = with_kalah(database.rules(), everything)?;
        }
        if options.level >= 5 && findings.is_empty() {
            published = Some(verifier.published());
        }
    }
    Ok(findings.verification(positions, published))
}

/// The place of a mismatch, by which the first is found whatever the order of the work.
type Place = (u32, u32, u64);

/// What was found to be wrong.
#[derive(Default)]
pub(crate) struct Findings {
    first: Mutex<Option<(Place, Mismatch)>>,
    count: AtomicU64,
}

impl Findings {
    pub(crate) fn is_empty(&self) -> bool {
        self.count.load(Ordering::Relaxed) == 0
    }

    pub(crate) fn report(&self, place: Place, mismatch: Mismatch) {
        self.count.fetch_add(1, Ordering::Relaxed);
        let mut first = self.first.lock().expect("no thread panics with it");
        if first.as_ref().is_none_or(|(earlier, _)| place < *earlier) {
            *first = Some((place, mismatch));
        }
    }

    pub(crate) fn report_error(&self, place: Place, error: &Error) {
        let message = error.to_string();
        self.report(place, Mismatch::File { message });
    }

    pub(crate) fn verification(self, positions: u64, published: Option<u32>) -> Verification {
        let first = self.first.into_inner().expect("no thread panics with it");
        Verification {
            positions,
            published,
            mismatches: self.count.into_inner(),
            first_mismatch: first.map(|(_, mismatch)| mismatch),
        }
    }
}

struct Verifier<'a> {
    database: &'a Database,
    monitor: &'a dyn Monitor,
    findings: &'a Findings,
}

impl Verifier<'_> {
    fn report(&self, place: Place, mismatch: Mismatch) {
        self.findings.report(place, mismatch);
    }

    fn report_error(&self, place: Place, error: &Error) {
        self.findings.report_error(place, error);
    }

    fn go_on(&self) -> Result<(), Error> {
        if self.monitor.should_stop() {
            Err(Error::Interrupted)
        } else {
            Ok(())
        }
    }

    /// All sub-layers, by layer.
    fn sub_layers(&self) -> Vec<(u32, u32)> {
        (0..=self.database.most_seeds())
            .flat_map(|n| (0..=n).map(move |own| (n, own)))
            .collect()
    }

    fn values(&self) -> u64 {
        self.database
            .manifest()
            .layers
            .iter()
            .map(|entry| entry.values)
            .sum()
    }

    fn checksums(&self) -> Result<u64, Error> {
        self.monitor.start("checking checksums", self.values());
        self.sub_layers().into_par_iter().try_for_each(|(n, own)| {
            self.go_on()?;
            let held = &self.database.layers[n as usize];
            let sub_layer = held.layout().sub_layer(own);
            let parts = match held {
                Held::Plain(_) => sub_layer.blocks(),
                Held::Archived(archive) => archive.pieces(own),
            };
            for part in 0..parts {
                let checked = match held {
                    Held::Plain(layer) => layer.check_block(own, part),
                    Held::Archived(archive) => archive.checked_piece(own, part).map(|_| ()),
                };
                if let Err(error) = checked {
                    self.report_error((n, own, part), &error);
                }
            }
            self.monitor.advance(sub_layer.values());
            Ok(())
        })?;
        Ok(self.values())
    }

    fn manifest(&self) -> Result<(), Error> {
        let entries = &self.database.manifest().layers;
        self.monitor.start(
            "checking hashes",
            entries.iter().map(|entry| entry.values).sum(),
        );
        entries.par_iter().try_for_each(|entry| {
            self.go_on()?;
            let held = &self.database.layers[entry.seeds as usize];
            // Both files of a layer, as far as they are there.
            let plain = self.database.path().join(Manifest::file_name(entry.seeds));
            let archive = self
                .database
                .path()
                .join(Manifest::archive_name(entry.seeds));
            let archived = entry.archive.as_ref().map(|archive| &archive.blake3);
            for (path, listed) in [(plain, Some(&entry.blake3)), (archive, archived)] {
                let Some(listed) = listed.filter(|_| path.exists()) else {
                    continue;
                };
                if hash_file(&path)?.to_hex().as_str() != listed {
                    self.report_error((entry.seeds, 0, 0), &Error::damaged(&path, Damage::Hash));
                }
            }
            let encoding = held.layout().encoding();
            let statistics = Statistics::new(self.database.rules(), held.counts(), |code| {
                encoding.decode(code)
            });
            if statistics != entry.statistics || entry.values != held.layout().values() {
                let damage = Damage::Manifest { what: "statistics" };
                self.report_error((entry.seeds, 0, 0), &Error::damaged(held.path(), damage));
            }
            self.monitor.advance(entry.values);
            Ok(())
        })
    }

    /// The value that a probe gives; the block was checked, so that only a file that changes under our hands
    /// fails.
    fn stored(&self, position: &KalahPosition) -> Result<i32, Error> {
        Ok(self
            .database
            .probe(position)?
            .expect("a child has no more seeds than its parent"))
    }

    fn compare(&self, place: Place, position: KalahPosition, stored: i32, computed: i32) {
        if stored != computed {
            self.report(
                place,
                Mismatch::Value {
                    position: KalahState::new(position).to_text(self.database.rules()),
                    stored,
                    computed,
                },
            );
        }
    }
}
