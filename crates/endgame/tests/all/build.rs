//! Databases against published counts, and builds that are stopped, resumed and shared out among
//! threads.

use mancala_endgame::{
    BuildOptions, BuildReport, Database, Error, LayerSet, MANIFEST, Monitor, Silent, VerifyOptions,
    build, plan, repair, verify,
};
use mancala_position::kalah::{KalahPosition, KalahRules, Lap};
use mancala_position::toguz::{ToguzGame, ToguzRules};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use tempfile::tempdir;

fn rules(pits: u32, options: &[(&str, &str)]) -> KalahRules {
    let mut rules = KalahRules::new(pits).expect("valid pits");
    for (option, value) in options {
        rules.set(option, value).expect("a known option");
    }
    rules
}

fn build_to(folder: &Path, rules: &KalahRules, options: &BuildOptions) -> BuildReport {
    build(folder, rules, options, &Silent).expect("the build succeeds")
}

/// All files of a folder but the manifest and the lock, which hold no values.
fn layer_files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "layer")
        })
        .map(|path| {
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, fs::read(path).expect("readable"))
        })
        .collect()
}

#[test]
fn statistics_agree_with_the_published_layers() {
    let table = include_str!("../../../../solver-data/reference/kalah-layers.tsv");
    let mut lines = table.lines().filter(|line| !line.starts_with('#'));
    let head: Vec<&str> = lines.next().expect("a head").split('\t').collect();
    assert_eq!(head[..5], ["pits", "seeds", "capture", "end", "leftover"]);
    let mut by_rules: BTreeMap<Vec<&str>, Vec<Vec<i64>>> = BTreeMap::new();
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let numbers = |range: std::ops::Range<usize>| {
            fields[range]
                .iter()
                .map(|f| f.parse::<i64>().expect("a number"))
        };
        let row: Vec<i64> = numbers(1..2).chain(numbers(5..11)).collect();
        by_rules
            .entry(vec![fields[0], fields[2], fields[3], fields[4]])
            .or_default()
            .push(row);
    }
    let mut checked = 0;
    for (key, rows) in by_rules {
        let rules = rules(
            key[0].parse().expect("pits"),
            &[("capture", key[1]), ("end", key[2]), ("leftover", key[3])],
        );
        let folder = tempdir().expect("a folder");
        let most = rows.iter().map(|row| row[0]).max().expect("a row");
        build_to(
            folder.path(),
            &rules,
            &BuildOptions::new(u32::try_from(most).expect("few seeds")),
        );
        let database = Database::open(folder.path(), &rules).expect("a database");
        for row in rows {
            let entry = database
                .manifest()
                .layer(u32::try_from(row[0]).expect("few seeds"))
                .expect("a layer");
            let s = &entry.statistics;
            let counted = [s.positions, s.win, s.draw, s.loss]
                .map(|count| i64::try_from(count).expect("small"));
            assert_eq!(counted, row[1..5], "{rules}, {} seeds", row[0]);
            assert_eq!(
                [s.sum, i64::try_from(s.sum_of_squares).expect("small")],
                row[5..7],
                "{rules}, {} seeds",
                row[0]
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 200, "every row of the table");
}

#[test]
fn every_value_is_verified_for_every_option() {
    for (pits, seeds) in [(1, 12), (2, 10), (3, 9), (5, 6), (6, 6), (8, 4)] {
        for rules in KalahRules::all_options(pits).expect("valid pits") {
            let folder = tempdir().expect("a folder");
            if rules.lap == Lap::Relay {
                let refused = build(folder.path(), &rules, &BuildOptions::new(seeds), &Silent);
                let error = refused.expect_err("the sweep cannot build it");
                assert!(matches!(error, Error::NoDatabases { .. }), "{error}");
                continue;
            }
            let report = build_to(folder.path(), &rules, &BuildOptions::new(seeds));
            let options = VerifyOptions {
                level: 4,
                samples: 200,
                seed: 7,
                threads: 2,
            };
            let verification = verify(folder.path(), &rules, &options, &Silent).expect("it opens");
            assert!(verification.ok(), "{rules}: {verification:?}");
            assert_eq!(verification.positions, report.positions);
        }
    }
}

#[test]
fn threads_journals_and_memory_do_not_change_a_byte() {
    for options in [
        &[][..],
        &[
            ("capture", "empty"),
            ("end", "on-turn"),
            ("leftover", "nobody"),
        ],
    ] {
        let rules = rules(6, options);
        let reference = tempdir().expect("a folder");
        build_to(
            reference.path(),
            &rules,
            &BuildOptions {
                threads: 1,
                ..BuildOptions::new(11)
            },
        );
        let expected = layer_files(reference.path());
        assert_eq!(expected.len(), 12);
        let options = BuildOptions {
            threads: 4,
            ..BuildOptions::new(11)
        };
        let plan = plan(&rules, &options).expect("it can be planned");
        let least = plan.least_memory_bytes;
        let between = least.midpoint(plan.memory_bytes);
        for (threads, journal_from, memory) in [
            (2, u64::MAX, u64::MAX),
            (4, 0, u64::MAX),
            (4, 0, least),
            (3, u64::MAX, between),
        ] {
            let folder = tempdir().expect("a folder");
            build_to(
                folder.path(),
                &rules,
                &BuildOptions {
                    threads,
                    journal_from,
                    memory,
                    ..BuildOptions::new(11)
                },
            );
            let found = layer_files(folder.path());
            assert_eq!(found, expected, "{threads} threads, {memory} bytes");
        }
    }
}

#[test]
fn finished_layers_are_placed_within_the_memory() {
    let rules = rules(6, &[]);
    let options = |memory| BuildOptions {
        memory,
        ..BuildOptions::new(14)
    };
    let within = |memory| plan(&rules, &options(memory)).expect("few seeds").placement;
    let plan = plan(&rules, &options(u64::MAX)).expect("few seeds");
    let all = within(plan.memory_bytes).expect("it fits");
    assert_eq!((all.layers_in_memory, all.scratch_bytes), (14, 0));
    assert_eq!(all.memory_bytes, plan.memory_bytes);
    let some = within(plan.memory_bytes - 1).expect("it fits in part");
    assert_eq!(some.layers_in_memory, 13);
    assert!(some.memory_bytes < plan.memory_bytes && some.scratch_bytes > 0);
    let none = within(plan.least_memory_bytes).expect("nothing is kept in memory");
    assert_eq!(none.layers_in_memory, 0);
    assert_eq!(none.memory_bytes + none.scratch_bytes, plan.memory_bytes);
    let too_little = plan.least_memory_bytes - 1;
    assert_eq!(within(too_little), None);
    let folder = tempdir().expect("a folder");
    let refused = build(folder.path(), &rules, &options(too_little), &Silent);
    assert!(matches!(
        refused,
        Err(Error::Memory { needed, .. }) if needed == plan.least_memory_bytes
    ));
}

/// Stops once so many pairs of sub-layers were swept.
struct StopAfter {
    left: AtomicI64,
    sweeping: AtomicBool,
}

impl StopAfter {
    fn pairs(pairs: i64) -> Self {
        Self {
            left: AtomicI64::new(pairs),
            sweeping: AtomicBool::new(false),
        }
    }
}

impl Monitor for StopAfter {
    fn start(&self, stage: &str, _total: u64) {
        self.sweeping.store(stage == "sweeping", Ordering::Relaxed);
    }

    fn advance(&self, units: u64) {
        if units > 0 && self.sweeping.load(Ordering::Relaxed) {
            self.left.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn should_stop(&self) -> bool {
        self.left.load(Ordering::Relaxed) <= 0
    }
}

#[test]
fn a_build_that_is_stopped_again_and_again_ends_with_the_same_bytes() {
    let rules = rules(6, &[]);
    let reference = tempdir().expect("a folder");
    build_to(reference.path(), &rules, &BuildOptions::new(12));
    let folder = tempdir().expect("a folder");
    let options = BuildOptions {
        journal_from: 1000,
        ..BuildOptions::new(12)
    };
    let mut runs = 0;
    // Each run gets somewhat farther; a journal that were not used would keep the last layers from
    // ever ending.
    loop {
        let monitor = StopAfter::pairs(9);
        let report =
            build(folder.path(), &rules, &options, &monitor).expect("stopping is no error");
        runs += 1;
        assert!(runs < 100, "no progress: {report:?}");
        if report.complete {
            break;
        }
        assert!(Database::open(folder.path(), &rules).is_ok() || report.layers == 0);
    }
    assert!(runs >= 3, "stopped {runs} times only");
    assert_eq!(layer_files(folder.path()), layer_files(reference.path()));
    let names: Vec<String> = fs::read_dir(folder.path())
        .expect("a folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.contains("part") || name.contains("journal"))
        .collect();
    assert_eq!(names, Vec::<String>::new(), "nothing is left over");
}

#[test]
fn a_journal_with_damage_is_used_up_to_the_damage() {
    let rules = rules(6, &[]);
    let reference = tempdir().expect("a folder");
    build_to(reference.path(), &rules, &BuildOptions::new(9));
    let options = BuildOptions {
        journal_from: 0,
        ..BuildOptions::new(9)
    };
    for damage in 0..4 {
        let folder = tempdir().expect("a folder");
        build_to(folder.path(), &rules, &BuildOptions::new(8));
        // Sub-layers of the ninth layer are written, then the build is stopped.
        let monitor = StopAfter::pairs(2);
        let report =
            build(folder.path(), &rules, &options, &monitor).expect("stopping is no error");
        assert!(!report.complete);
        let journal = folder.path().join("009.layer.journal");
        let part = folder.path().join("009.layer.part");
        match damage {
            0 => {
                // The end of the last line was never written.
                let mut text = fs::read(&journal).expect("a journal");
                text.truncate(text.len() - 9);
                fs::write(&journal, text).expect("writable");
            }
            1 => fs::write(&journal, b"\xff\xfe no journal").expect("writable"),
            2 => {
                // The values are not those that the journal names.
                let mut bytes = fs::read(&part).expect("a part file");
                bytes.iter_mut().skip(4096).for_each(|byte| *byte ^= 1);
                fs::write(&part, bytes).expect("writable");
            }
            _ => fs::write(&part, b"short").expect("writable"),
        }
        assert!(build_to(folder.path(), &rules, &options).complete);
        assert_eq!(
            layer_files(folder.path()),
            layer_files(reference.path()),
            "damage {damage}"
        );
    }
}

#[test]
fn lost_files_are_rebuilt_and_unlisted_ones_taken_over() {
    let rules = rules(4, &[("capture", "empty")]);
    let folder = tempdir().expect("a folder");
    build_to(folder.path(), &rules, &BuildOptions::new(8));
    let expected = layer_files(folder.path());
    let manifest = fs::read(folder.path().join(MANIFEST)).expect("a manifest");
    fs::remove_file(folder.path().join("003.layer")).expect("removable");
    fs::remove_file(folder.path().join("008.layer")).expect("removable");
    let missing = Database::open(folder.path(), &rules).expect_err("a layer is missing");
    assert!(
        matches!(&missing, Error::MissingLayer { seeds: 3, path } if path.ends_with("003.layer")),
        "{missing}"
    );
    let report = build_to(folder.path(), &rules, &BuildOptions::new(8));
    assert_eq!(layer_files(folder.path()), expected);
    assert!(report.complete && report.computed > 0 && report.computed < report.positions);
    assert_eq!(
        fs::read(folder.path().join(MANIFEST)).expect("a manifest"),
        manifest,
        "nothing new to say"
    );

    fs::remove_file(folder.path().join(MANIFEST)).expect("removable");
    assert!(matches!(
        Database::open(folder.path(), &rules),
        Err(Error::Missing { .. })
    ));
    let report = build_to(folder.path(), &rules, &BuildOptions::new(8));
    assert!(report.complete && report.computed == 0, "{report:?}");
    assert_eq!(
        Database::open(folder.path(), &rules)
            .expect("a database")
            .most_seeds(),
        8
    );
}

#[test]
fn a_build_that_does_not_fit_is_refused() {
    let rules = rules(6, &[]);
    let folder = tempdir().expect("a folder");
    let options = BuildOptions {
        memory: 1 << 20,
        ..BuildOptions::new(20)
    };
    let refused = build(folder.path(), &rules, &options, &Silent).expect_err("too little memory");
    assert!(
        matches!(
            refused,
            Error::Memory {
                available: 1_048_576,
                ..
            }
        ),
        "{refused}"
    );
    let refused =
        build(folder.path(), &rules, &BuildOptions::new(64), &Silent).expect_err("too many seeds");
    assert!(
        matches!(
            refused,
            Error::Seeds {
                found: 64,
                most: 63
            }
        ),
        "{refused}"
    );
    let refused =
        build(folder.path(), &rules, &BuildOptions::new(50), &Silent).expect_err("no such disk");
    assert!(matches!(refused, Error::Disk { .. }), "{refused}");
    assert_eq!(layer_files(folder.path()).len(), 0);
}

#[test]
fn two_builds_do_not_work_in_one_folder() {
    struct SecondBuild<'a>(&'a Path, &'a KalahRules);
    impl Monitor for SecondBuild<'_> {
        fn start(&self, _stage: &str, _total: u64) {
            let second = build(self.0, self.1, &BuildOptions::new(3), &Silent);
            assert!(matches!(second, Err(Error::Locked { .. })), "{second:?}");
        }
    }
    let rules = rules(3, &[]);
    let folder = tempdir().expect("a folder");
    let report = build(
        folder.path(),
        &rules,
        &BuildOptions::new(3),
        &SecondBuild(folder.path(), &rules),
    );
    assert!(report.expect("the first build goes on").complete);
}

#[test]
fn probes_know_where_the_database_ends() {
    let rules = rules(6, &[]);
    let folder = tempdir().expect("a folder");
    build_to(folder.path(), &rules, &BuildOptions::new(5));
    let database = Database::open(folder.path(), &rules).expect("a database");
    let position = |own: &[u32], opponent: &[u32]| {
        KalahPosition::new(&rules, own, opponent).expect("a position")
    };
    // Finished positions have their values too.
    assert_eq!(
        database
            .probe(&position(&[0; 6], &[1, 1, 1, 0, 0, 2]))
            .expect("sound"),
        Some(-5)
    );
    assert_eq!(
        database
            .probe(&position(&[0, 0, 0, 0, 0, 1], &[0, 0, 0, 0, 0, 1]))
            .expect("sound"),
        Some(2 - 2)
    );
    assert_eq!(
        database
            .probe(&position(&[1; 6], &[0, 0, 0, 0, 0, 1]))
            .expect("sound"),
        None
    );
}

#[test]
fn cut_files_are_built_again_and_others_are_repaired() {
    let rules = KalahRules::new(4).expect("four pits");
    let folder = tempfile::tempdir().expect("a folder");
    let options = BuildOptions::new(9);
    build(folder.path(), &rules, &options, &Silent).expect("it builds");
    let read = |layer: &str| std::fs::read(folder.path().join(layer)).expect("a file");
    let write = |layer: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(layer), bytes).expect("writable");
    };
    let (sixth, ninth) = (read("006.layer"), read("009.layer"));
    for bytes in [&[][..], &sixth[..100], &sixth[..sixth.len() - 1]] {
        write("006.layer", bytes);
        let report = build(folder.path(), &rules, &options, &Silent).expect("it builds");
        assert!(report.complete && report.computed > 0);
        assert!(read("006.layer") == sixth);
    }

    let nothing = repair(folder.path(), &rules, &options, &Silent).expect("sound");
    assert!(nothing.is_empty());
    let mut flipped = sixth.clone();
    flipped[sixth.len() / 2] ^= 1;
    write("006.layer", &flipped);
    std::fs::remove_file(folder.path().join("009.layer")).expect("a file");
    let repaired = repair(folder.path(), &rules, &options, &Silent).expect("it is repaired");
    assert_eq!(repaired, ["006.layer", "009.layer"]);
    assert!(read("006.layer") == sixth && read("009.layer") == ninth);
    Database::open(folder.path(), &rules).expect("it opens");
}

#[test]
fn layers_of_the_toguz_family_are_repaired() {
    let rules = ToguzRules::new(ToguzGame::Bestemshe);
    let folder = tempfile::tempdir().expect("a folder");
    let options = BuildOptions {
        layers: LayerSet::Even,
        ..BuildOptions::new(6)
    };
    build(folder.path(), &rules, &options, &Silent).expect("it builds");
    let path = folder.path().join("004.layer");
    let whole = std::fs::read(&path).expect("a file");
    std::fs::write(&path, &whole[..whole.len() / 2]).expect("writable");
    let repaired = repair(folder.path(), &rules, &options, &Silent).expect("it is repaired");
    assert_eq!(repaired, ["004.layer"]);
    assert!(std::fs::read(&path).expect("a file") == whole);
}
