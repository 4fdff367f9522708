//! Leaves a second, every leaf played and looked at, on one thread.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use mancala_position::kalah::{KalahPosition, KalahRules, KalahVisitor, with_kalah};
use mancala_position::toguz::{Toguz, ToguzGame, ToguzPosition, ToguzRules};
use mancala_position::{Game, Perft, perft};
use std::hint::black_box;
use std::time::Duration;

/// One position to count from, and the counts that must come out.
struct Case<P> {
    name: &'static str,
    position: P,
    depth: u32,
    count: Perft,
}

impl<P> Case<P> {
    fn run<G: Game<Position = P>>(&self, group: &mut BenchmarkGroup<'_, WallTime>, game: &G) {
        group.throughput(Throughput::Elements(self.count.nodes));
        group.bench_function(self.name, |bencher| {
            bencher.iter(|| {
                let count = perft(game, black_box(&self.position), self.depth);
                assert_eq!(count, self.count);
            });
        });
    }
}

struct OnKalah<'a, 'b> {
    case: Case<KalahPosition>,
    group: &'a mut BenchmarkGroup<'b, WallTime>,
}

impl KalahVisitor for OnKalah<'_, '_> {
    type Output = ();

    fn visit<G: Game<Position = KalahPosition>>(self, game: G) {
        self.case.run(self.group, &game);
    }
}

fn benches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(10));

    let rules = KalahRules::new(6).expect("six pits are held");
    let case = Case {
        name: "kalah:6,4 depth 10",
        position: KalahPosition::start(&rules, 4).expect("48 seeds are held"),
        depth: 10,
        count: Perft {
            nodes: 13_519_607,
            finished: 31,
        },
    };
    with_kalah(
        &rules,
        OnKalah {
            case,
            group: &mut group,
        },
    );

    let rules = ToguzRules::new(ToguzGame::Toguz);
    let game = Toguz::new(&rules);
    Case {
        name: "toguz depth 8",
        position: ToguzPosition::start(&rules),
        depth: 8,
        count: Perft {
            nodes: 25_166_174,
            finished: 0,
        },
    }
    .run(&mut group, &game);

    // Both players have a tuzdik, as in most of a real game.
    Case {
        name: "toguz with tuzdiks depth 8",
        position: ToguzPosition::new(
            &rules,
            &[2, 11, 10, 0, 3, 12, 9, 1, 8],
            &[3, 9, 0, 11, 10, 2, 12, 6, 7],
            [22, 24],
            [3, 4],
        )
        .expect("a position of the game"),
        depth: 8,
        count: Perft {
            nodes: 11_798_285,
            finished: 40,
        },
    }
    .run(&mut group, &game);

    group.finish();
}

criterion_group!(perft_benches, benches);
criterion_main!(perft_benches);
