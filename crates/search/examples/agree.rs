//! Proves random positions in many ways, which must agree: `agree POSITIONS [PITS FEWEST MOST
//! DATABASE ALONE]`.
//!
//! By default positions of 6 pits and 26 to 40 seeds, half of them under each capture rule, on a
//! database of 18 seeds, those of up to 28 seeds also without.

#[path = "../tests/all/agreement.rs"]
mod agreement;
#[path = "../tests/all/random.rs"]
mod random;

use agreement::{agreed_value, database};
use mancala_position::kalah::KalahRules;
use mancala_position::random::SplitMix64;
use random::thrown;
use std::time::Instant;

fn main() {
    let numbers: Vec<u32> = std::env::args()
        .skip(1)
        .map(|number| number.parse().expect("a number"))
        .collect();
    let number = |at: usize, default| numbers.get(at).copied().unwrap_or(default);
    let positions = number(0, 10_000);
    let (pits, fewest, most) = (number(1, 6), number(2, 26), number(3, 40));
    let (database_seeds, alone_to) = (number(4, 18), number(5, 28));
    let begun = Instant::now();
    for capture in ["standard", "empty"] {
        let mut rules = KalahRules::new(pits).expect("1 to 8 pits");
        rules.set("capture", capture).expect("an option");
        let folder = tempfile::tempdir().expect("a folder");
        let database = database(folder.path(), &rules, database_seeds);
        let mut random = SplitMix64::new(1);
        let mut sum = 0i64;
        for done in 1..=positions / 2 {
            let span = u64::from(most - fewest + 1);
            let above = u32::try_from(random.next_u64() % span).expect("a few seeds");
            let position = thrown(&rules, fewest + above, &mut random);
            sum += i64::from(agreed_value(&rules, &position, &database, alone_to));
            if done % 100 == 0 || done == positions / 2 {
                println!(
                    "{rules}: {done} positions agree, sum of values {sum}, {:.0?}",
                    begun.elapsed()
                );
            }
        }
    }
}
