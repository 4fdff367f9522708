//! Building, planning and verifying a database, whatever the family of its rules.

use super::rules::DatabaseRules;
use crate::error::Error;
use crate::format::manifest::Manifest;
use crate::format::rules::{LayerRules, LayerSet};
use crate::jobs::build::{BuildOptions, BuildReport};
use crate::jobs::plan::Plan;
use crate::jobs::verify::{Verification, VerifyOptions};
use crate::monitor::Monitor;
use crate::system::files::hash_file;
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::{fs, io};

/// Builds the layers of up to `options.seeds` seeds in a folder, or those of them that are missing.
///
/// A layer file is a function of the rules and the seeds alone: neither threads nor interruptions
/// change a byte of it. A build that is stopped goes on with the same call.
///
/// # Errors
///
/// Before anything is done: [`Error::Seeds`] if the format does not hold so many seeds,
/// [`Error::LayerSet`] if the layers lead to others, [`Error::Memory`] or [`Error::Disk`] if the build
/// would not fit even with the finished layers on disk, [`Error::Locked`] if another build is at work
/// in the folder. Later: [`Error::Damaged`] and its like if a layer that is there already is not
/// sound, [`Error::Io`] if something cannot be read or written; everything finished before is kept.
pub fn build<R: DatabaseRules>(
    folder: &Path,
    rules: &R,
    options: &BuildOptions,
    monitor: &dyn Monitor,
) -> Result<BuildReport, Error> {
    check_layer_set(rules, options)?;
    rules.build(folder, options, monitor)
}

/// The size of a build with these options, before it starts. In the Toguz family, files of open boards
/// are not counted: how many boards are open is known only afterwards.
///
/// # Errors
///
/// [`Error::Seeds`] if the format does not hold so many seeds, [`Error::LayerSet`] if the layers lead
/// to others.
pub fn plan<R: DatabaseRules>(rules: &R, options: &BuildOptions) -> Result<Plan, Error> {
    check_layer_set(rules, options)?;
    rules.plan(options)
}

/// Estimates how long a build takes on this machine, from one in memory that takes a tenth of a second
/// or more.
#[must_use]
pub fn estimate<R: DatabaseRules>(rules: &R, plan: &Plan, threads: usize) -> Duration {
    rules.estimate(plan, threads)
}

/// Verifies a database folder, each level with those below:
///
/// 1. the checksums of all blocks;
/// 2. the hashes and statistics of the manifest;
/// 3. a sample of positions, recomputed by plain play and search down to smaller layers;
/// 4. every position: recomputed from its moves, or, where play can recur, as the least fixed point of
///    the guarantees, by plainer code than the builder's;
/// 5. the statistics against published ones, of the layers that have any.
///
/// # Errors
///
/// Whatever keeps the database from being opened: a missing, cut or foreign file, a damaged header.
/// [`Error::Interrupted`] if the monitor stops it, [`Error::Threads`] if the system does not give the
/// threads. Whatever else is wrong is in the verification.
pub fn verify<R: DatabaseRules>(
    folder: &Path,
    rules: &R,
    options: &VerifyOptions,
    monitor: &dyn Monitor,
) -> Result<Verification<R::Value>, Error> {
    rules.verify(folder, options, monitor)
}

/// Builds again the layers of a database whose files are missing or do not have the hash of the
/// manifest, and returns their numbers of seeds. The files come out as they were, byte for byte, or
/// the repair fails: a layer is a function of the rules and the seeds. Of `options` the threads, the
/// memory and the time limit count.
///
/// # Errors
///
/// [`Error::Missing`] and its like if the manifest cannot be read; those of [`build`], among them
/// [`Error::Rebuilt`] if a file does not come out as the manifest says.
pub fn repair<R: DatabaseRules>(
    folder: &Path,
    rules: &R,
    options: &BuildOptions,
    monitor: &dyn Monitor,
) -> Result<Vec<u32>, Error> {
    let manifest = Manifest::read(folder, rules)?;
    let mut damaged = Vec::new();
    monitor.start(
        "hashing",
        manifest.layers.iter().map(|entry| entry.values).sum(),
    );
    for entry in &manifest.layers {
        if monitor.should_stop() {
            return Err(Error::Interrupted);
        }
        let layer = (entry.file.as_str(), entry.blake3.as_str());
        let open = entry
            .open
            .as_ref()
            .map(|open| (open.file.as_str(), open.blake3.as_str()));
        let files: Vec<PathBuf> = [Some(layer), open]
            .into_iter()
            .flatten()
            .filter(|&(file, hash)| !has_hash(&folder.join(file), hash))
            .map(|(file, _)| folder.join(file))
            .collect();
        let is_archived = entry.archive.as_ref().is_some_and(|archive| {
            !folder.join(&entry.file).exists()
                && has_hash(&folder.join(&archive.file), &archive.blake3)
        });
        if !files.is_empty() && !is_archived {
            damaged.push(entry.seeds);
            // Without its layer file a layer is built again, with all its files.
            for file in files.into_iter().chain([folder.join(&entry.file)]) {
                match fs::remove_file(&file) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(Error::io("remove", &file)(error));
                    }
                    _ => {}
                }
            }
        }
        monitor.advance(entry.values);
    }
    if let Some(&seeds) = damaged.last() {
        let all = manifest
            .layers
            .iter()
            .zip(0..)
            .all(|(entry, n)| entry.seeds == n);
        let options = BuildOptions {
            seeds,
            layers: if all { LayerSet::All } else { LayerSet::Even },
            ..options.clone()
        };
        if !build(folder, rules, &options, monitor)?.complete {
            return Err(Error::Interrupted);
        }
    }
    Ok(damaged)
}

/// Whether a file has a BLAKE3 hash, in hexadecimal.
fn has_hash(path: &Path, hash: &str) -> bool {
    path.is_file() && hash_file(path).is_ok_and(|found| found.to_hex().as_str() == hash)
}

fn check_layer_set<R: LayerRules>(rules: &R, options: &BuildOptions) -> Result<(), Error> {
    if rules.is_closed(options.layers) {
        Ok(())
    } else {
        Err(Error::LayerSet { rules: rules.id() })
    }
}
