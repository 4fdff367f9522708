//! Proofs: with and without a database, by each driver.

use criterion::{Criterion, criterion_group, criterion_main};
use mancala_endgame::{BuildOptions, Database, NoTablebase, Silent, build};
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_search::{Driver, SolveOptions, solve};
use std::time::Duration;

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(5));
    let rules = KalahRules::new(6).expect("six pits are held");
    let start = KalahPosition::start(&rules, 3).expect("36 seeds are held");
    let folder = tempfile::tempdir().expect("a folder");
    build(folder.path(), &rules, &BuildOptions::new(12), &Silent).expect("it builds");
    let database = Database::open(folder.path(), &rules).expect("it opens");
    for &driver in Driver::ALL {
        let options = SolveOptions {
            driver,
            value_only: true,
            table_bytes: 64 << 20,
            ..SolveOptions::default()
        };
        group.bench_function(format!("kalah:6,3 on 12 seeds, {driver}"), |bencher| {
            bencher.iter(|| {
                let solution = solve(&rules, &start, &database, &options, &Silent).expect("proved");
                assert_eq!(solution.value, 2);
            });
        });
        group.bench_function(
            format!("kalah:6,3 without a database, {driver}"),
            |bencher| {
                bencher.iter(|| {
                    let solution =
                        solve(&rules, &start, &NoTablebase, &options, &Silent).expect("proved");
                    assert_eq!(solution.value, 2);
                });
            },
        );
    }
    group.finish();
}

criterion_group!(solve_benches, benches);
criterion_main!(solve_benches);
