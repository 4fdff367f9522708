//! Probes a second at uniformly random positions of a packed database: one by one and in batches,
//! in mapped files and in memory, on one thread and on two.
//!
//! The database is kept in the target folder. `MANCALA_BENCH_SEEDS` sets its size, 18 seeds by
//! default; numbers that mean something for large databases need one that is larger than the caches
//! by far, such as 24.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use mancala_endgame::{BuildOptions, Database, LoadMode, Silent, build};
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_position::random::SplitMix64;
use mancala_position::rank::RowRanker;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// Positions of each thread.
const POSITIONS: usize = 1 << 20;

/// The batches that are measured: the children of a node with six moves, and one that is long.
const BATCHES: [usize; 2] = [6, 4096];

/// A sample in which every position of the database is as likely as any other.
fn random_positions(database: &Database<KalahRules>, seed: u64) -> Vec<KalahPosition> {
    let ranker = RowRanker::new(database.rules().pits());
    let sub_layers: Vec<(u32, u32, u64, u64)> = (0..=database.most_seeds())
        .flat_map(|n| (0..=n).map(move |own| (n, own)))
        .map(|(n, own)| (own, n - own, ranker.count(own), ranker.count(n - own)))
        .collect();
    let total: u64 = sub_layers.iter().map(|s| s.2 * s.3).sum();
    let mut random = SplitMix64::new(seed);
    (0..POSITIONS)
        .map(|_| {
            let mut number = random.next_u64() % total;
            let &(own, opponent, _, columns) = sub_layers
                .iter()
                .find(|s| {
                    let found = number < s.2 * s.3;
                    if !found {
                        number -= s.2 * s.3;
                    }
                    found
                })
                .expect("the number is below the total");
            KalahPosition::from_rows_unchecked(
                ranker.unrank(number / columns, own),
                ranker.unrank(number % columns, opponent),
            )
        })
        .collect()
}

/// The sum of the values, probed one by one or in batches of a length.
fn sum(database: &Database<KalahRules>, positions: &[KalahPosition], batch: Option<usize>) -> i64 {
    let value = |value: Option<i32>| i64::from(value.expect("a position of the database"));
    match batch {
        None => positions
            .iter()
            .map(|position| value(database.probe(position).expect("a sound database")))
            .sum(),
        Some(length) => {
            let mut values = [None; 4096];
            positions
                .chunks(length)
                .map(|chunk| {
                    let values = &mut values[..chunk.len()];
                    database
                        .probe_batch(chunk, values)
                        .expect("a sound database");
                    values.iter().copied().map(value).sum::<i64>()
                })
                .sum()
        }
    }
}

/// Measures threads that do the same work on positions of their own.
fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    database: &Database<KalahRules>,
    samples: &[(Vec<KalahPosition>, i64)],
    batch: Option<usize>,
) {
    group.throughput(Throughput::Elements((POSITIONS * samples.len()) as u64));
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|rounds| {
            let begin = Instant::now();
            thread::scope(|scope| {
                for (positions, expected) in samples {
                    scope.spawn(move || {
                        for _ in 0..rounds {
                            assert_eq!(sum(database, positions, batch), *expected);
                        }
                    });
                }
            });
            begin.elapsed()
        });
    });
}

fn benches(criterion: &mut Criterion) {
    let seeds = std::env::var("MANCALA_BENCH_SEEDS")
        .map_or(18, |seeds| seeds.parse().expect("a number of seeds"));
    let rules = KalahRules::new(6).expect("six pits are held");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench-db");
    build(&folder, &rules, &BuildOptions::new(seeds), &Silent).expect("the database is built");

    let open = |residence| Database::open_in(&folder, &rules, residence).expect("it opens");
    let memory = open(LoadMode::Memory);
    let samples: Vec<(Vec<KalahPosition>, i64)> = [1, 2]
        .map(|seed| {
            let positions = random_positions(&memory, seed);
            let expected = sum(&memory, &positions, None);
            (positions, expected)
        })
        .into();

    let mut group = criterion.benchmark_group(format!("probe {} seeds", memory.most_seeds()));
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(8));
    let mapped = open(LoadMode::Mapped);
    for (database, residence) in [(&mapped, "mapped"), (&memory, "in memory")] {
        for (samples, threads) in [(&samples[..1], "1 thread"), (&samples[..], "2 threads")] {
            let name = format!("{residence}, {threads}, one by one");
            measure(&mut group, &name, database, samples, None);
            for batch in BATCHES {
                let name = format!("{residence}, {threads}, {batch} at once");
                measure(&mut group, &name, database, samples, Some(batch));
            }
        }
    }
    group.finish();
}

criterion_group!(probe_benches, benches);
criterion_main!(probe_benches);
