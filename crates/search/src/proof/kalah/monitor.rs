//! What happens beside the search: progress, checkpoints, and the end when something fails.

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

/// What is proved of a position so far.
pub(crate) struct ProofState<P> {
    pub(crate) value: SharedBounds,
    pub(crate) turns: FirstTurns<P>,
}

/// Where proofs are saved, and the header of this one.
pub(crate) struct CheckpointStore<'a> {
    pub(crate) checkpoints: &'a Checkpoints,
    pub(crate) header: CheckpointHeader,
}

/// The time between two remarks.
const REMARK_EVERY: Duration = Duration::from_millis(250);

/// What is to be done next, and when.
struct Schedule {
    remark: Instant,
    save: Option<Instant>,
}

/// The monitor of all threads.
pub(crate) struct ProofMonitor<'a, P> {
    monitor: &'a dyn Monitor,
    table: &'a ProofTable<'a>,
    state: &'a ProofState<P>,
    store: Option<&'a CheckpointStore<'a>>,
    begun: Instant,
    /// Nodes of this run.
    nodes: AtomicU64,
    schedule: Mutex<Schedule>,
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
            failure: Mutex::new(None),
        }
    }

    /// What was done before this run.
    pub(crate) fn before(&self) -> (NodeCount, Duration) {
        self.store.map_or_else(Default::default, |store| {
            let CheckpointHeader {
                nodes,
                seen,
                elapsed_ms,
                ..
            } = store.header;
            (NodeCount { nodes, seen }, Duration::from_millis(elapsed_ms))
        })
    }

    /// The time, that of earlier runs included.
    pub(crate) fn elapsed(&self) -> Duration {
        self.before().1 + self.begun.elapsed()
    }

    /// The checkpoint that could not be written, if that was so.
    pub(crate) fn take_failure(&self) -> Option<SolveError> {
        lock(&self.failure).take()
    }

    /// Saves what is proved, if there is a place for it. Without a count that of the nodes is what the threads
    /// have reported.
    pub(crate) fn save(&self, count: Option<NodeCount>) -> Result<(), SolveError> {
        let Some(store) = self.store else {
            return Ok(());
        };
        let (mut total, _) = self.before();
        total += count.unwrap_or_else(|| NodeCount {
            nodes: self.nodes.load(Ordering::Relaxed),
            seen: 0,
        });
        let ends = self.state.turns.ends().iter();
        let header = CheckpointHeader {
            nodes: total.nodes,
            seen: total.seen,
            elapsed_ms: u64::try_from(self.elapsed().as_millis()).unwrap_or(u64::MAX),
            value: pair(self.state.value.get()),
            ends: ends.map(|end| pair(end.proved.get())).collect(),
            guesses: self.state.all().map(SharedBounds::guess).collect(),
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
        format!("{value}, table {:.0} % full", 100.0 * self.table.fill())
    }

    /// Does what is due, unless another thread is at it.
    fn keep_up(&self) {
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
    /// Adds what a checkpoint has of it.
    pub(crate) fn restore(&self, header: &CheckpointHeader)
    where
        P: Copy,
    {
        self.value.narrow(unpair(header.value));
        for (end, &bounds) in self.turns.ends().iter().zip(&header.ends) {
            end.proved.narrow(unpair(bounds));
        }
        for (proved, guess) in self.all().zip(&header.guesses) {
            if let Some(guess) = guess {
                proved.keep_guess(*guess);
            }
        }
    }

    /// What is proved of the value, and of the positions that the first turns lead to.
    fn all(&self) -> impl Iterator<Item = &SharedBounds>
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
        self.keep_up();
        lock(&self.failure).is_some() || self.monitor.should_stop()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
