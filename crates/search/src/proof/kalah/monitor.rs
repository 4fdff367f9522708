//! The proof monitor: progress remarks and checkpoints while the threads search.

use super::checkpoint::{CheckpointHeader, Checkpoints, pair, save, unpair};
use super::first_turns::FirstTurns;
use super::search::NodeCount;
use super::transposition::ProofTable;
use super::value::SharedBounds;
use crate::bounds::Bounds;
use crate::error::SolveError;
use mancala_endgame::Monitor;
use std::iter::once;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The proved bounds of a position and of its first turns.
pub(crate) struct ProofState<P> {
    pub(crate) value: SharedBounds,
    pub(crate) turns: FirstTurns<P>,
}

/// The checkpoints of a proof, and the header of the one that it began from.
pub(crate) struct CheckpointStore<'a> {
    pub(crate) checkpoints: &'a Checkpoints,
    pub(crate) header: CheckpointHeader,
}

/// The time between two progress remarks.
const REMARK_EVERY: Duration = Duration::from_millis(250);

/// The times of the next remark and the next checkpoint.
struct Schedule {
    remark: Instant,
    save: Option<Instant>,
}

/// The monitor of all threads of a proof. It passes on what it is told.
pub(crate) struct ProofMonitor<'a, P> {
    monitor: &'a dyn Monitor,
    table: &'a ProofTable<'a>,
    state: &'a ProofState<P>,
    store: Option<&'a CheckpointStore<'a>>,
    begun: Instant,
    /// The nodes of this run.
    nodes: AtomicU64,
    schedule: Mutex<Schedule>,
    /// The question that is asked now, in words; empty if none was given.
    asked: Mutex<String>,
    failure: Mutex<Option<SolveError>>,
}

impl<'a, P: Copy> ProofMonitor<'a, P> {
    pub(crate) fn new(
        monitor: &'a dyn Monitor,
        table: &'a ProofTable<'a>,
        state: &'a ProofState<P>,
        store: Option<&'a CheckpointStore<'a>>,
    ) -> Self {
        let now = Instant::now();
        Self {
            monitor,
            table,
            state,
            store,
            begun: now,
            nodes: AtomicU64::new(0),
            schedule: Mutex::new(Schedule {
                remark: now + REMARK_EVERY,
                save: store.and_then(|store| now.checked_add(store.checkpoints.interval)),
            }),
            asked: Mutex::default(),
            failure: Mutex::new(None),
        }
    }

    /// The nodes and the time of earlier runs.
    pub(crate) fn earlier_runs(&self) -> (NodeCount, Duration) {
        self.store.map_or_else(Default::default, |store| {
            let CheckpointHeader {
                searched,
                generated,
                elapsed_ms,
                ..
            } = store.header;
            let count = NodeCount {
                searched,
                generated,
            };
            (count, Duration::from_millis(elapsed_ms))
        })
    }

    /// The time of this run and of earlier ones.
    pub(crate) fn elapsed(&self) -> Duration {
        self.earlier_runs().1 + self.begun.elapsed()
    }

    /// The error of a checkpoint that could not be written.
    pub(crate) fn take_failure(&self) -> Option<SolveError> {
        lock(&self.failure).take()
    }

    /// Writes a checkpoint, if the proof has any. Without a count, the nodes are those that the
    /// threads have reported.
    pub(crate) fn save(&self, count: Option<NodeCount>) -> Result<(), SolveError> {
        let Some(store) = self.store else {
            return Ok(());
        };
        let (mut total, _) = self.earlier_runs();
        total += count.unwrap_or_else(|| NodeCount {
            searched: self.nodes.load(Ordering::Relaxed),
            generated: 0,
        });
        let ends = self.state.turns.ends().iter();
        let header = CheckpointHeader {
            searched: total.searched,
            generated: total.generated,
            elapsed_ms: u64::try_from(self.elapsed().as_millis()).unwrap_or(u64::MAX),
            value: pair(self.state.value.get()),
            ends: ends.map(|end| pair(end.proved.get())).collect(),
            guesses: self.state.all_bounds().map(SharedBounds::guess).collect(),
            ..store.header.clone()
        };
        save(store.checkpoints, &header, self.table)
    }

    fn remark(&self) -> String {
        let Bounds { lower, upper } = self.state.value.get();
        let value = if lower == upper {
            let ends = self.state.turns.ends();
            let proved = ends.iter().filter(|end| end.proved.get().value().is_some());
            format!("{lower:+}, {} of {} turns", proved.count(), ends.len())
        } else {
            format!("{lower:+} to {upper:+}")
        };
        let asked = lock(&self.asked);
        let asked = if asked.is_empty() || lower == upper {
            String::new()
        } else {
            format!(", {asked}")
        };
        format!(
            "{value}{asked}, table {:.0} % full",
            100.0 * self.table.fill()
        )
    }

    /// Makes the remark and the checkpoint that are due, unless another thread is doing so.
    fn run_schedule(&self) {
        let Ok(mut schedule) = self.schedule.try_lock() else {
            return;
        };
        let now = Instant::now();
        if now >= schedule.remark {
            self.monitor.remark(&self.remark());
            schedule.remark = now + REMARK_EVERY;
        }
        if schedule.save.is_some_and(|save| now >= save) {
            if let Err(error) = self.save(None) {
                *lock(&self.failure) = Some(error);
            }
            schedule.save = self
                .store
                .and_then(|store| Instant::now().checked_add(store.checkpoints.interval));
        }
    }
}

impl<P> ProofState<P> {
    /// Adds the bounds and guesses of a checkpoint.
    pub(crate) fn restore(&self, header: &CheckpointHeader)
    where
        P: Copy,
    {
        self.value.narrow(unpair(header.value));
        for (end, &bounds) in self.turns.ends().iter().zip(&header.ends) {
            end.proved.narrow(unpair(bounds));
        }
        for (proved, guess) in self.all_bounds().zip(&header.guesses) {
            if let Some(guess) = guess {
                proved.keep_guess(*guess);
            }
        }
    }

    /// The bounds of the value, then those of the positions that the first turns lead to.
    fn all_bounds(&self) -> impl Iterator<Item = &SharedBounds>
    where
        P: Copy,
    {
        let ends = self.turns.ends().iter();
        once(&self.value).chain(ends.map(|end| &end.proved))
    }
}

impl<P: Copy + Send + Sync> Monitor for ProofMonitor<'_, P> {
    fn start(&self, stage: &str, total: u64) {
        self.monitor.start(stage, total);
    }

    fn advance(&self, units: u64) {
        self.nodes.fetch_add(units, Ordering::Relaxed);
        self.monitor.advance(units);
    }

    fn should_stop(&self) -> bool {
        self.run_schedule();
        lock(&self.failure).is_some() || self.monitor.should_stop()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
