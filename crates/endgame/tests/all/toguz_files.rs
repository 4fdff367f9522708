//! Databases of the Toguz family on disk: against published counts, and builds that are stopped,
//! resumed and shared out among threads.

use mancala_endgame::{
    BuildOptions, Database, Error, Guarantees, LayerSet, LoadMode, MANIFEST, Manifest, Mismatch,
    Monitor, Silent, ToguzStatistics, ToguzValues, TuzdikClass, VerifyOptions, build, layer_file,
    open_boards_file, plan, verify,
};
use mancala_position::toguz::{ToguzGame, ToguzRules};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use tempfile::tempdir;

fn rules(game: ToguzGame, options: &[(&str, &str)]) -> ToguzRules {
    let mut rules = ToguzRules::new(game);
    for (option, value) in options {
        rules.set(option, value).expect("a known option");
    }
    rules
}

/// The files of values in a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "layer" || extension == "open")
        })
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy();
            (name.into_owned(), fs::read(&path).expect("readable"))
        })
        .collect()
}

fn level(level: u32) -> VerifyOptions {
    VerifyOptions {
        level,
        ..VerifyOptions::default()
    }
}

/// A game with options, the most balls, and for how many layers there are published counts.
type Case = (ToguzGame, &'static [(&'static str, &'static str)], u32, u32);

#[test]
fn every_game_and_option_is_built_as_play_gives_it() {
    let cases: [Case; 8] = [
        (ToguzGame::Toguz, &[], 5, 5),
        (ToguzGame::Bestemshe, &[], 15, 10),
        (ToguzGame::Qozdatu, &[], 7, 5),
        (ToguzGame::Toguz, &[("tuzdik", "allow-ninth")], 4, 0),
        (ToguzGame::Toguz, &[("tuzdik", "none")], 5, 0),
        (ToguzGame::Bestemshe, &[("atsyz", "extra-move")], 10, 0),
        (ToguzGame::Bestemshe, &[("origin", "skipped")], 11, 0),
        (ToguzGame::Bestemshe, &[("capture", "two")], 11, 0),
    ];
    for (game, options, balls, published) in cases {
        let rules = rules(game, options);
        let folder = tempdir().expect("a folder");
        let options = BuildOptions::new(balls);
        build(folder.path(), &rules, &options, &Silent).expect("it builds");
        // Level 4 computes all boards once more, by plainer means.
        let found = verify(folder.path(), &rules, &level(5), &Silent).expect("it can be read");
        assert!(found.ok(), "{rules}: {:?}", found.first_mismatch);
        assert_eq!(found.published, Some(published), "{rules}");
        let plan = plan(&rules, &BuildOptions::new(balls)).expect("few balls");
        assert_eq!(found.positions, plan.positions);
    }
}

#[test]
fn the_files_have_the_values_of_memory() {
    for (game, balls) in [(ToguzGame::Toguz, 4), (ToguzGame::Bestemshe, 15)] {
        let rules = ToguzRules::new(game);
        let folder = tempdir().expect("a folder");
        let options = BuildOptions::new(balls);
        build(folder.path(), &rules, &options, &Silent).expect("it builds");
        let database = Database::open(folder.path(), &rules).expect("a database");
        let loaded =
            Database::open_in(folder.path(), &rules, LoadMode::Memory).expect("a database");
        let values = ToguzValues::compute(&rules, balls, 2, &Silent).expect("not stopped");
        let mut open = 0;
        for balls in 0..=balls {
            for class in TuzdikClass::all(&rules) {
                let boards = database.boards(class);
                let mut cursor = boards.from(0, balls);
                for worth in values.class(class, balls).expect("a class").iter() {
                    let board = cursor.board();
                    let found = database.probe(&board).expect("sound");
                    assert_eq!(found, Some(worth), "{class}: {board:?}");
                    assert_eq!(loaded.probe(&board).expect("sound"), found);
                    cursor.advance();
                    open += u64::from(worth.mover + worth.opponent != balls);
                }
            }
            let board = database.boards(TuzdikClass::NONE).unrank(0, balls);
            assert_eq!(database.moves(&board).expect("sound"), values.moves(&board));
        }
        assert_eq!(
            open > 0,
            game == ToguzGame::Bestemshe,
            "open boards are met"
        );
        assert_eq!(database.most_seeds(), balls);
    }
}

#[test]
fn layers_of_even_counts_are_the_same_without_the_odd_ones() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let [all, even] = [LayerSet::All, LayerSet::Even].map(|layers| {
        let folder = tempdir().expect("a folder");
        let options = BuildOptions {
            layers,
            ..BuildOptions::new(16)
        };
        build(folder.path(), &rules, &options, &Silent).expect("it builds");
        folder
    });
    let (all, few) = (files(all.path()), files(even.path()));
    assert_eq!(few.len(), 9 + 1, "even layers and the open boards of one");
    assert!(few.iter().all(|(name, bytes)| all[name] == *bytes));
    let database = Database::open(even.path(), &rules).expect("a database");
    assert!(database.has_layer(16) && !database.has_layer(15) && !database.has_layer(17));
    let odd = ToguzValues::compute(&rules, 3, 1, &Silent).expect("not stopped");
    let board = odd.boards(TuzdikClass::NONE).unrank(7, 3);
    assert_eq!(database.probe(&board).expect("no damage"), None);
    let toguz = ToguzRules::new(ToguzGame::Toguz);
    let options = BuildOptions {
        layers: LayerSet::Even,
        ..BuildOptions::new(4)
    };
    let refused = build(even.path(), &toguz, &options, &Silent);
    assert!(
        matches!(refused, Err(Error::LayerSet { .. })),
        "{refused:?}"
    );
    let found = verify(even.path(), &rules, &level(4), &Silent).expect("it can be read");
    assert!(found.ok(), "{:?}", found.first_mismatch);
}

/// Stops when so many positions have been reported.
struct StopAfter(AtomicI64);

impl Monitor for StopAfter {
    fn advance(&self, units: u64) {
        let units = i64::try_from(units).expect("few");
        self.0.fetch_sub(units, Ordering::Relaxed);
    }

    fn should_stop(&self) -> bool {
        self.0.load(Ordering::Relaxed) <= 0
    }
}

#[test]
fn builds_that_are_stopped_anywhere_go_on_to_the_same_bytes() {
    for (game, balls) in [(ToguzGame::Toguz, 4), (ToguzGame::Bestemshe, 16)] {
        let rules = ToguzRules::new(game);
        let whole = tempdir().expect("a folder");
        let mut options = BuildOptions {
            threads: 1,
            ..BuildOptions::new(balls)
        };
        let report = build(whole.path(), &rules, &options, &Silent).expect("it builds");
        assert!(report.complete);
        let expected = files(whole.path());
        options.threads = 2;
        for journal_from in [0, u64::MAX] {
            options.journal_from = journal_from;
            let folder = tempdir().expect("a folder");
            let mut runs = 0;
            loop {
                runs += 1;
                let step = i64::try_from(report.positions / 7 + 1).expect("few") * runs;
                let monitor = StopAfter(AtomicI64::new(step));
                let report =
                    build(folder.path(), &rules, &options, &monitor).expect("nothing is lost");
                if report.complete {
                    break;
                }
                // A file that was left by a build that was killed is no layer.
                fs::write(folder.path().join("016.open.part"), "junk").expect("writable");
            }
            assert!(runs > 1, "it was stopped");
            assert!(files(folder.path()) == expected, "{rules}, {runs} runs");
        }
    }
}

#[test]
fn a_layer_that_no_manifest_lists_yet_is_taken_over() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let folder = tempdir().expect("a folder");
    let options = BuildOptions::new(15);
    build(folder.path(), &rules, &options, &Silent).expect("it builds");
    let manifest = Database::open(folder.path(), &rules)
        .expect("a database")
        .manifest()
        .clone();
    fs::remove_file(folder.path().join(MANIFEST)).expect("removed");
    let report = build(folder.path(), &rules, &options, &Silent).expect("it builds");
    assert_eq!((report.computed, report.complete), (0, true));
    let again = Database::open(folder.path(), &rules).expect("a database");
    let hashes = |manifest: &Manifest<ToguzStatistics>| -> Vec<String> {
        let layers = manifest.layers.iter();
        layers.map(|entry| entry.blake3.clone()).collect()
    };
    assert_eq!(hashes(&manifest), hashes(again.manifest()));
    let layer = manifest.layer(15).expect("listed");
    assert_eq!(layer.open, again.manifest().layer(15).expect("listed").open);
    assert_eq!(layer.statistics.open(), 3292, "as published");
}

#[test]
fn what_cannot_be_built_is_refused_before_it_begins() {
    let rules = ToguzRules::new(ToguzGame::Toguz);
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("db");
    let options = BuildOptions {
        memory: 1 << 20,
        ..BuildOptions::new(8)
    };
    let error = build(&path, &rules, &options, &Silent).expect_err("too little");
    assert!(matches!(error, Error::Memory { .. }), "{error}");
    let options = BuildOptions::new(64);
    let error = build(&path, &rules, &options, &Silent).expect_err("too many");
    assert!(matches!(error, Error::Seeds { found: 64, .. }), "{error}");
    assert!(!path.exists(), "nothing was begun");
}

#[test]
fn a_layer_that_memory_does_not_hold_is_made_on_disk() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let [memory, disk] = [u64::MAX, 0].map(|memory| {
        let plan = plan(
            &rules,
            &BuildOptions {
                threads: 1,
                ..BuildOptions::new(15)
            },
        )
        .expect("few balls");
        let options = BuildOptions {
            memory: memory.max(plan.least_memory_bytes),
            threads: 1,
            ..BuildOptions::new(15)
        };
        let folder = tempdir().expect("a folder");
        build(folder.path(), &rules, &options, &Silent).expect("it builds");
        files(folder.path())
    });
    assert!(memory == disk);
}

/// Whether something is found to be wrong with a database, or it cannot be opened.
fn is_found(folder: &Path, rules: &ToguzRules) -> bool {
    match verify(folder, rules, &level(2), &Silent) {
        Ok(found) => !found.ok(),
        Err(_) => true,
    }
}

#[test]
fn every_flipped_byte_of_every_file_is_found() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let folder = tempdir().expect("a folder");
    let options = BuildOptions::new(15);
    build(folder.path(), &rules, &options, &Silent).expect("it builds");
    for (name, step) in [
        (layer_file(3), 1),
        (layer_file(15), 9973),
        (open_boards_file(15), 37),
        (MANIFEST.to_owned(), 11),
    ] {
        let path = folder.path().join(&name);
        let bytes = fs::read(&path).expect("readable");
        for at in (0..bytes.len()).step_by(step) {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            fs::write(&path, &flipped).expect("writable");
            assert!(is_found(folder.path(), &rules), "byte {at} of {name}");
        }
        for length in (0..bytes.len()).step_by(step * 3) {
            fs::write(&path, &bytes[..length]).expect("writable");
            assert!(is_found(folder.path(), &rules), "{name} cut at {length}");
        }
        fs::write(&path, &bytes).expect("writable");
    }
    assert!(!is_found(folder.path(), &rules), "all is as it was");
    let open = folder.path().join(open_boards_file(15));
    fs::remove_file(&open).expect("removed");
    let error = Database::open(folder.path(), &rules).expect_err("missing");
    assert!(error.to_string().contains("015.open"), "{error}");
}

#[test]
fn a_database_of_other_rules_is_refused() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let two = self::rules(ToguzGame::Bestemshe, &[("capture", "two")]);
    let folder = tempdir().expect("a folder");
    let options = BuildOptions::new(8);
    build(folder.path(), &two, &options, &Silent).expect("it builds");
    let error = Database::open(folder.path(), &rules).expect_err("other rules");
    assert!(matches!(error, Error::RulesDiffer { .. }), "{error}");
}

/// Changes a byte of the values of a layer file of one block, and its checksums with it.
fn forge(path: &Path, at: usize) {
    let mut bytes = fs::read(path).expect("readable");
    let u32_at = |bytes: &[u8], at: usize| {
        u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes")) as usize
    };
    let tail = bytes.len() - 28;
    let table = tail - u32_at(&bytes, tail + 4) - 4;
    bytes[4096 + at] ^= 1;
    let block = crc32fast::hash(&bytes[4096..table]).to_le_bytes();
    bytes[table..table + 4].copy_from_slice(&block);
    let checksum = crc32fast::hash(&block).to_le_bytes();
    bytes[tail..tail + 4].copy_from_slice(&checksum);
    fs::write(path, bytes).expect("writable");
}

#[test]
fn a_forged_guarantee_is_found_by_playing() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let folder = tempdir().expect("a folder");
    let options = BuildOptions::new(6);
    build(folder.path(), &rules, &options, &Silent).expect("it builds");
    let path = folder.path().join(layer_file(6));
    forge(&path, 1000);
    // The manifest would tell, so it is made anew.
    fs::remove_file(folder.path().join(MANIFEST)).expect("removed");
    build(folder.path(), &rules, &options, &Silent).expect("nothing to tell");
    for level in [level(2), level(3), level(4)] {
        let samples = 100_000;
        let options = VerifyOptions { samples, ..level };
        let found = verify(folder.path(), &rules, &options, &Silent).expect("readable");
        assert_eq!(found.ok(), level.level == 2, "level {}", level.level);
        if level.level > 2 {
            let first = found.first_mismatch.expect("the first of them");
            assert!(matches!(first, Mismatch::Value { .. }), "{first:?}");
        }
    }
}

#[test]
fn stop_at_majority_changes_no_value_and_no_folder() {
    let on = ToguzRules::new(ToguzGame::Toguz);
    let off = rules(ToguzGame::Toguz, &[("stop-at-majority", "off")]);
    let root = Path::new("db");
    assert_eq!(Database::folder(root, &on), Database::folder(root, &off));
    let folder = tempdir().expect("a folder");
    let options = BuildOptions::new(3);
    build(folder.path(), &on, &options, &Silent).expect("it builds");
    let database = Database::open(folder.path(), &off).expect("the same database");
    let board = database.boards(TuzdikClass::NONE).unrank(1000, 3);
    let worth = database.probe(&board).expect("sound").expect("known");
    let Guarantees { mover, opponent } = worth;
    assert_eq!(mover + opponent, 3);
}
