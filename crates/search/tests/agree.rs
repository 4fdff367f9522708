//! Random positions: with and without a database, by every driver, with one thread and with two, the value is the same.

use mancala_endgame::{BuildOptions, Database, Silent, build};
use mancala_position::kalah::{KalahPosition, KalahRules};
use mancala_search::{Driver, NoOracle, SolveOptions, solve};

/// A position of so many seeds, each thrown into a random pit.
fn thrown(rules: &KalahRules, seeds: u32, state: &mut u64) -> KalahPosition {
    let mut board = vec![0; 2 * rules.pits() as usize];
    for _ in 0..seeds {
        // SplitMix64.
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = *state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^= x >> 31;
        let pits = board.len() as u64;
        let pit = usize::try_from(x % pits).expect("a pit");
        board[pit] += 1;
    }
    let (own, opponent) = board.split_at(rules.pits() as usize);
    KalahPosition::new(rules, own, opponent).expect("few seeds")
}

/// All ways to the values of random positions agree.
fn check(pits: u32, database_seeds: u32, seeds: std::ops::RangeInclusive<u32>, alone_to: u32) {
    for capture in ["standard", "empty"] {
        let mut rules = KalahRules::new(pits).expect("valid pits");
        rules.set("capture", capture).expect("an option");
        let folder = tempfile::tempdir().expect("a folder");
        let database_of = |seeds: u32| {
            build(folder.path(), &rules, &BuildOptions::new(seeds), &Silent).expect("it builds");
            Database::open(folder.path(), &rules).expect("it opens")
        };
        let small = database_of(database_seeds - 6);
        let large = database_of(database_seeds);
        let mut state = u64::from(pits);
        for seeds in seeds.clone() {
            let position = thrown(&rules, seeds, &mut state);
            let mut values = Vec::new();
            for &driver in Driver::ALL {
                let options = SolveOptions {
                    driver,
                    value_only: true,
                    table_bytes: 32 << 20,
                    threads: if driver == Driver::Mtdf { 2 } else { 1 },
                    ..SolveOptions::default()
                };
                let above = solve(&rules, &position, &large, &options, &Silent);
                values.push(above.expect("proved").value);
                if driver == Driver::Bisect && seeds <= alone_to + 2 {
                    let above = solve(&rules, &position, &small, &options, &Silent);
                    values.push(above.expect("proved").value);
                }
                if driver != Driver::Pvs && seeds <= alone_to {
                    let alone = solve(&rules, &position, &NoOracle, &options, &Silent);
                    values.push(alone.expect("proved").value);
                }
            }
            let same = values.iter().all(|&value| value == values[0]);
            assert!(same, "{rules} {position:x?}: {values:?}");
        }
    }
}

#[test]
fn six_pits() {
    check(6, 18, 26..=40, 27);
}

#[test]
fn eight_pits() {
    check(8, 12, 16..=21, 17);
}

#[test]
fn five_pits() {
    check(5, 18, 24..=40, 28);
}

#[test]
fn three_pits() {
    check(3, 18, 20..=50, 40);
}
