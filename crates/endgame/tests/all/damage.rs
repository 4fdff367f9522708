//! Damaged, cut and foreign files: never a wrong value, always an error that names the file.

use crate::found::is_found;
use mancala_endgame::{
    BuildOptions, Database, Error, Layer, MANIFEST, Manifest, Silent, VerifyOptions, build,
    layer_file, verify,
};
use mancala_position::kalah::KalahRules;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::{TempDir, tempdir};

const SEEDS: u32 = 6;

fn database() -> (TempDir, KalahRules) {
    let rules = KalahRules::new(6).expect("six pits");
    let folder = tempdir().expect("a folder");
    build(folder.path(), &rules, &BuildOptions::new(SEEDS), &Silent).expect("it builds");
    (folder, rules)
}

/// All values of a layer, as far as they are read without an error.
fn values<B: AsRef<[u8]>>(layer: &Layer<B>) -> Vec<Option<i32>> {
    let sub_layers = (0u32..).zip(layer.layout().sub_layers());
    sub_layers
        .flat_map(|(own, sub_layer)| {
            (0..sub_layer.values()).map(move |index| layer.value(own, index).ok())
        })
        .collect()
}

#[test]
fn a_flipped_bit_anywhere_in_a_layer_file_never_gives_a_value() {
    let (folder, rules) = database();
    let path = folder.path().join(layer_file(SEEDS));
    let bytes = fs::read(&path).expect("a layer file");
    let right = values(&Layer::open(&path, &rules, SEEDS).expect("sound"));
    assert!(right.iter().all(Option::is_some));
    for at in 0..bytes.len() {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        match Layer::from_bytes(flipped, &path, &rules, SEEDS) {
            Err(error) => assert!(error.to_string().contains("006.layer"), "{error}"),
            Ok(layer) => {
                // Only the values are not checked when a file is opened.
                let read = values(&layer);
                assert!(
                    read.iter()
                        .zip(&right)
                        .all(|(read, right)| read.is_none() || read == right),
                    "byte {at}"
                );
                assert!(read.iter().any(Option::is_none), "byte {at} was not missed");
                let sub_layers = 0..=SEEDS;
                assert_eq!(
                    sub_layers
                        .filter(|&own| layer.check_sub_layer(own).is_err())
                        .count(),
                    1,
                    "byte {at}"
                );
            }
        }
    }
}

#[test]
fn a_layer_file_cut_anywhere_is_refused() {
    let (folder, rules) = database();
    let path = folder.path().join(layer_file(SEEDS));
    let bytes = fs::read(&path).expect("a layer file");
    for length in 0..bytes.len() {
        let error =
            Layer::from_bytes(&bytes[..length], &path, &rules, SEEDS).expect_err("it is cut");
        assert!(matches!(error, Error::Damaged { .. }), "{length}: {error}");
    }
    let mut longer = bytes;
    longer.push(0);
    let error = Layer::from_bytes(longer, &path, &rules, SEEDS).expect_err("it is too long");
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
    for length in [0, 1, 47, 4095, 4096, 5000] {
        let file = fs::File::options()
            .write(true)
            .open(&path)
            .expect("writable");
        file.set_len(length).expect("cut");
        let error = Database::open(folder.path(), &rules).expect_err("it is cut");
        assert!(error.to_string().contains("006.layer"), "{error}");
    }
}

#[test]
fn every_flipped_byte_of_every_file_is_found_by_verification() {
    let (folder, rules) = database();
    let files: Vec<PathBuf> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| fs::metadata(path).is_ok_and(|file| file.len() > 0))
        .collect();
    assert_eq!(
        files.len(),
        SEEDS as usize + 2,
        "all layers and the manifest"
    );
    for path in files {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let bytes = fs::read(&path).expect("readable");
        // All of the manifest, every eleventh byte of the layers.
        let step = if name == MANIFEST { 1 } else { 11 };
        for at in (0..bytes.len()).step_by(step) {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            fs::write(&path, &flipped).expect("writable");
            assert!(
                is_found(folder.path(), &rules, &name),
                "byte {at} of {name}"
            );
        }
        fs::write(&path, &bytes).expect("writable");
    }
    let options = VerifyOptions {
        level: 4,
        ..VerifyOptions::default()
    };
    assert!(
        verify(folder.path(), &rules, &options, &Silent)
            .expect("it opens")
            .ok(),
        "all is as it was"
    );
}

#[test]
fn a_wrong_value_with_right_checksums_is_found_by_recomputing() {
    // Layers of other rules, with headers that say otherwise, are what a wrong builder would write.
    let (folder, rules) = database();
    let other = tempdir().expect("a folder");
    let mut empty = rules;
    empty.set("capture", "empty").expect("an option");
    build(other.path(), &empty, &BuildOptions::new(SEEDS), &Silent).expect("it builds");
    let foreign = Layer::open(&other.path().join("006.layer"), &rules, SEEDS);
    assert!(matches!(foreign, Err(Error::RulesDiffer { .. })));

    let front = |bytes: &[u8]| bytes[..4096].to_vec();
    let right = fs::read(folder.path().join("006.layer")).expect("readable");
    let wrong = fs::read(other.path().join("006.layer")).expect("readable");
    let mut forged = front(&right);
    forged.extend_from_slice(&wrong[4096..]);
    fs::write(folder.path().join("006.layer"), &forged).expect("writable");
    let mut manifest = Manifest::read(folder.path(), &rules).expect("a manifest");
    let foreign = Manifest::read(other.path(), &empty).expect("a manifest");
    let entry = manifest.layers.last_mut().expect("a layer");
    entry.statistics = foreign.layers.last().expect("a layer").statistics.clone();
    entry.blake3 = blake3::hash(&forged).to_hex().to_string();
    manifest.write(folder.path()).expect("writable");

    let at = |level| {
        let options = VerifyOptions {
            level,
            samples: 20_000,
            seed: 1,
            threads: 2,
        };
        verify(folder.path(), &rules, &options, &Silent).expect("it opens")
    };
    assert!(at(2).ok(), "sound in itself");
    assert!(!at(3).ok());
    let everything = at(4);
    assert!(
        !everything.ok() && everything.mismatches > 100,
        "{everything:?}"
    );
}

#[test]
fn missing_and_foreign_files_are_named() {
    let (folder, rules) = database();
    let mut other = rules;
    other.set("end", "on-turn").expect("an option");
    let error = Database::open(folder.path(), &other).expect_err("other rules");
    assert!(
        matches!(&error, Error::RulesDiffer { path, .. } if path.ends_with(MANIFEST)),
        "{error}"
    );
    let wider = rules.with_pits(5).expect("five pits");
    assert!(matches!(
        Database::open(folder.path(), &wider),
        Err(Error::RulesDiffer { .. })
    ));

    // A layer under another layer's name.
    fs::copy(
        folder.path().join("004.layer"),
        folder.path().join("005.layer"),
    )
    .expect("copied");
    let error = Database::open(folder.path(), &rules).expect_err("a wrong layer");
    assert!(
        matches!(&error, Error::Damaged { path, .. } if path.ends_with("005.layer")),
        "{error}"
    );

    // A later version of the format.
    let path = folder.path().join("005.layer");
    let mut bytes = fs::read(folder.path().join("004.layer")).expect("readable");
    bytes[8] = 2;
    fs::write(&path, bytes).expect("writable");
    let error = Database::open(folder.path(), &rules).expect_err("another version");
    assert!(
        matches!(
            &error,
            Error::Version {
                found: 2,
                known: 1,
                ..
            }
        ),
        "{error}"
    );

    fs::remove_file(&path).expect("removable");
    let error = Database::open(folder.path(), &rules).expect_err("a missing layer");
    assert!(
        matches!(&error, Error::MissingLayer { seeds: 5, .. }),
        "{error}"
    );
    let error = Database::open(Path::new("no such folder"), &rules).expect_err("no folder");
    assert!(matches!(&error, Error::Missing { .. }), "{error}");
}
