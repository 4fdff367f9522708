//! Values compared with numbers, against values that are proved one by one.

use mancala_endgame::{
    BuildOptions, Damage, Database, Error, Monitor, NoTablebase, Silent, Tablebase, build,
};
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_search::{Claim, SearchOptions, SolveError, SolveOptions, compare, solve};
use std::cmp::Ordering;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering as Memory};

/// All boards of 3 pits with up to 2 seeds in the first five and 3 in the last.
fn boards(rules: &KalahRules) -> Vec<KalahPosition> {
    let rows = || (0..3).flat_map(|a| (0..3).map(move |b| [a, b]));
    let mut all = Vec::new();
    for own in rows() {
        for opponent in rows() {
            for last in [0, 1, 3] {
                let (own, opponent) = ([own[0], own[1], 2], [opponent[0], opponent[1], last]);
                all.push(KalahPosition::new(rules, &own, &opponent).expect("a board"));
            }
        }
    }
    all
}

fn options(threads: usize) -> SolveOptions {
    SolveOptions {
        table_bytes: 1 << 16,
        threads,
        value_only: true,
        ..SolveOptions::default()
    }
}

fn compared<T: Tablebase<KalahPosition>>(
    rules: &KalahRules,
    claims: &[Claim],
    tablebase: &T,
    options: &SolveOptions,
) -> Vec<Option<Ordering>> {
    let decided = Mutex::new(vec![None; claims.len()]);
    let decide = |index: usize, ordering| {
        let before = decided.lock().expect("no panic")[index].replace(ordering);
        assert_eq!(before, None, "each claim is decided once");
    };
    let result = compare(rules, claims, tablebase, options, &Silent, &decide).expect("it compares");
    assert!(result.complete);
    decided.into_inner().expect("no panic")
}

#[test]
fn the_order_is_that_of_the_values() {
    for rules in KalahRules::all_options(3).expect("three pits") {
        let boards = boards(&rules);
        let value = |position| {
            solve(&rules, position, &NoTablebase, &options(1), &Silent)
                .expect("nothing stops it")
                .value
        };
        let values: Vec<i32> = boards.iter().map(value).collect();
        // Numbers of the wrong parity are compared too.
        for offset in -2..=2 {
            let claims: Vec<Claim> = boards
                .iter()
                .zip(&values)
                .map(|(&position, value)| Claim {
                    position,
                    value: value + offset,
                })
                .collect();
            let expected = vec![Some(0.cmp(&offset)); claims.len()];
            for threads in [1, 3] {
                let found = compared(&rules, &claims, &NoTablebase, &options(threads));
                assert_eq!(found, expected, "{rules} {offset}");
            }
            let plain = SolveOptions {
                search: SearchOptions::NONE,
                ..options(1)
            };
            let found = compared(&rules, &claims[..40], &NoTablebase, &plain);
            assert_eq!(found, expected[..40], "{rules} {offset}");
        }
    }
}

#[test]
fn a_database_gives_the_same() {
    let rules = KalahRules::new(4).expect("four pits");
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path(), &rules, &BuildOptions::new(10), &Silent).expect("it builds");
    let database = Database::open(folder.path(), &rules).expect("it opens");
    let start = KalahPosition::start(&rules, 3).expect("a start");
    let claims: Vec<Claim> = (-24..=24)
        .map(|value| Claim {
            position: start,
            value,
        })
        .collect();
    let expected: Vec<_> = (-24..=24).map(|value| Some(6.cmp(&value))).collect();
    assert_eq!(compared(&rules, &claims, &database, &options(2)), expected);
    assert_eq!(
        compared(&rules, &claims, &NoTablebase, &options(2)),
        expected
    );

    let other = KalahRules::new(5).expect("five pits");
    let error = compare(&other, &[], &database, &options(1), &Silent, &|_, _| ());
    assert!(matches!(error, Err(SolveError::RulesDiffer { .. })));
    assert_eq!(compared(&other, &[], &NoTablebase, &options(2)), []);
}

/// Stops after so many claims.
struct Limit(AtomicU64);

impl Monitor for Limit {
    fn start(&self, _: &str, total: u64) {
        assert_eq!(total, 49);
    }

    fn advance(&self, units: u64) {
        self.0.fetch_sub(units, Memory::Relaxed);
    }

    fn should_stop(&self) -> bool {
        self.0.load(Memory::Relaxed) == 0
    }
}

#[test]
fn what_is_decided_before_a_stop_is_told() {
    let rules = KalahRules::new(4).expect("four pits");
    let start = KalahPosition::start(&rules, 3).expect("a start");
    let claims: Vec<Claim> = (-24..=24)
        .map(|value| Claim {
            position: start,
            value,
        })
        .collect();
    let told = AtomicU64::new(0);
    let tell = |_, _| {
        told.fetch_add(1, Memory::Relaxed);
    };
    let monitor = Limit(AtomicU64::new(5));
    let result = compare(&rules, &claims, &NoTablebase, &options(1), &monitor, &tell);
    let result = result.expect("a stop is no error");
    assert!(!result.complete);
    assert_eq!(told.load(Memory::Relaxed), 5);
}

/// A tablebase that cannot be read.
struct Broken;

impl Tablebase<KalahPosition> for Broken {
    fn rules(&self) -> Option<&KalahRules> {
        None
    }

    fn most_seeds(&self) -> u32 {
        8
    }

    fn probe(&self, _: &KalahPosition) -> Result<Option<i32>, Error> {
        Err(Error::Damaged {
            path: "broken".into(),
            damage: Damage::Hash,
        })
    }
}

#[test]
fn a_broken_tablebase_ends_it() {
    let rules = KalahRules::new(3).expect("three pits");
    let position = KalahPosition::start(&rules, 2).expect("a start");
    let claims = vec![Claim { position, value: 0 }; 20];
    let error = compare(&rules, &claims, &Broken, &options(2), &Silent, &|_, _| ());
    assert!(matches!(error, Err(SolveError::Tablebase(_))), "{error:?}");
}
