//! The ladder of verification.

use crate::database::Database;
use crate::encoding::MAX_LAYER_SEEDS;
use crate::error::Error;
use crate::manifest::Statistics;
use crate::monitor::Monitor;
use crate::writer::hash_file;
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor, with_kalah};
use mancala_position::rank::RowRanker;
use mancala_position::{Game, row};
use rayon::prelude::*;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// What to verify.
#[derive(Clone, Copy, Debug)]
pub struct VerifyOptions {
    /// How far up the ladder, 1 to 4; each level includes those below.
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
    /// How many files, blocks or values are wrong.
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
    /// A value is not the one that its children give.
    Value {
        /// The position.
        position: KalahPosition,
        /// What the database says.
        stored: i32,
        /// What was computed.
        computed: i32,
    },
}

/// Verifies a database folder. Level 1 checks the checksums of all blocks, level 2 the hashes and statistics
/// of the manifest, level 3 recomputes a sample by plain search down to the next smaller layers (or to the end,
/// if that is near), level 4 recomputes every value from its children. Neither uses the code of the sweep.
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
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads)
        .build()
        .map_err(|error| Error::Threads {
            threads: options.threads,
            reason: error.to_string(),
        })?;
    let verifier = Verifier {
        database: &database,
        monitor,
        found: Mutex::default(),
        count: AtomicU64::new(0),
    };
    pool.install(|| verifier.climb(options))
}

/// The place of a mismatch, by which the first is found whatever the order of the work.
type Place = (u32, u32, u64);

struct Verifier<'a> {
    database: &'a Database,
    monitor: &'a dyn Monitor,
    found: Mutex<Option<(Place, Mismatch)>>,
    count: AtomicU64,
}

impl Verifier<'_> {
    fn climb(&self, options: &VerifyOptions) -> Result<Verification, Error> {
        let mut positions = self.checksums()?;
        if options.level >= 2 {
            self.manifest()?;
        }
        // Values of damaged files are not looked at.
        if self.count.load(Ordering::Relaxed) == 0 {
            if options.level >= 3 {
                positions = with_kalah(
                    self.database.rules(),
                    Sample {
                        verifier: self,
                        options,
                    },
                )?;
            }
            if options.level >= 4 {
                positions = with_kalah(self.database.rules(), Everything { verifier: self })?;
            }
        }
        let first_mismatch = self
            .found
            .lock()
            .expect("no thread panics with it")
            .take()
            .map(|(_, first)| first);
        Ok(Verification {
            positions,
            mismatches: self.count.load(Ordering::Relaxed),
            first_mismatch,
        })
    }

    fn report(&self, place: Place, mismatch: Mismatch) {
        self.count.fetch_add(1, Ordering::Relaxed);
        let mut found = self.found.lock().expect("no thread panics with it");
        if found.as_ref().is_none_or(|(earlier, _)| place < *earlier) {
            *found = Some((place, mismatch));
        }
    }

    fn report_error(&self, place: Place, error: &Error) {
        self.report(
            place,
            Mismatch::File {
                message: error.to_string(),
            },
        );
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
            let layer = self.database.layer(n).expect("an open layer");
            let sub_layer = layer.layout().sub_layer(own);
            for block in 0..sub_layer.blocks() {
                if let Err(error) = layer.check_block(own, block) {
                    self.report_error((n, own, block), &error);
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
            entries.iter().map(|entry| entry.bytes).sum(),
        );
        entries.par_iter().try_for_each(|entry| {
            self.go_on()?;
            let layer = self.database.layer(entry.seeds).expect("an open layer");
            let path = layer.path();
            if hash_file(path)?.to_hex().as_str() != entry.blake3 {
                self.report_error(
                    (entry.seeds, 0, 0),
                    &Error::damaged(path, crate::Damage::Hash),
                );
            }
            let encoding = layer.layout().encoding();
            let statistics = Statistics::new(self.database.rules(), layer.counts(), |code| {
                encoding.decode(code)
            });
            if statistics != entry.statistics || entry.values != layer.layout().values() {
                let damage = crate::Damage::Manifest { what: "statistics" };
                self.report_error((entry.seeds, 0, 0), &Error::damaged(path, damage));
            }
            self.monitor.advance(entry.bytes);
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

    fn compare(&self, place: Place, position: KalahPosition, computed: i32) -> Result<(), Error> {
        let stored = self.stored(&position)?;
        if stored != computed {
            self.report(
                place,
                Mismatch::Value {
                    position,
                    stored,
                    computed,
                },
            );
        }
        Ok(())
    }
}

/// Layers of so few seeds are recomputed to the end of the game.
const TO_THE_END: u32 = 6;

/// Level 3.
struct Sample<'a> {
    verifier: &'a Verifier<'a>,
    options: &'a VerifyOptions,
}

impl KalahVisitor for Sample<'_> {
    type Output = Result<u64, Error>;

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Result<u64, Error> {
        let Self { verifier, options } = self;
        let ranker = RowRanker::new(verifier.database.rules().pits());
        verifier
            .monitor
            .start("recomputing a sample", options.samples);
        let total = verifier.values();
        (0..options.samples)
            .into_par_iter()
            .try_for_each(|number| {
                verifier.go_on()?;
                let (place, position) = nth_position(
                    verifier.database,
                    &ranker,
                    scattered(options.seed, number) % total,
                );
                let computed = search(verifier, &game, &position, &mut HashMap::new())?;
                verifier.monitor.advance(1);
                verifier.compare(place, position, computed)
            })?;
        Ok(options.samples)
    }
}

/// A number that depends on the seed and the index in no simple way: the finaliser of SplitMix64 (Steele, Lea,
/// Flood, "Fast splittable pseudorandom number generators", 2014).
const fn scattered(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The position with a number among all of the database.
fn nth_position(
    database: &Database,
    ranker: &RowRanker,
    mut number: u64,
) -> (Place, KalahPosition) {
    for n in 0..=database.most_seeds() {
        let layout = database.layer(n).expect("an open layer").layout();
        for (own, sub_layer) in (0..=n).zip(layout.sub_layers()) {
            if number < sub_layer.values() {
                let position = KalahPosition {
                    own: ranker.unrank(number / sub_layer.columns, own),
                    opponent: ranker.unrank(number % sub_layer.columns, n - own),
                };
                return ((n, own, number), position);
            }
            number -= sub_layer.values();
        }
    }
    unreachable!("the number is below the count of all positions")
}

/// The value by plain search: within the layer by playing, below it by probing.
fn search<G: Game<Position = KalahPosition>>(
    verifier: &Verifier<'_>,
    game: &G,
    position: &KalahPosition,
    known: &mut HashMap<KalahPosition, i32>,
) -> Result<i32, Error> {
    if let Some(value) = game.outcome(position) {
        return Ok(value);
    }
    if let Some(&value) = known.get(position) {
        return Ok(value);
    }
    let seeds = game.seeds(position);
    let mut best = i32::MIN;
    for pit in game.moves(position) {
        let step = game.play(position, pit);
        let value = if seeds > TO_THE_END && game.seeds(&step.position) < seeds {
            verifier.stored(&step.position)?
        } else {
            search(verifier, game, &step.position, known)?
        };
        best = best.max(step.gain + if step.again { value } else { -value });
    }
    known.insert(*position, best);
    Ok(best)
}

/// Level 4.
struct Everything<'a> {
    verifier: &'a Verifier<'a>,
}

impl KalahVisitor for Everything<'_> {
    type Output = Result<u64, Error>;

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) -> Result<u64, Error> {
        let verifier = self.verifier;
        let ranker = RowRanker::new(verifier.database.rules().pits());
        verifier
            .monitor
            .start("recomputing every value", verifier.values());
        for (n, own) in verifier.sub_layers() {
            let rows: Vec<u64> = ranker.iter(own).collect();
            let columns: Vec<u64> = ranker.iter(n - own).collect();
            let counts = rows
                .par_iter()
                .enumerate()
                .map(|(rank, &row)| {
                    verifier.go_on()?;
                    let place = (n, own, (rank * columns.len()) as u64);
                    let counts = recompute_row(verifier, &game, place, row, &columns)?;
                    verifier.monitor.advance(columns.len() as u64);
                    Ok(counts)
                })
                .try_reduce(
                    || NO_COUNTS,
                    |a, b| Ok(std::array::from_fn(|value| a[value] + b[value])),
                )?;
            let layer = verifier.database.layer(n).expect("an open layer");
            let encoding = layer.layout().encoding();
            let recorded = (0u32..).zip(&layer.counts()[own as usize]);
            for (code, &count) in recorded {
                if counts[count_index(encoding.decode(code))] != count {
                    let damage = crate::Damage::Manifest { what: "counts" };
                    verifier.report_error((n, own, 0), &Error::damaged(layer.path(), damage));
                }
            }
        }
        Ok(verifier.values())
    }
}

/// How many positions have each value, from -63 to 63.
type Counts = [u64; 2 * MAX_LAYER_SEEDS as usize + 1];

const NO_COUNTS: Counts = [0; 2 * MAX_LAYER_SEEDS as usize + 1];

/// Where a value is counted.
fn count_index(value: i32) -> usize {
    usize::try_from(value + MAX_LAYER_SEEDS.cast_signed()).expect("no value is below -63")
}

/// Compares all positions with one row of the mover, and counts their values.
fn recompute_row<G: Game<Position = KalahPosition>>(
    verifier: &Verifier<'_>,
    game: &G,
    (n, own, first): Place,
    row: u64,
    columns: &[u64],
) -> Result<Counts, Error> {
    debug_assert_eq!(row::sum(row), own);
    let mut counts = NO_COUNTS;
    for (index, &opponent) in (first..).zip(columns) {
        let position = KalahPosition { own: row, opponent };
        let computed = match game.outcome(&position) {
            Some(value) => value,
            None => {
                let mut best = i32::MIN;
                for pit in game.moves(&position) {
                    let step = game.play(&position, pit);
                    let value = verifier.stored(&step.position)?;
                    best = best.max(step.gain + if step.again { value } else { -value });
                }
                best
            }
        };
        counts[count_index(computed)] += 1;
        verifier.compare((n, own, index), position, computed)?;
    }
    Ok(counts)
}
