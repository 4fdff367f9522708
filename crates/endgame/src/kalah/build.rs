//! Building a database folder, layer after layer, and going on where a build was stopped.

use crate::error::{Damage, Error};
use crate::format::encoding::MAX_LAYER_SEEDS;
use crate::format::layer::Layer;
use crate::format::layout::Layout;
use crate::format::manifest::{LayerEntry, Manifest, layer_file};
use crate::format::rules::LayerRules;
use crate::format::writer::LayerWriter;
use crate::jobs::build::{BuildOptions, BuildReport};
use crate::jobs::plan::Placement;
use crate::kalah::layers::statistics::KalahStatistics;
use crate::kalah::plan::place;
use crate::kalah::sweep::{Grid, KeptPair, Known, Pair, Spares, Tables, sweep_pair};
use crate::monitor::Monitor;
use crate::system::files::{check_disk, hash_file, lock};
use crate::system::threads::with_threads;
use mancala_position::kalah::KalahRules;
use rayon::prelude::*;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::time::{Duration, Instant};

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
    let mut builder = Builder {
        folder,
        rules,
        options,
        monitor,
        begin,
        before: manifest.clone(),
        placement,
        computed: 0,
    };
    let mut register = Register {
        folder,
        rules,
        options,
        manifest,
    };
    let missing: Vec<u32> = (0..=options.seeds)
        .filter(|&n| !builder.is_listed(n))
        .collect();
    if let (Some(&first), Some(&last)) = (missing.first(), missing.last()) {
        builder.check_disk(&missing)?;
        // Syncing and hashing a finished layer go on while the next is swept. One layer may wait.
        std::thread::scope(|scope| {
            let (finished, jobs) = mpsc::sync_channel(1);
            let registered =
                scope.spawn(|| jobs.into_iter().try_for_each(|job| register.enter(job)));
            let swept = with_threads(options.threads, || builder.run(first, last, &finished));
            drop(finished);
            let registered = registered.join().expect("the register does not panic");
            // Where registering has failed, sweeping has stopped for want of a receiver.
            registered.and(swept)
        })?;
    }
    Ok(builder.report(&register.manifest))
}

struct Builder<'a> {
    folder: &'a Path,
    rules: &'a KalahRules,
    options: &'a BuildOptions,
    monitor: &'a dyn Monitor,
    begin: Instant,
    /// The manifest as it was.
    before: Manifest<KalahStatistics>,
    placement: Placement,
    computed: u64,
}

/// What becomes of the values of a layer that is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    InMemory,
    OnDisk,
    No,
}

impl Builder<'_> {
    fn path(&self, n: u32) -> PathBuf {
        self.folder.join(layer_file(n))
    }

    fn is_listed(&self, n: u32) -> bool {
        self.before.layer(n).is_some() && self.path(n).exists()
    }

    fn should_stop(&self) -> bool {
        self.monitor.should_stop() || self.options.is_over(self.begin)
    }

    fn check_disk(&self, missing: &[u32]) -> Result<(), Error> {
        let mut needed = self.placement.scratch_bytes;
        for &n in missing {
            needed += crate::format::layer::file_bytes(self.rules, &self.rules.layout(n)?);
        }
        // What an earlier run has left of a layer is there already.
        let part = self.path(missing[0]).with_extension("layer.part");
        needed = needed.saturating_sub(fs::metadata(part).map_or(0, |part| part.len()));
        check_disk(self.folder, needed)
    }

    /// Reads the layers below the first that is missing, and makes the others up to the last that is.
    fn run(&mut self, first: u32, last: u32, finished: &SyncSender<Finished>) -> Result<(), Error> {
        let tables = Tables::new(self.rules, last);
        let mut known = Known::default();
        let spares = Spares::default();
        let mut todo = 0;
        for n in first..=last {
            todo += self.rules.layout(n)?.values();
        }
        if first > 0 {
            let mut values = 0;
            for n in 0..first {
                values += self.rules.layout(n)?.values();
            }
            self.monitor.start("reading the finished layers", values);
        }
        for n in 0..=last {
            if n == first {
                self.monitor.start("sweeping", todo);
            }
            if self.should_stop() {
                return Ok(());
            }
            let keep = if n == last {
                Keep::No
            } else if n < self.placement.layers_in_memory {
                Keep::InMemory
            } else {
                Keep::OnDisk
            };
            let pairs = if self.path(n).exists() {
                self.read(n, keep, finished)?
            } else {
                self.make((&tables, &known, &spares), n, keep, finished)?
            };
            match pairs {
                None => return Ok(()),
                Some(pairs) if keep != Keep::No => known.push(pairs),
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// Reads a layer that is there, checking all of it, and enters it into the manifest if a build was killed
    /// just before doing so.
    fn read(
        &self,
        n: u32,
        keep: Keep,
        finished: &SyncSender<Finished>,
    ) -> Result<Option<Vec<KeptPair>>, Error> {
        let begin = Instant::now();
        let path = self.path(n);
        let layer = Layer::open(&path, self.rules, n)?;
        let read = |own: u32| -> Result<Grid, Error> {
            layer.check_sub_layer(own)?;
            self.monitor.advance(layer.layout().sub_layer(own).values());
            Ok(grid(layer.layout(), own, layer.packed(own)))
        };
        let pairs = (0..=n / 2)
            .into_par_iter()
            .map(|s| {
                let upper = (2 * s != n).then(|| read(n - s)).transpose()?;
                self.keep(Pair::from_sub_layers(read(s)?, upper), keep, None)
            })
            .collect::<Result<Option<Vec<_>>, Error>>()?;
        if self.before.layer(n).is_none() {
            let job = Job::TakeOver(layer.counts().to_vec());
            send(
                finished,
                Finished {
                    n,
                    elapsed: begin.elapsed(),
                    job,
                },
            );
        }
        Ok(Some(pairs.unwrap_or_default()))
    }

    /// Makes a layer and writes it; none if the build was stopped.
    fn make(
        &mut self,
        (tables, known, spares): (&Tables, &Known, &Spares),
        n: u32,
        keep: Keep,
        finished: &SyncSender<Finished>,
    ) -> Result<Option<Vec<KeptPair>>, Error> {
        let begin = Instant::now();
        let path = self.path(n);
        let layout = self.rules.layout(n)?;
        let values = layout.values();
        let writer = LayerWriter::new(
            &path,
            self.rules,
            layout.clone(),
            values >= self.options.journal_from,
        )?;
        let mut done: HashMap<u32, Grid> = HashMap::new();
        writer.resume(|own, packed| {
            done.insert(own, grid(&layout, own, packed));
        })?;
        let mut pairs: Vec<Option<KeptPair>> = (0..=n / 2).map(|_| None).collect();
        let mut todo: Vec<u32> = Vec::new();
        for s in 0..=n / 2 {
            let upper = if 2 * s == n {
                None
            } else {
                done.remove(&(n - s))
            };
            match done.remove(&s) {
                Some(lower) if upper.is_some() || 2 * s == n => {
                    self.monitor.advance(
                        (lower.values().len() * if upper.is_some() { 2 } else { 1 }) as u64,
                    );
                    pairs[s as usize] =
                        self.keep(Pair::from_sub_layers(lower, upper), keep, None)?;
                }
                _ => todo.push(s),
            }
        }
        if self.placement.scratch_bytes == 0 {
            // The largest pairs first, so that the threads end together.
            todo.sort_by_key(|&s| std::cmp::Reverse(tables.pair_values(n, s)));
        } else {
            // Neighbours look up the same sub-layers, which are in memory then.
            todo.reverse();
        }
        let results = Mutex::new(Ok(pairs));
        let stopped = AtomicBool::new(false);
        rayon::scope_fifo(|scope| {
            for &s in &todo {
                let (writer, results, stopped, this) = (&writer, &results, &stopped, &*self);
                scope.spawn_fifo(move |_| {
                    let progress = |positions| {
                        this.monitor.advance(positions);
                        !stopped.load(Ordering::Relaxed) && !this.should_stop()
                    };
                    if !progress(0) {
                        return stopped.store(true, Ordering::Relaxed);
                    }
                    let Some(pair) = sweep_pair(tables, known, (n, s), spares, &progress) else {
                        return stopped.store(true, Ordering::Relaxed);
                    };
                    let written =
                        writer
                            .write(s, pair.lower.values())
                            .and_then(|()| match &pair.upper {
                                Some(upper) => writer.write(n - s, upper.values()),
                                None => Ok(()),
                            });
                    let kept = written.and_then(|()| this.keep(pair, keep, Some(spares)));
                    let mut results = results.lock().expect("no thread panics with the results");
                    match (kept, results.as_mut()) {
                        (Ok(kept), Ok(pairs)) => pairs[s as usize] = kept,
                        (Err(error), Ok(_)) => {
                            *results = Err(error);
                            stopped.store(true, Ordering::Relaxed);
                        }
                        (_, Err(_)) => {}
                    }
                });
            }
        });
        let results = results
            .into_inner()
            .expect("no thread panics with the results");
        if results.is_err() || stopped.into_inner() {
            let suspended = writer.suspend();
            return results.and(suspended).map(|()| None);
        }
        let pairs = results?;
        self.computed += todo.iter().map(|&s| tables.pair_values(n, s)).sum::<u64>();
        let job = Job::Write(Box::new(writer));
        send(
            finished,
            Finished {
                n,
                elapsed: begin.elapsed(),
                job,
            },
        );
        Ok(Some(pairs.into_iter().flatten().collect()))
    }

    /// Keeps a pair that is written, or leaves its memory to others.
    fn keep(
        &self,
        pair: Pair,
        keep: Keep,
        spares: Option<&Spares>,
    ) -> Result<Option<KeptPair>, Error> {
        match keep {
            Keep::InMemory => Ok(Some(pair.keep())),
            Keep::OnDisk => {
                let scratch = pair.keep().into_scratch(self.folder);
                scratch
                    .map(Some)
                    .map_err(Error::io("keep finished layers in", self.folder))
            }
            Keep::No => {
                if let Some(spares) = spares {
                    pair.recycle(spares);
                }
                Ok(None)
            }
        }
    }

    fn report(&self, manifest: &Manifest<KalahStatistics>) -> BuildReport {
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
            computed: self.computed,
            elapsed: self.begin.elapsed(),
            complete: layers > self.options.seeds,
        }
    }
}

/// A layer that is swept, or was found, and is to be entered into the manifest.
struct Finished {
    n: u32,
    elapsed: Duration,
    job: Job,
}

enum Job {
    /// The file is to be completed, synced and named.
    Write(Box<LayerWriter>),
    /// The file is there; a build was killed just before it was entered. These are its counts.
    TakeOver(Vec<Vec<u64>>),
}

/// Hands a layer to the register. If that has failed, its error ends the build; there is nothing to add to it.
fn send(finished: &SyncSender<Finished>, layer: Finished) {
    let _ = finished.send(layer);
}

/// Completes layer files and keeps the manifest.
struct Register<'a> {
    folder: &'a Path,
    rules: &'a KalahRules,
    options: &'a BuildOptions,
    manifest: Manifest<KalahStatistics>,
}

impl Register<'_> {
    /// Enters a layer into the manifest. One that was listed and lost must have come out the same.
    fn enter(&mut self, Finished { n, elapsed, job }: Finished) -> Result<(), Error> {
        let path = self.folder.join(layer_file(n));
        let (counts, hash) = match job {
            Job::Write(writer) => writer.finish()?,
            Job::TakeOver(counts) => (counts, hash_file(&path)?),
        };
        let hash = hash.to_hex().to_string();
        if let Some(entry) = self.manifest.layer(n) {
            return if entry.blake3 == hash {
                Ok(())
            } else {
                Err(Error::Rebuilt { path })
            };
        }
        let layout = self.rules.layout(n)?;
        let total: u64 = counts.iter().flatten().sum();
        if total != layout.values() {
            return Err(Error::damaged(
                &path,
                Damage::Manifest {
                    what: "number of values",
                },
            ));
        }
        let entry = LayerEntry {
            seeds: n,
            file: layer_file(n),
            bytes: crate::format::layer::file_bytes(self.rules, &layout),
            blake3: hash,
            bits: layout.encoding().bits(),
            values: total,
            statistics: KalahStatistics::new(self.rules, &counts, |code| {
                layout.encoding().decode(code)
            }),
            provenance: self.options.provenance(elapsed),
            archive: None,
            open: None,
        };
        self.manifest.layers.push(entry);
        self.manifest.layers.sort_by_key(|entry| entry.seeds);
        self.manifest.write(self.folder)
    }
}

/// The values of a sub-layer from its packed bytes.
#[expect(clippy::cast_possible_truncation, reason = "fits in memory as planned")]
fn grid(layout: &Layout, own: u32, packed: &[u8]) -> Grid {
    let sub_layer = layout.sub_layer(own);
    let mut grid = Grid::new(sub_layer.rows as usize, sub_layer.columns as usize);
    layout.encoding().unpack(packed, grid.values_mut());
    grid
}
