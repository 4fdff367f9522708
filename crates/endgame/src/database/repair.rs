//! Repairing a database: damaged and missing files are built again.

use super::database_rules::DatabaseRules;
use super::tasks::build;
use crate::error::Error;
use crate::format::layer_rules::LayerSet;
use crate::format::manifest::{LayerEntry, Manifest};
use crate::jobs::build::BuildOptions;
use crate::monitor::Monitor;
use crate::system::files::hash_file;
use std::path::Path;
use std::{fs, io};

/// Builds again the layers of a database whose files are missing or do not have the hash of the
/// manifest, and returns the names of these files within the folder. The files come out as they
/// were, byte for byte, or the repair fails: a layer is a function of the rules and the seeds. Of
/// `options` the threads, the memory and the time limit count.
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
) -> Result<Vec<String>, Error> {
    let manifest = Manifest::read(folder, rules)?;
    let total = manifest.layers.iter().map(|entry| entry.values).sum();
    monitor.start("hashing", total);
    let mut repaired = Vec::new();
    let mut most_seeds = None;
    for entry in &manifest.layers {
        if monitor.should_stop() {
            return Err(Error::Interrupted);
        }
        let damaged = damaged_files(folder, entry);
        if !damaged.is_empty() {
            // Without its layer file a layer is built again, with all its files.
            for file in damaged.iter().chain([&entry.file]) {
                remove(&folder.join(file))?;
            }
            repaired.extend(damaged);
            most_seeds = Some(entry.seeds);
        }
        monitor.advance(entry.values);
    }
    if let Some(seeds) = most_seeds {
        let options = BuildOptions {
            seeds,
            layers: layer_set(&manifest),
            ..options.clone()
        };
        if !build(folder, rules, &options, monitor)?.complete {
            return Err(Error::Interrupted);
        }
    }
    Ok(repaired)
}

/// The files of a layer that are missing or damaged, unless an archive serves in their place.
fn damaged_files<S>(folder: &Path, entry: &LayerEntry<S>) -> Vec<String> {
    let is_archived = entry.archive.as_ref().is_some_and(|archive| {
        !folder.join(&entry.file).exists() && has_hash(&folder.join(&archive.file), &archive.blake3)
    });
    if is_archived {
        return Vec::new();
    }
    let layer = (&entry.file, &entry.blake3);
    let open = entry.open.as_ref().map(|open| (&open.file, &open.blake3));
    [Some(layer), open]
        .into_iter()
        .flatten()
        .filter(|(file, hash)| !has_hash(&folder.join(file), hash))
        .map(|(file, _)| file.clone())
        .collect()
}

/// The layers that a database has: all, or those of even numbers of seeds.
fn layer_set<S>(manifest: &Manifest<S>) -> LayerSet {
    let mut numbered = manifest.layers.iter().zip(0..);
    if numbered.all(|(entry, number)| entry.seeds == number) {
        LayerSet::All
    } else {
        LayerSet::Even
    }
}

/// Removes a file, if it is there.
fn remove(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Error::io("remove", path)(error))
        }
        _ => Ok(()),
    }
}

/// Whether a file has a BLAKE3 hash, in hexadecimal.
fn has_hash(path: &Path, hash: &str) -> bool {
    path.is_file() && hash_file(path).is_ok_and(|found| found.to_hex().as_str() == hash)
}
