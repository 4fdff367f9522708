//! Positions a second of a whole build: swept, packed, written, synced and hashed.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mancala_endgame::{BuildOptions, Database, Silent, build};
use mancala_position::kalah::KalahRules;
use std::time::Duration;

/// Layers to so many seeds, with six pits: how many positions, and the sum of the values of the
/// live positions of the last layer under the default rules.
const SEEDS: u32 = 14;
const POSITIONS: u64 = 9_657_700;
const LAST_SUM: i64 = 8_828_916;

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("build");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(5))
        .throughput(Throughput::Elements(POSITIONS));
    let rules = KalahRules::new(6).expect("six pits are held");
    for threads in [1, 2] {
        group.bench_function(
            format!("kalah:6 to {SEEDS} seeds, {threads} threads"),
            |bencher| {
                bencher.iter(|| {
                    let folder = tempfile::tempdir().expect("a folder");
                    let options = BuildOptions {
                        threads,
                        ..BuildOptions::new(SEEDS)
                    };
                    let report =
                        build(folder.path(), &rules, &options, &Silent).expect("it builds");
                    assert_eq!((report.computed, report.complete), (POSITIONS, true));
                    let database = Database::open(folder.path(), &rules).expect("it opens");
                    let last = database.manifest().layer(SEEDS).expect("a layer");
                    assert_eq!(last.statistics.sum, LAST_SUM);
                });
            },
        );
    }
    group.finish();
}

criterion_group!(build_benches, benches);
criterion_main!(build_benches);
