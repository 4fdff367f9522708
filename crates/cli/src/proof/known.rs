//! The guarantees of boards with few balls that a search stands on: from a database, or computed
//! before it.

use crate::failure::{Failure, Kind};
use crate::progress::Progress;
use crate::text::duration::{millis, shown};
use crate::text::numbers::plural;
use crate::text::size::Size;
use mancala_endgame::{
    BoardIndexer, Database, Error, Guarantees, Tablebase, ToguzValues, TuzdikClass,
};
use mancala_position::toguz::{ToguzPosition, ToguzRules};
use serde::Serialize;
use std::time::{Duration, Instant};

/// What a second or two of computing gives, in boards; one without tuzdiks is several times the
/// work.
const WORTHWHILE: u64 = 8_000_000;
const WITHOUT_TUZDIKS: u64 = 4;

/// Where guarantees come from.
enum Source<'a> {
    Memory(Box<ToguzValues>),
    Disk(&'a Database<ToguzRules>),
}

/// Known guarantees.
pub(crate) struct Known<'a> {
    source: Source<'a>,
    balls: u32,
    elapsed: Duration,
}

/// Known guarantees in an answer.
#[derive(Clone, Serialize)]
pub(crate) struct KnownEntry {
    /// None if they are in memory only.
    path: Option<String>,
    pub(crate) seeds: u32,
    build_ms: u64,
    #[serde(skip)]
    elapsed: Duration,
}

impl<'a> Known<'a> {
    /// The database to so many balls, or as far as it goes, if that is more than what would be
    /// computed instead.
    pub(crate) fn on_disk(
        database: &'a Database<ToguzRules>,
        rules: &ToguzRules,
        position: &ToguzPosition,
        balls: Option<u32>,
    ) -> Option<Self> {
        let most = database.most_seeds();
        let enough = balls.unwrap_or_else(|| worthwhile(rules, position));
        (most >= enough.min(position.balls())).then(|| Self {
            source: Source::Disk(database),
            balls: balls.unwrap_or(most),
            elapsed: Duration::ZERO,
        })
    }

    /// Computes the guarantees of all boards with up to so many balls that a position can lead to;
    /// by default as many as take a second or two.
    pub(crate) fn compute(
        rules: &ToguzRules,
        position: &ToguzPosition,
        balls: Option<u32>,
        threads: usize,
        memory: u64,
        progress: &Progress,
    ) -> Result<Self, Failure> {
        let balls = match balls {
            Some(balls) => balls,
            None => worthwhile(rules, position),
        };
        let balls = balls.min(position.balls());
        let (boards, bytes) = size(rules, position, balls);
        if bytes > memory {
            return Err(Failure::new(
                Kind::Memory,
                format_args!(
                    "the guarantees of {} to {balls} balls take {} of memory, and {} may be used",
                    plural(boards, "board", "boards"),
                    Size(bytes),
                    Size(memory)
                ),
            )
            .hint("a smaller --seeds needs less, --memory SIZE allows more"));
        }
        let begun = Instant::now();
        let class = TuzdikClass::of(position);
        let values = ToguzValues::compute_from(rules, class, balls, threads, progress);
        Ok(Self {
            source: Source::Memory(Box::new(values.map_err(|error| {
                match Failure::from(error) {
                    Failure {
                        kind: Kind::Interrupted(_),
                        ..
                    } => progress.stopped("nothing is proved yet"),
                    failure => failure,
                }
            })?)),
            balls,
            elapsed: begun.elapsed(),
        })
    }

    /// The memory that they take.
    pub(crate) fn bytes(&self, rules: &ToguzRules, position: &ToguzPosition) -> u64 {
        match self.source {
            Source::Memory(_) => size(rules, position, self.balls).1,
            Source::Disk(_) => 0,
        }
    }

    /// None if there are none.
    pub(crate) fn entry(&self) -> Option<KnownEntry> {
        (self.balls > 0).then(|| KnownEntry {
            path: match &self.source {
                Source::Memory(_) => None,
                Source::Disk(database) => Some(database.path().display().to_string()),
            },
            seeds: self.balls,
            build_ms: millis(self.elapsed),
            elapsed: self.elapsed,
        })
    }
}

impl Tablebase<ToguzPosition> for Known<'_> {
    fn rules(&self) -> Option<&ToguzRules> {
        Some(match &self.source {
            Source::Memory(values) => values.rules(),
            Source::Disk(database) => database.rules(),
        })
    }

    #[inline(always)]
    fn most_seeds(&self) -> u32 {
        self.balls
    }

    #[inline(always)]
    fn probe(&self, board: &ToguzPosition) -> Result<Option<Guarantees>, Error> {
        match &self.source {
            Source::Memory(values) => Ok(values.guarantees(board)),
            Source::Disk(database) => database.probe(board),
        }
    }
}

impl KnownEntry {
    pub(crate) fn words(entry: Option<&Self>) -> String {
        match entry {
            Some(Self {
                path: Some(path),
                seeds,
                ..
            }) => format!("{path}, to {}", plural(u64::from(*seeds), "ball", "balls")),
            Some(entry) => format!(
                "the guarantees of all boards to {}, computed in {}",
                plural(u64::from(entry.seeds), "ball", "balls"),
                shown(entry.elapsed)
            ),
            None => "search alone".to_owned(),
        }
    }
}

fn classes(rules: &ToguzRules, position: &ToguzPosition) -> impl Iterator<Item = TuzdikClass> {
    let from = TuzdikClass::of(position);
    let all = TuzdikClass::all(rules).into_iter();
    all.filter(move |&class| from.leads_to(class) || from.turned().leads_to(class))
}

/// How many boards a position can lead to that have up to so many balls, and the memory for their
/// guarantees.
fn size(rules: &ToguzRules, position: &ToguzPosition, balls: u32) -> (u64, u64) {
    let (mut boards, mut bytes) = (0u64, 0u64);
    for class in classes(rules, position) {
        let numbers = BoardIndexer::new(rules, class, balls);
        let count: u64 = (0..=balls).map(|balls| numbers.count(balls)).sum();
        let each = if class.tuzdiks() == 0 { 2 } else { 1 };
        boards = boards.saturating_add(count);
        bytes = bytes.saturating_add(count.saturating_mul(each));
    }
    (boards, bytes)
}

/// The balls with which the guarantees take a second or two.
fn worthwhile(rules: &ToguzRules, position: &ToguzPosition) -> u32 {
    const MOST: u32 = 30;
    let all: Vec<(u64, BoardIndexer)> = classes(rules, position)
        .map(|class| {
            let each = if class.tuzdiks() == 0 {
                WITHOUT_TUZDIKS
            } else {
                1
            };
            (each, BoardIndexer::new(rules, class, MOST))
        })
        .collect();
    let mut work = 0u64;
    let fitting = (0..=MOST).take_while(|&balls| {
        let layer = all
            .iter()
            .map(|(each, boards)| each.saturating_mul(boards.count(balls)));
        work = layer.fold(work, u64::saturating_add);
        work <= WORTHWHILE
    });
    fitting.last().unwrap_or(0)
}
