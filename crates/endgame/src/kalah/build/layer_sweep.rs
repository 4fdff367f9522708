//! Sweeping one layer: its pairs of sub-layers are tasks for the threads, each written as soon as
//! it is made.

use super::context::{BuildContext, Retention, grid};
use super::register::FinishedLayer;

use crate::error::Error;
use crate::format::layer_rules::LayerRules;
use crate::format::writer::LayerWriter;
use crate::kalah::sweep::{
    Grid, GridPool, KeptPair, SubLayerPair, SweepTables, SweptLayers, sweep_pair,
};
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::Instant;

/// The tables and buffers of a layer's sweep.
#[derive(Clone, Copy)]
pub(super) struct SweepContext<'a> {
    pub(super) tables: &'a SweepTables,
    pub(super) swept: &'a SweptLayers,
    pub(super) pool: &'a GridPool,
}

/// The pairs of a layer that are to be kept, by `s`; those that are not, or not made yet, are none.
type Pairs = Vec<Option<KeptPair>>;

/// A layer in the making.
pub(super) struct LayerSweep<'a> {
    build: &'a BuildContext<'a>,
    context: SweepContext<'a>,
    n: u32,
    retention: Retention,
    begin: Instant,
    writer: LayerWriter,
    /// The pairs, or the first error.
    pairs: Mutex<Result<Pairs, Error>>,
    stopped: AtomicBool,
    /// The pairs that are not made yet, in the order in which they are begun.
    todo: Vec<u32>,
}

impl<'a> LayerSweep<'a> {
    /// Begins a layer, or goes on with what a stopped build has left of it.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if its files cannot be made or read.
    pub(super) fn begin(
        build: &'a BuildContext<'a>,
        context: SweepContext<'a>,
        n: u32,
        retention: Retention,
    ) -> Result<Self, Error> {
        let begin = Instant::now();
        let layout = build.rules.layout(n)?;
        let journaled = layout.values() >= build.options.journal_from;
        let writer = LayerWriter::new(&build.path(n), build.rules, layout.clone(), journaled)?;
        let mut done = HashMap::new();
        writer.resume(|own, packed| {
            done.insert(own, grid(&layout, own, packed));
        })?;
        let mut sweep = Self {
            build,
            context,
            n,
            retention,
            begin,
            writer,
            pairs: Mutex::new(Ok(Vec::new())),
            stopped: AtomicBool::new(false),
            todo: Vec::new(),
        };
        sweep.take_over(done)?;
        sweep.order_todo();
        Ok(sweep)
    }

    /// Takes over the pairs of which both sub-layers are there; the others are to be made.
    fn take_over(&mut self, mut done: HashMap<u32, Grid>) -> Result<(), Error> {
        let n = self.n;
        let mut pairs: Pairs = Vec::new();
        for s in 0..=n / 2 {
            let is_single = 2 * s == n;
            let upper = if is_single {
                None
            } else {
                done.remove(&(n - s))
            };
            let pair = match done.remove(&s) {
                Some(lower) if upper.is_some() || is_single => {
                    let pair = SubLayerPair::from_sub_layers(lower, upper);
                    self.build.monitor.advance(pair.values());
                    self.build.retain(pair, self.retention, None)?
                }
                _ => {
                    self.todo.push(s);
                    None
                }
            };
            pairs.push(pair);
        }
        self.pairs = Mutex::new(Ok(pairs));
        Ok(())
    }

    fn order_todo(&mut self) {
        let tables = self.context.tables;
        if self.build.placement.scratch_bytes == 0 {
            // The largest pairs first, so that the threads end together.
            let n = self.n;
            self.todo
                .sort_by_key(|&s| Reverse(tables.pair_values(n, s)));
        } else {
            // Neighbours look up the same sub-layers, which are in memory then.
            self.todo.reverse();
        }
    }

    /// Makes and writes what is missing, and hands the layer to the register. Returns its pairs and
    /// how many positions were computed; none if the build was stopped.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if something cannot be written.
    pub(super) fn run(
        self,
        register: &SyncSender<FinishedLayer>,
    ) -> Result<Option<(Vec<KeptPair>, u64)>, Error> {
        rayon::scope_fifo(|scope| {
            for &s in &self.todo {
                let sweep = &self;
                scope.spawn_fifo(move |_| sweep.make_pair(s));
            }
        });
        let pairs = self
            .pairs
            .into_inner()
            .expect("no thread panics with the pairs");
        if pairs.is_err() || self.stopped.into_inner() {
            let suspended = self.writer.suspend();
            return pairs.and(suspended).map(|()| None);
        }
        let tables = self.context.tables;
        let todo = self.todo.iter();
        let computed = todo.map(|&s| tables.pair_values(self.n, s)).sum();
        FinishedLayer::swept(self.n, self.begin, self.writer).send(register);
        Ok(Some((pairs?.into_iter().flatten().collect(), computed)))
    }

    /// Makes, writes and keeps a pair, unless the build is stopped.
    fn make_pair(&self, s: u32) {
        let SweepContext {
            tables,
            swept,
            pool,
        } = self.context;
        let progress = |positions| {
            self.build.monitor.advance(positions);
            !self.stopped.load(Ordering::Relaxed) && !self.build.should_stop()
        };
        let pair = if progress(0) {
            sweep_pair(tables, swept, (self.n, s), pool, &progress)
        } else {
            None
        };
        let Some(pair) = pair else {
            return self.stopped.store(true, Ordering::Relaxed);
        };
        let kept = self
            .write(s, &pair)
            .and_then(|()| self.build.retain(pair, self.retention, Some(pool)));
        let mut pairs = self.pairs.lock().expect("no thread panics with the pairs");
        match (kept, pairs.as_mut()) {
            (Ok(kept), Ok(pairs)) => pairs[s as usize] = kept,
            (Err(error), Ok(_)) => {
                *pairs = Err(error);
                self.stopped.store(true, Ordering::Relaxed);
            }
            // Only the first error counts.
            (_, Err(_)) => {}
        }
    }

    fn write(&self, s: u32, pair: &SubLayerPair) -> Result<(), Error> {
        self.writer.write(s, pair.lower.values())?;
        match &pair.upper {
            Some(upper) => self.writer.write(self.n - s, upper.values()),
            None => Ok(()),
        }
    }
}
