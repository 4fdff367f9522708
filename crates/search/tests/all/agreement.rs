//! All ways to the value of a position, which must agree.

use mancala_endgame::{BuildOptions, Database, NoTablebase, Silent, Tablebase, build};
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_search::{Driver, SolveOptions, solve};

/// A database of so many seeds in a folder.
pub(crate) fn database(
    folder: &std::path::Path,
    rules: &KalahRules,
    seeds: u32,
) -> Database<KalahRules> {
    build(folder, rules, &BuildOptions::new(seeds), &Silent).expect("it builds");
    Database::open(folder, rules).expect("it opens")
}

/// The value of a position by all drivers above a database, one of them with two threads; if it has
/// no more seeds than `alone_to`, also without a database.
///
/// # Panics
///
/// If two of them do not agree.
pub(crate) fn agreed_value(
    rules: &KalahRules,
    position: &KalahPosition,
    database: &Database<KalahRules>,
    alone_to: u32,
) -> i32 {
    let mut values = Vec::new();
    for &driver in Driver::ALL {
        let options = SolveOptions {
            driver,
            value_only: true,
            table_bytes: 8 << 20,
            threads: if driver == Driver::Mtdf { 2 } else { 1 },
            ..SolveOptions::default()
        };
        values.push(value(rules, position, database, &options));
        if driver != Driver::Pvs && position.seeds() <= alone_to {
            values.push(value(rules, position, &NoTablebase, &options));
        }
    }
    let same = values.iter().all(|&value| value == values[0]);
    assert!(same, "{rules} {position:x?}: {values:?}");
    values[0]
}

fn value<T: Tablebase<KalahPosition>>(
    rules: &KalahRules,
    position: &KalahPosition,
    tablebase: &T,
    options: &SolveOptions,
) -> i32 {
    let solution = solve(rules, position, tablebase, options, &Silent).expect("nothing stops it");
    solution.value
}
