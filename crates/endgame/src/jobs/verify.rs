//! Options and findings of a verification.

use crate::error::Error;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The extent of a verification.
#[derive(Clone, Copy, Debug)]
pub struct VerifyOptions {
    /// How far up the ladder, 1 to 5; each level includes those below.
    pub level: u32,
    /// How many positions level 3 recomputes.
    pub samples: u64,
    /// The seed that chooses these positions.
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

/// The findings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verification<V> {
    /// The values that were checked at the highest level that was reached.
    pub positions: u64,
    /// At level 5, how many layers have published counts; `None` where it was not reached.
    pub published: Option<u32>,
    /// How many files, blocks, values or counts are wrong.
    pub mismatches: u64,
    /// The first of them, by layer, sub-layer and index.
    pub first_mismatch: Option<Mismatch<V>>,
}

impl<V> Verification<V> {
    /// Whether nothing is wrong.
    #[must_use]
    pub const fn ok(&self) -> bool {
        self.mismatches == 0
    }
}

/// Something that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mismatch<V> {
    /// A file does not have the hash or the statistics of the manifest, or a block not its
    /// checksum.
    File {
        /// The error's message, with the file's name.
        message: String,
    },
    /// The values of a layer are not those that were published.
    Published {
        /// The layer.
        seeds: u32,
        /// The count's name in the statistics.
        count: String,
        /// The layer's count.
        found: i64,
        /// The published count.
        published: i64,
    },
    /// A value is not the one that play gives.
    Value {
        /// The position, as it is written; in the Toguz family with the balls that are not on the
        /// board shared between the kazans.
        position: String,
        /// The value in the database.
        stored: V,
        /// The computed value.
        computed: V,
    },
}

/// The place of a mismatch, by which the first is found whatever the order of the work.
pub(crate) type Place = (u32, u32, u64);

/// The first fault that was found.
pub(crate) struct Findings<V> {
    first: Mutex<Option<(Place, Mismatch<V>)>>,
    count: AtomicU64,
}

impl<V> Findings<V> {
    pub(crate) const fn new() -> Self {
        Self {
            first: Mutex::new(None),
            count: AtomicU64::new(0),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.count.load(Ordering::Relaxed) == 0
    }

    pub(crate) fn report(&self, place: Place, mismatch: Mismatch<V>) {
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

    pub(crate) fn verification(self, positions: u64, published: Option<u32>) -> Verification<V> {
        let first = self.first.into_inner().expect("no thread panics with it");
        Verification {
            positions,
            published,
            mismatches: self.count.into_inner(),
            first_mismatch: first.map(|(_, mismatch)| mismatch),
        }
    }
}
