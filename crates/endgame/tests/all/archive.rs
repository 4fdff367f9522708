//! Archives: the same bytes again, the same values before, and nothing from damaged or foreign
//! files.

use crate::found::is_found;
use mancala_endgame::{
    Archive, BuildOptions, Database, Error, LoadMode, MANIFEST, Manifest, Monitor, PackOptions,
    Silent, VerifyOptions, archive_file, build, layer_file, pack, unpack, verify,
};
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_position::rank::RowRanker;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::{TempDir, tempdir};

const ARCHIVES_ONLY: PackOptions = PackOptions {
    threads: 2,
    remove: true,
};

fn built(rules: &KalahRules, seeds: u32) -> TempDir {
    let folder = tempdir().expect("a folder");
    build(folder.path(), rules, &BuildOptions::new(seeds), &Silent).expect("it builds");
    folder
}

/// The files with an extension.
fn files(folder: &Path, extension: &str) -> BTreeMap<String, Vec<u8>> {
    let paths = fs::read_dir(folder).expect("a folder");
    let paths = paths.map(|entry| entry.expect("an entry").path());
    paths
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), fs::read(&path).expect("readable"))
        })
        .collect()
}

/// Every twentieth position or so of every layer.
fn some_positions(pits: u32, seeds: u32) -> Vec<KalahPosition> {
    let ranker = RowRanker::new(pits);
    let mut positions = Vec::new();
    for n in 0..=seeds {
        for own in 0..=n {
            let (rows, columns) = (ranker.count(own), ranker.count(n - own));
            let last = rows * columns - 1;
            for index in (0..last).step_by(19).chain([last]) {
                positions.push(KalahPosition::from_rows_unchecked(
                    ranker.unrank(index / columns, own),
                    ranker.unrank(index % columns, n - own),
                ));
            }
        }
    }
    positions
}

#[test]
fn what_is_packed_is_probed_and_unpacked_as_it_was() {
    let some = |pits, options: &[(&str, &str)]| {
        let mut rules = KalahRules::new(pits).expect("valid pits");
        for (option, value) in options {
            rules.set(option, value).expect("an option");
        }
        rules
    };
    for (rules, seeds) in [
        (some(1, &[]), 9),
        (some(2, &[("lap", "skip-origin")]), 34),
        (some(3, &[("leftover", "nobody")]), 18),
        (some(4, &[("leftover", "emptied"), ("end", "on-turn")]), 9),
        (some(6, &[]), 8),
        (some(6, &[("capture", "empty"), ("leftover", "nobody")]), 6),
        (some(8, &[("capture", "never")]), 4),
    ] {
        let folder = built(&rules, seeds);
        let path = folder.path();
        let plain = files(path, "layer");
        let positions = some_positions(rules.pits(), seeds);
        let values = |database: &Database<KalahRules>| {
            let mut values = vec![None; positions.len()];
            database
                .probe_batch(&positions, &mut values)
                .expect("sound");
            assert!(values.iter().all(Option::is_some), "{rules}");
            for (position, value) in positions.iter().zip(&values).step_by(37) {
                assert_eq!(database.probe(position).expect("sound"), *value);
            }
            values
        };
        let expected = values(&Database::open(path, &rules).expect("it opens"));

        let report = pack(path, &rules, &PackOptions::default(), &Silent).expect("it packs");
        let all: u64 = report.layers.iter().map(|layer| layer.values).sum();
        assert_eq!(report.packed, all);
        assert_eq!(files(path, "layer"), plain, "nothing is removed unasked");
        let archives = files(path, "archive");
        assert_eq!(archives.len(), plain.len());
        let sizes = report.layers.iter().map(|layer| layer.archive_bytes);
        assert_eq!(
            sizes.sum::<u64>(),
            archives
                .values()
                .map(|bytes| bytes.len() as u64)
                .sum::<u64>()
        );

        let again = pack(path, &rules, &ARCHIVES_ONLY, &Silent).expect("it packs");
        assert_eq!((again.packed, &again.layers), (0, &report.layers));
        assert_eq!(files(path, "layer").len(), 0);
        let archived = Database::open(path, &rules).expect("it opens");
        assert!(archived.layer(seeds).is_none());
        assert!(values(&archived) == expected, "{rules}, from archives");
        let memory = Database::open_in(path, &rules, LoadMode::Memory).expect("it opens");
        assert!(values(&memory) == expected, "{rules}, unpacked in memory");
        let loaded = archived.loaded(seeds, 2, &Silent).expect("it is loaded");
        assert!(values(&loaded) == expected, "{rules}, loaded");
        let bytes = memory.layer(seeds).expect("unpacked").bytes();
        assert!(bytes == plain[&layer_file(seeds)], "{rules}");

        let report = unpack(path, &rules, &PackOptions::default(), &Silent).expect("it unpacks");
        assert_eq!(report.unpacked, all);
        assert!(files(path, "layer") == plain, "{rules}: the same bytes");
        assert!(files(path, "archive") == archives);
        let report = unpack(path, &rules, &ARCHIVES_ONLY, &Silent).expect("it unpacks");
        assert_eq!(report.unpacked, 0);
        assert_eq!(files(path, "archive").len(), 0);
        let manifest = Manifest::read(path, &rules).expect("a manifest");
        assert!(manifest.layers.iter().all(|entry| entry.archive.is_none()));
        assert!(files(path, "part").is_empty());
    }
}

#[test]
fn archives_do_not_depend_on_threads_and_agree_with_layers_value_by_value() {
    let rules = KalahRules::new(6).expect("six pits");
    let folder = built(&rules, 9);
    let mut archives = None;
    for threads in [1, 2, 4] {
        let options = PackOptions {
            threads,
            ..PackOptions::default()
        };
        pack(folder.path(), &rules, &options, &Silent).expect("it packs");
        let found = files(folder.path(), "archive");
        assert!(*archives.get_or_insert_with(|| found.clone()) == found);
        for name in found.keys() {
            fs::remove_file(folder.path().join(name)).expect("removable");
        }
    }
    let name = archive_file(9);
    let bytes = &archives.expect("archives")[&name];
    let archive = Archive::from_bytes(bytes, Path::new(&name), &rules, 9).expect("sound");
    let database = Database::open(folder.path(), &rules).expect("it opens");
    let layer = database.layer(9).expect("a layer");
    assert_eq!(archive.layout(), layer.layout());
    assert_eq!(archive.counts(), layer.counts());
    assert_eq!(archive.plain_blake3(), blake3::hash(layer.bytes()));
    for own in 0..=9 {
        for index in 0..layer.layout().sub_layer(own).values() {
            assert_eq!(
                archive.value(own, index).expect("sound"),
                layer.value(own, index).expect("sound")
            );
        }
    }
}

#[test]
fn an_archived_database_is_verified_at_every_level() {
    let rules = KalahRules::new(4).expect("four pits");
    let folder = built(&rules, 8);
    pack(folder.path(), &rules, &ARCHIVES_ONLY, &Silent).expect("it packs");
    let total: u64 = Manifest::read(folder.path(), &rules)
        .expect("a manifest")
        .layers
        .iter()
        .map(|entry| entry.values)
        .sum();
    for level in 1..=5 {
        let options = VerifyOptions {
            level,
            samples: 300,
            ..VerifyOptions::default()
        };
        let found = verify(folder.path(), &rules, &options, &Silent).expect("it opens");
        assert!(found.ok(), "level {level}: {found:?}");
        let positions = if level == 3 { 300 } else { total };
        assert_eq!(found.positions, positions);
    }
    // A build goes on from it as if the layers were lost, and finds them as they were.
    let report = build(folder.path(), &rules, &BuildOptions::new(9), &Silent).expect("it builds");
    assert_eq!(report.layers, 10);
}

/// Stops after a number of positions.
struct StopAfter(AtomicU64, u64);

impl Monitor for StopAfter {
    fn advance(&self, units: u64) {
        self.0.fetch_add(units, Ordering::Relaxed);
    }

    fn should_stop(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= self.1
    }
}

#[test]
fn packing_that_is_stopped_keeps_what_is_finished() {
    let rules = KalahRules::new(6).expect("six pits");
    let folder = built(&rules, 7);
    let plain = files(folder.path(), "layer");
    let stop = StopAfter(AtomicU64::new(0), 5000);
    let error = pack(folder.path(), &rules, &ARCHIVES_ONLY, &stop).expect_err("it is stopped");
    assert!(matches!(error, Error::Interrupted));
    let archives = files(folder.path(), "archive");
    assert!(!archives.is_empty() && archives.len() < plain.len());
    assert!(files(folder.path(), "part").is_empty());
    assert_eq!(
        archives.len() + files(folder.path(), "layer").len(),
        plain.len()
    );
    let database = Database::open(folder.path(), &rules).expect("some plain, some archived");
    assert_eq!(database.most_seeds(), 7);
    pack(folder.path(), &rules, &ARCHIVES_ONLY, &Silent).expect("it packs the rest");

    let stop = StopAfter(AtomicU64::new(0), 5000);
    let error = unpack(folder.path(), &rules, &ARCHIVES_ONLY, &stop).expect_err("it is stopped");
    assert!(matches!(error, Error::Interrupted));
    assert!(files(folder.path(), "part").is_empty());
    unpack(folder.path(), &rules, &ARCHIVES_ONLY, &Silent).expect("it unpacks the rest");
    assert!(files(folder.path(), "layer") == plain);
}

/// All values of an archive, as far as they are read without an error.
fn values<B: AsRef<[u8]>>(archive: &Archive<B>) -> Vec<Option<i32>> {
    let sub_layers = (0u32..).zip(archive.layout().sub_layers());
    sub_layers
        .flat_map(|(own, sub_layer)| {
            (0..sub_layer.values()).map(move |index| archive.value(own, index).ok())
        })
        .collect()
}

fn packed(seeds: u32) -> (TempDir, KalahRules) {
    let rules = KalahRules::new(6).expect("six pits");
    let folder = built(&rules, seeds);
    pack(folder.path(), &rules, &ARCHIVES_ONLY, &Silent).expect("it packs");
    (folder, rules)
}

#[test]
fn a_flipped_bit_anywhere_in_an_archive_never_gives_a_value() {
    let (folder, rules) = packed(5);
    let path = folder.path().join(archive_file(5));
    let bytes = fs::read(&path).expect("an archive");
    let right = values(&Archive::open(&path, &rules, 5).expect("sound"));
    assert!(right.iter().all(Option::is_some));
    let mut in_pieces = 0;
    for at in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        match Archive::from_bytes(flipped, &path, &rules, 5) {
            Err(error) => assert!(error.to_string().contains("005.archive"), "{error}"),
            Ok(archive) => {
                // Only the pieces are not checked when an archive is opened.
                let read = values(&archive);
                let mut pairs = read.iter().zip(&right);
                assert!(pairs.all(|(read, right)| read.is_none() || read == right));
                assert!(read.iter().any(Option::is_none), "byte {at} was missed");
                in_pieces += 1;
            }
        }
    }
    assert!(in_pieces > bytes.len() / 10, "{in_pieces}");
}

#[test]
fn an_archive_cut_anywhere_is_refused() {
    let (folder, rules) = packed(5);
    let path = folder.path().join(archive_file(5));
    let bytes = fs::read(&path).expect("an archive");
    let is_damaged = |bytes: &[u8]| {
        let error = Archive::from_bytes(bytes, &path, &rules, 5).expect_err("it is not whole");
        matches!(error, Error::Damaged { .. })
    };
    for length in 0..bytes.len() {
        assert!(is_damaged(&bytes[..length]), "{length} bytes");
    }
    assert!(is_damaged(&[&bytes[..], &[0]].concat()));
    for length in [bytes.len() as u64 - 1, 100, 1, 0] {
        let file = fs::File::options()
            .write(true)
            .open(&path)
            .expect("writable");
        file.set_len(length).expect("cut");
        let error = Database::open(folder.path(), &rules).expect_err("it is cut");
        assert!(error.to_string().contains("005.archive"), "{error}");
    }
}

#[test]
fn every_flipped_byte_of_an_archived_database_is_found_by_verification() {
    let (folder, rules) = packed(4);
    for plain_too in [false, true] {
        if plain_too {
            unpack(folder.path(), &rules, &PackOptions::default(), &Silent).expect("it unpacks");
        }
        let name = archive_file(4);
        for file in [MANIFEST, name.as_str()] {
            let path: PathBuf = folder.path().join(file);
            let bytes = fs::read(&path).expect("readable");
            for at in (0..bytes.len()).step_by(7) {
                let mut flipped = bytes.clone();
                flipped[at] ^= 1 << (at % 8);
                fs::write(&path, &flipped).expect("writable");
                assert!(is_found(folder.path(), &rules, file), "byte {at} of {file}");
            }
            fs::write(&path, &bytes).expect("writable");
        }
        assert!(!is_found(folder.path(), &rules, &name), "all is as it was");
    }
}

#[test]
fn foreign_archives_are_named() {
    let (folder, rules) = packed(5);
    let path = folder.path().join("005.archive");
    let bytes = fs::read(&path).expect("an archive");
    let opened = |bytes: &[u8], rules: &KalahRules| {
        let error = Archive::from_bytes(bytes, &path, rules, 5).err();
        error.expect("it is not for these rules")
    };
    let mut other = rules;
    other.set("capture", "empty").expect("an option");
    assert!(matches!(opened(&bytes, &other), Error::RulesDiffer { .. }));
    let wider = rules.with_pits(7).expect("seven pits");
    assert!(matches!(opened(&bytes, &wider), Error::RulesDiffer { .. }));
    let mut later = bytes.clone();
    later[8] = 2;
    let error = opened(&later, &rules);
    assert!(matches!(
        error,
        Error::Version {
            found: 2,
            known: 1,
            ..
        }
    ));
    let smaller = fs::read(folder.path().join("004.archive")).expect("an archive");
    assert!(matches!(opened(&smaller, &rules), Error::Damaged { .. }));

    // A sound archive that is not the one that the manifest lists.
    let mut manifest = Manifest::read(folder.path(), &rules).expect("a manifest");
    manifest.layers[5].blake3 = manifest.layers[4].blake3.clone();
    manifest.write(folder.path()).expect("writable");
    let error = Database::open(folder.path(), &rules).expect_err("foreign");
    assert!(error.to_string().contains("005.archive"), "{error}");
    let error = unpack(folder.path(), &rules, &PackOptions::default(), &Silent);
    let message = error.expect_err("foreign").to_string();
    assert!(message.contains("005.archive"), "{message}");
    assert!(!folder.path().join("005.layer").exists());

    fs::remove_file(&path).expect("removable");
    let error = Database::open(folder.path(), &rules).expect_err("missing");
    assert!(matches!(error, Error::MissingLayer { seeds: 5, .. }));
}

#[test]
fn a_layer_that_is_not_the_one_in_the_manifest_is_not_packed() {
    let rules = KalahRules::new(6).expect("six pits");
    let folder = built(&rules, 5);
    let path = folder.path().join("005.layer");
    let mut bytes = fs::read(&path).expect("readable");
    bytes[4096] ^= 1;
    fs::write(&path, &bytes).expect("writable");
    let error = pack(folder.path(), &rules, &ARCHIVES_ONLY, &Silent).expect_err("damage");
    assert!(error.to_string().contains("005.layer"), "{error}");
    assert!(path.exists() && !folder.path().join("005.archive").exists());
    let empty = tempdir().expect("a folder");
    let error = pack(empty.path(), &rules, &ARCHIVES_ONLY, &Silent).expect_err("nothing there");
    assert!(matches!(error, Error::Missing { .. }));
}
