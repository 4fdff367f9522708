//! Random positions: with and without a database, by every driver, with one thread and with two,
//! the value is the same.

use crate::agreement::{agreed_value, database};
use crate::random::thrown;
use mancala_position::kalah::KalahRules;
use mancala_position::random::SplitMix64;
use std::ops::RangeInclusive;

/// A position of each number of seeds, on two sizes of database; up to `alone_to` seeds also
/// without.
fn check(pits: u32, database_seeds: [u32; 2], seeds: RangeInclusive<u32>, alone_to: u32) {
    // Without captures the proofs are many times as large; the comparisons with plain minimax in
    // `exact` draw from all rules.
    for capture in ["standard", "empty"] {
        let mut rules = KalahRules::new(pits).expect("valid pits");
        rules.set("capture", capture).expect("an option");
        let folder = tempfile::tempdir().expect("a folder");
        let [small, large] = database_seeds.map(|seeds| database(folder.path(), &rules, seeds));
        let mut random = SplitMix64::new(u64::from(pits));
        for seeds in seeds.clone() {
            let position = thrown(&rules, seeds, &mut random);
            let value = agreed_value(&rules, &position, &large, alone_to);
            if seeds <= alone_to + 2 {
                assert_eq!(agreed_value(&rules, &position, &small, 0), value);
            }
        }
    }
}

#[test]
fn six_pits() {
    check(6, [12, 18], 26..=40, 27);
}

#[test]
fn eight_pits() {
    check(8, [6, 12], 16..=21, 17);
}

#[test]
fn five_pits() {
    check(5, [12, 18], 24..=40, 28);
}

#[test]
fn three_pits() {
    check(3, [12, 18], 20..=50, 40);
}
