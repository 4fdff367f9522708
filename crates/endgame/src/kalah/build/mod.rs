//! Building a database folder, layer after layer, and going on where a build was stopped.
//!
//! A build is planned (which layers are missing, and where finished ones are kept while later ones
//! look them up), run (layers that are there are read, the others swept, from the smallest on) and
//! collected: finished layers are completed and entered into the manifest by a thread of its own
//! ([`register`]).

mod context;
mod layer_sweep;
mod register;

use super::layers::statistics::KalahStatistics;
use super::plan::place;
use super::sweep::{Grid, GridPool, KeptPair, SubLayerPair, SweepTables, SweptLayers};
use crate::error::Error;
use crate::format::encoding::MAX_LAYER_SEEDS;
use crate::format::layer::Layer;
use crate::format::layer_file::file_bytes;
use crate::format::layer_rules::LayerRules;
use crate::format::manifest::Manifest;
use crate::jobs::build::{BuildOptions, BuildReport};
use crate::monitor::Monitor;
use crate::system::files::{check_disk, lock};
use crate::system::threads::with_threads;
use context::{BuildContext, Retention, grid};
use layer_sweep::{LayerSweep, SweepContext};
use mancala_position::kalah::KalahRules;
use rayon::prelude::*;
use register::{FinishedLayer, Register};
use std::fs;
use std::path::Path;
use std::sync::mpsc::{self, SyncSender};
use std::time::Instant;

/// Builds the layers that are missing, for [`build`](crate::build()).
///
/// # Errors
///
/// Those of [`build`](crate::build()).
pub(super) fn build(
    folder: &Path,
    rules: &KalahRules,
    options: &BuildOptions,
    monitor: &dyn Monitor,
) -> Result<BuildReport, Error> {
    let begin = Instant::now();
    rules.layout(options.seeds)?;
    let placement = place(rules, options)?;
    fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
    let _lock = lock(folder)?;
    let manifest = Manifest::begun(folder, rules)?;
    let context = BuildContext {
        folder,
        rules,
        options,
        monitor,
        begin,
        before: manifest.clone(),
        placement,
    };
    let mut register = Register::new(folder, rules, options, manifest);
    let missing: Vec<u32> = (0..=options.seeds)
        .filter(|&n| !context.is_listed(n))
        .collect();
    let mut computed = 0;
    if let (Some(&first), Some(&last)) = (missing.first(), missing.last()) {
        context.check_disk(&missing)?;
        computed = context.run_with(&mut register, first, last)?;
    }
    Ok(context.report(register.manifest(), computed))
}

impl BuildContext<'_> {
    fn check_disk(&self, missing: &[u32]) -> Result<(), Error> {
        let mut needed = self.placement.scratch_bytes;
        for &n in missing {
            needed += file_bytes(self.rules, &self.rules.layout(n)?);
        }
        // Parts of the layer that an earlier run has written are there already.
        let part = self.path(missing[0]).with_extension("layer.part");
        needed = needed.saturating_sub(fs::metadata(part).map_or(0, |part| part.len()));
        check_disk(self.folder, needed)
    }

    /// Runs the build while another thread registers what is finished: syncing and hashing a layer
    /// go on while the next is swept. One layer may wait. Returns the positions that were computed.
    fn run_with(&self, register: &mut Register<'_>, first: u32, last: u32) -> Result<u64, Error> {
        std::thread::scope(|scope| {
            let (finished, layers) = mpsc::sync_channel(1);
            let registered = scope.spawn(|| {
                layers
                    .into_iter()
                    .try_for_each(|layer| register.enter(layer))
            });
            let swept = with_threads(self.options.threads, || self.run(first, last, &finished));
            drop(finished);
            let registered = registered.join().expect("the register does not panic");
            // If registering has failed, sweeping has stopped for want of a receiver.
            registered.and(swept)
        })
    }

    /// Reads the layers below the first that is missing, and makes the others up to the last that
    /// is. Returns the positions that were computed.
    fn run(
        &self,
        first: u32,
        last: u32,
        finished: &SyncSender<FinishedLayer>,
    ) -> Result<u64, Error> {
        let tables = SweepTables::new(self.rules, last);
        let mut swept = SweptLayers::default();
        let pool = GridPool::default();
        let mut computed = 0;
        if first > 0 {
            let values = self.values(0..first)?;
            self.monitor.start("reading the finished layers", values);
        }
        for n in 0..=last {
            if n == first {
                self.monitor
                    .start("sweeping", self.values(first..last + 1)?);
            }
            if self.should_stop() {
                break;
            }
            let retention = self.retention(n, last);
            let pairs = if self.has_file(n) {
                self.read(n, retention, finished)?
            } else {
                let context = SweepContext {
                    tables: &tables,
                    swept: &swept,
                    pool: &pool,
                };
                let sweep = LayerSweep::begin(self, context, n, retention)?;
                let Some((pairs, positions)) = sweep.run(finished)? else {
                    break;
                };
                computed += positions;
                pairs
            };
            if retention != Retention::None {
                swept.push(pairs);
            }
        }
        Ok(computed)
    }

    /// All values of some layers.
    fn values(&self, mut layers: std::ops::Range<u32>) -> Result<u64, Error> {
        layers.try_fold(0, |sum, n| Ok(sum + self.rules.layout(n)?.values()))
    }

    /// The use of a layer if the last one is that of `last` seeds.
    const fn retention(&self, n: u32, last: u32) -> Retention {
        if n == last {
            Retention::None
        } else if n < self.placement.layers_in_memory {
            Retention::InMemory
        } else {
            Retention::OnDisk
        }
    }

    /// Reads a layer that is there, checking all of it, and has it entered into the manifest if a
    /// build was killed just before doing so.
    fn read(
        &self,
        n: u32,
        retention: Retention,
        finished: &SyncSender<FinishedLayer>,
    ) -> Result<Vec<KeptPair>, Error> {
        let begin = Instant::now();
        let layer = Layer::open(&self.path(n), self.rules, n)?;
        let read = |own: u32| -> Result<Grid, Error> {
            layer.check_sub_layer(own)?;
            self.monitor.advance(layer.layout().sub_layer(own).values());
            Ok(grid(layer.layout(), own, layer.packed(own)))
        };
        let pairs = (0..=n / 2)
            .into_par_iter()
            .map(|s| {
                let upper = (2 * s != n).then(|| read(n - s)).transpose()?;
                let pair = SubLayerPair::from_sub_layers(read(s)?, upper);
                self.retain(pair, retention, None)
            })
            .collect::<Result<Option<Vec<_>>, Error>>()?;
        if self.before.layer(n).is_none() {
            FinishedLayer::found(n, begin, &layer).send(finished);
        }
        Ok(pairs.unwrap_or_default())
    }

    fn report(&self, manifest: &Manifest<KalahStatistics>, computed: u64) -> BuildReport {
        let listed = (0..=MAX_LAYER_SEEDS)
            .map_while(|n| manifest.layer(n).filter(|_| self.path(n).exists()));
        let (mut layers, mut positions, mut bytes) = (0, 0, 0);
        for entry in listed {
            layers += 1;
            positions += entry.values;
            bytes += entry.bytes;
        }
        BuildReport {
            folder: self.folder.to_owned(),
            layers,
            positions,
            bytes,
            computed,
            elapsed: self.begin.elapsed(),
            complete: layers > self.options.seeds,
        }
    }
}
