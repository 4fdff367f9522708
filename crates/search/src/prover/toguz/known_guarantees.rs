//! The guarantees of boards with few balls that a proof rests on: from a database, or computed into
//! memory before the search.

use crate::prover::error::ProverError;
use crate::prover::resources::Resources;
use mancala_endgame::{
    BoardIndexer, Database, Error, Guarantees, Monitor, Tablebase, ToguzValues, TuzdikClass,
};
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use std::path::Path;
use std::time::{Duration, Instant};

/// The boards whose guarantees are computed in a second or two.
const WORTHWHILE_BOARDS: u64 = 8_000_000;
/// A board without a tuzdik is so many times the work of one with a tuzdik.
const WITHOUT_TUZDIK: u64 = 4;
/// The most balls to which guarantees are computed where no number is given.
const MOST_BALLS: u32 = 30;

/// The guarantees of all boards with up to a number of balls that a position can lead to.
#[derive(Debug)]
pub struct KnownGuarantees<'d> {
    source: Source<'d>,
    balls: u32,
    elapsed: Duration,
}

/// The place of the guarantees.
#[derive(Debug)]
enum Source<'d> {
    Memory {
        values: Box<ToguzValues>,
        bytes: u64,
    },
    Database(&'d Database<ToguzRules>),
}

impl<'d> KnownGuarantees<'d> {
    /// Those of a database, if they go as far as what would be computed instead. With a number of
    /// balls, the database is used to that number.
    pub(super) fn from_database(
        database: &'d Database<ToguzRules>,
        rules: &ToguzRules,
        position: &ToguzPosition,
        balls: Option<u32>,
    ) -> Option<Self> {
        let most = database.most_seeds();
        let enough = balls.unwrap_or_else(|| worthwhile_balls(rules, position));
        (most >= enough.min(position.balls())).then(|| Self {
            source: Source::Database(database),
            balls: balls.unwrap_or(most),
            elapsed: Duration::ZERO,
        })
    }

    /// Computes the guarantees of all boards with up to so many balls that a position can lead to;
    /// where no number is given, as many as take a second or two.
    pub(super) fn compute(
        rules: &ToguzRules,
        position: &ToguzPosition,
        balls: Option<u32>,
        resources: &Resources,
        monitor: &dyn Monitor,
    ) -> Result<Self, ProverError> {
        let balls = balls.unwrap_or_else(|| worthwhile_balls(rules, position));
        let balls = balls.min(position.balls());
        let (boards, bytes) = size(rules, position, balls);
        if bytes > resources.memory_bytes {
            return Err(ProverError::GuaranteeMemory {
                boards,
                balls,
                needed: bytes,
                available: resources.memory_bytes,
            });
        }
        let begun = Instant::now();
        let class = TuzdikClass::of(position);
        let values =
            match ToguzValues::compute_from(rules, class, balls, resources.threads, monitor) {
                Err(Error::Interrupted) => return Err(ProverError::GuaranteesStopped),
                values => Box::new(values?),
            };
        Ok(Self {
            source: Source::Memory { values, bytes },
            balls,
            elapsed: begun.elapsed(),
        })
    }

    /// The most balls of a board whose guarantees are known; 0 if the proof is search alone.
    #[must_use]
    pub const fn balls(&self) -> u32 {
        self.balls
    }

    /// The folder of the database; none if the guarantees were computed.
    #[must_use]
    pub fn folder(&self) -> Option<&'d Path> {
        match self.source {
            Source::Memory { .. } => None,
            Source::Database(database) => Some(database.path()),
        }
    }

    /// The time of computing them; zero if they are those of a database.
    #[must_use]
    pub const fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// The memory that they take.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        match self.source {
            Source::Memory { bytes, .. } => bytes,
            Source::Database(_) => 0,
        }
    }
}

impl Tablebase<ToguzPosition> for KnownGuarantees<'_> {
    fn rules(&self) -> Option<&ToguzRules> {
        Some(match &self.source {
            Source::Memory { values, .. } => values.rules(),
            Source::Database(database) => database.rules(),
        })
    }

    #[inline(always)]
    fn most_seeds(&self) -> u32 {
        self.balls
    }

    #[inline(always)]
    fn probe(&self, board: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
        match &self.source {
            Source::Memory { values, .. } => Ok(values.guarantees(board)),
            Source::Database(database) => database.probe(board),
        }
    }
}

/// The classes of tuzdiks that a position can lead to.
fn classes(rules: &ToguzRules, position: &ToguzPosition) -> impl Iterator<Item = TuzdikClass> {
    let from = TuzdikClass::of(position);
    let all = TuzdikClass::all(rules).into_iter();
    all.filter(move |&class| from.leads_to(class) || from.turned().leads_to(class))
}

/// The number of boards with up to so many balls that a position can lead to, and the memory for
/// their guarantees.
fn size(rules: &ToguzRules, position: &ToguzPosition, balls: u32) -> (u64, u64) {
    let (mut boards, mut bytes) = (0u64, 0u64);
    for class in classes(rules, position) {
        let indexer = BoardIndexer::new(rules, class, balls);
        let count: u64 = (0..=balls).map(|balls| indexer.count(balls)).sum();
        // With a tuzdik the two guarantees add up, and one byte holds both.
        let each = if class.tuzdiks() == 0 { 2 } else { 1 };
        boards = boards.saturating_add(count);
        bytes = bytes.saturating_add(count.saturating_mul(each));
    }
    (boards, bytes)
}

/// The balls to which the guarantees take a second or two.
fn worthwhile_balls(rules: &ToguzRules, position: &ToguzPosition) -> u32 {
    let all: Vec<(u64, BoardIndexer)> = classes(rules, position)
        .map(|class| {
            let each = if class.tuzdiks() == 0 {
                WITHOUT_TUZDIK
            } else {
                1
            };
            (each, BoardIndexer::new(rules, class, MOST_BALLS))
        })
        .collect();
    let mut work = 0u64;
    let fitting = (0..=MOST_BALLS).take_while(|&balls| {
        let layer = all
            .iter()
            .map(|(each, boards)| each.saturating_mul(boards.count(balls)));
        work = layer.fold(work, u64::saturating_add);
        work <= WORTHWHILE_BOARDS
    });
    fitting.last().unwrap_or(0)
}
