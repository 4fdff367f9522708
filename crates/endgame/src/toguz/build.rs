//! Building a database folder of the Toguz family, layer after layer, and going on where a build
//! was stopped.

use super::boards::class::TuzdikClass;
use super::boards::numbering::Numbering;
use super::database::finished_layers::FinishedLayers;
use super::database::toguz_layer::ToguzLayer;
use super::iteration::with_tuzdik::sweep;
use super::iteration::without_tuzdik::without_tuzdik;
use super::iteration::working::Working;
use super::layers::open_boards::{write_open, written};
use super::layers::statistics::ToguzStatistics;
use super::plan::Needs;
use crate::error::{Damage, Error};
use crate::format::encoding::BLOCK_VALUES;
use crate::format::layer_rules::LayerRules;
use crate::format::layout::{Layout, SubLayer};
use crate::format::manifest::{FileEntry, LayerEntry, Manifest, layer_file, open_boards_file};
use crate::format::writer::{CHUNK, LayerWriter};
use crate::guarantees::Guarantees;
use crate::jobs::build::{BuildOptions, BuildReport};
use crate::monitor::Monitor;
use crate::system::files::{check_disk, hash_file, lock};
use crate::system::threads::with_threads;
use mancala_position::toguz::ToguzRules;
use rayon::prelude::*;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Builds the layers that are missing, for [`build`](crate::build()).
///
/// # Errors
///
/// Those of [`build`](crate::build()).
pub(super) fn build(
    folder: &Path,
    rules: &ToguzRules,
    options: &BuildOptions,
    monitor: &dyn Monitor,
) -> Result<BuildReport, Error> {
    let begin = Instant::now();
    rules.layout(options.seeds)?;
    let needs = Needs::new(rules, options.seeds, options.threads);
    needs.check(options.memory)?;
    fs::create_dir_all(folder).map_err(Error::io("create", folder))?;
    let _lock = lock(folder)?;
    let manifest = Manifest::begun(folder, rules)?;
    let mut builder = Builder {
        folder,
        rules,
        options,
        monitor,
        begin,
        manifest,
        needs,
        numbering: Numbering::new(rules, options.seeds),
        layers: (0..=options.seeds).map(|_| None).collect(),
        computed: 0,
    };
    let wanted: Vec<u32> = (0..=options.seeds)
        .filter(|&n| options.layers.contains(n))
        .collect();
    builder.check_disk(&wanted)?;
    let complete = with_threads(options.threads, || builder.run(&wanted))?;
    Ok(builder.report(complete))
}

struct Builder<'a> {
    folder: &'a Path,
    rules: &'a ToguzRules,
    options: &'a BuildOptions,
    monitor: &'a dyn Monitor,
    begin: Instant,
    manifest: Manifest<ToguzStatistics>,
    needs: Needs,
    numbering: Numbering,
    /// By balls: those that are finished.
    layers: Vec<Option<ToguzLayer>>,
    computed: u64,
}

impl Builder<'_> {
    fn path(&self, balls: u32) -> PathBuf {
        self.folder.join(layer_file(balls))
    }

    fn open_path(&self, balls: u32) -> PathBuf {
        self.folder.join(open_boards_file(balls))
    }

    fn should_stop(&self) -> bool {
        self.monitor.should_stop() || self.options.is_over(self.begin)
    }

    fn is_there(&self, balls: u32) -> bool {
        self.manifest.has_file(self.folder, balls)
    }

    fn check_disk(&self, wanted: &[u32]) -> Result<(), Error> {
        let (mut needed, mut scratch) = (0, 0);
        for &n in wanted.iter().filter(|&&n| !self.is_there(n)) {
            needed += crate::format::layer_file::file_bytes(self.rules, &self.rules.layout(n)?);
            if self.needs.of_layer(n) > self.options.memory {
                scratch = self.needs.working(n).max(scratch);
            }
        }
        check_disk(self.folder, needed + scratch)
    }

    /// Opens the layers that are there and makes the others; false if it was stopped.
    fn run(&mut self, wanted: &[u32]) -> Result<bool, Error> {
        let (there, missing): (Vec<u32>, Vec<u32>) =
            wanted.iter().partition(|&&n| self.is_there(n));
        let boards = |layers: &[u32]| -> u64 {
            let classes = self.numbering.classes();
            let of_layer = |&n: &u32| classes.iter().map(move |class| class.count(n)).sum::<u64>();
            layers.iter().map(of_layer).sum()
        };
        let (known, todo) = (boards(&there), boards(&missing));
        if missing.is_empty() && there.iter().all(|&n| self.manifest.layer(n).is_some()) {
            return Ok(true);
        }
        if known > 0 {
            self.monitor.start("reading the finished layers", known);
        }
        for n in there {
            if self.should_stop() {
                return Ok(false);
            }
            self.finish(n, Instant::now(), None)?;
        }
        self.monitor.start("building", todo);
        for n in missing {
            let begin = Instant::now();
            if self.should_stop() {
                return Ok(false);
            }
            let Some(hash) = self.make(n)? else {
                return Ok(false);
            };
            self.finish(n, begin, Some(hash))?;
        }
        Ok(true)
    }

    fn progress(&self) -> impl Fn(u64) -> bool + Sync {
        |boards| {
            self.monitor.advance(boards);
            !self.should_stop()
        }
    }

    fn finished(&self) -> FinishedLayers<'_> {
        FinishedLayers {
            numbering: &self.numbering,
            layers: &self.layers,
        }
    }

    /// Makes a layer and writes it; the hash of its file, or none if it was stopped.
    fn make(&mut self, balls: u32) -> Result<Option<blake3::Hash>, Error> {
        let layout = self.rules.layout(balls)?;
        let values = layout.values();
        let journaled = values >= self.options.journal_from;
        let writer = LayerWriter::new(&self.path(balls), self.rules, layout.clone(), journaled)?;
        let mut done = HashSet::new();
        writer.resume(|class, _| {
            done.insert(class);
        })?;
        let made = self.classes(balls, &layout, &writer, &done);
        match made {
            Ok(true) => {
                let (_, hash) = writer.finish()?;
                self.computed += values;
                Ok(Some(hash))
            }
            other => {
                writer.suspend()?;
                other.map(|_| None)
            }
        }
    }

    fn classes(
        &self,
        balls: u32,
        layout: &Layout,
        writer: &LayerWriter,
        done: &HashSet<u32>,
    ) -> Result<bool, Error> {
        let number =
            |class: TuzdikClass| u32::try_from(self.numbering.index(class)).expect("few classes");
        let is_done = |class| done.contains(&number(class));
        let values: Vec<u64> = layout.sub_layers().iter().map(SubLayer::values).collect();
        if is_done(TuzdikClass::NONE) {
            self.monitor.advance(values[0]);
        } else if !self.without_tuzdik(balls, layout, writer, &values)? {
            return Ok(false);
        }
        let todo = self.numbering.pairs();
        let swept = todo.into_par_iter().map(|class| {
            if is_done(class) && is_done(class.turned()) {
                self.monitor.advance(2 * values[number(class) as usize]);
                return Ok(true);
            }
            let finished = self.finished();
            let Some(sides) = sweep(&self.numbering, &finished, class, balls, &self.progress())
            else {
                return Ok(false);
            };
            for (class, mover) in [class, class.turned()].into_iter().zip(&sides) {
                writer.write_chunks(number(class), mover.chunks(CHUNK).map(signed))?;
            }
            Ok(true)
        });
        let swept = swept.collect::<Result<Vec<bool>, Error>>()?;
        Ok(swept.into_iter().all(|made| made))
    }

    /// Makes and writes the class without tuzdiks.
    fn without_tuzdik(
        &self,
        balls: u32,
        layout: &Layout,
        writer: &LayerWriter,
        values: &[u64],
    ) -> Result<bool, Error> {
        let count = values[0];
        let working = if self.needs.of_layer(balls) <= self.options.memory {
            Working::in_memory(count, self.folder)?
        } else {
            Working::on_disk(count, self.folder)?
        };
        let (numbering, finished) = (&self.numbering, self.finished());
        let Some(effort) = without_tuzdik(numbering, &finished, balls, &working, &self.progress())
        else {
            return Ok(false);
        };
        self.monitor.remark(&format!(
            "{balls} balls: {} passes, {} evaluations",
            effort.passes, effort.evaluations
        ));
        let pairs = working.pairs();
        let is_open = |worth: Guarantees| worth.mover + worth.opponent != balls;
        write_open(&self.open_path(balls), self.rules, balls, values, |block| {
            let places = block * BLOCK_VALUES..count.min((block + 1) * BLOCK_VALUES);
            places
                .zip(0..)
                .map(|(rank, place)| (place, pairs.get(rank)))
                .filter(|&(_, worth)| is_open(worth))
                .collect()
        })?;
        let encoding = layout.encoding();
        let open = encoding.decode_byte(encoding.codes() - 1);
        let chunk = CHUNK as u64;
        let chunks = (0..count.div_ceil(chunk)).map(|number| {
            let ranks = number * chunk..count.min((number + 1) * chunk);
            let code = |worth: Guarantees| {
                if is_open(worth) {
                    open
                } else {
                    i8::try_from(worth.mover).expect("few balls")
                }
            };
            ranks.map(|rank| code(pairs.get(rank))).collect::<Vec<i8>>()
        });
        writer.write_chunks(0, chunks)?;
        Ok(true)
    }

    /// Opens a layer that is written, checks all of it, and enters it into the manifest. Its file
    /// is hashed unless that was done when it was written.
    fn finish(
        &mut self,
        balls: u32,
        begin: Instant,
        hash: Option<blake3::Hash>,
    ) -> Result<(), Error> {
        let path = self.path(balls);
        let found = ToguzLayer::open(self.folder, self.rules, balls)?;
        found.layer.check()?;
        let before = self.manifest.layer(balls);
        if before.is_none_or(|entry| entry.bytes != found.layer.bytes().len() as u64) {
            let hash = hash.map_or_else(|| hash_file(&path), Ok)?;
            let hash = hash.to_hex().to_string();
            if before.is_some_and(|entry| entry.blake3 != hash) {
                return Err(Error::damaged(&path, Damage::Hash));
            }
            let open = written(&self.open_path(balls))?;
            let layout = found.layer.layout();
            let entry = LayerEntry {
                seeds: balls,
                file: layer_file(balls),
                bytes: found.layer.bytes().len() as u64,
                blake3: hash,
                bits: layout.encoding().bits(),
                values: layout.values(),
                statistics: found.statistics(self.rules),
                provenance: self.options.provenance(begin.elapsed()),
                archive: None,
                open: open.map(|(bytes, blake3)| FileEntry {
                    file: open_boards_file(balls),
                    bytes,
                    blake3,
                }),
            };
            self.manifest.layers.push(entry);
            self.manifest.layers.sort_by_key(|entry| entry.seeds);
            self.manifest.write(self.folder)?;
        }
        self.layers[balls as usize] = Some(found);
        Ok(())
    }

    fn report(&self, complete: bool) -> BuildReport {
        let (mut layers, mut positions, mut bytes) = (0, 0, 0);
        for entry in &self.manifest.layers {
            layers += 1;
            positions += entry.values;
            bytes += entry.bytes + entry.open.as_ref().map_or(0, |open| open.bytes);
        }
        BuildReport {
            folder: self.folder.to_owned(),
            layers,
            positions,
            bytes,
            computed: self.computed,
            elapsed: self.begin.elapsed(),
            complete,
        }
    }
}

/// Guarantees as the bytes that are packed.
fn signed(mover: &[u8]) -> Vec<i8> {
    mover.iter().map(|&mover| mover.cast_signed()).collect()
}
