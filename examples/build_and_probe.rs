//! Builds the database of Kalah with 6 pits to 12 seeds and looks positions up in it, one by one
//! and in a batch.
//!
//! `cargo run --release -p mancala-examples --bin build_and_probe`

use anyhow::{Context, Result, ensure};
use mancala_endgame::{BuildOptions, Database, Silent, build};
use mancala_position::kalah::{KalahPosition, KalahRules};

fn main() -> Result<()> {
    let rules = KalahRules::new(6)?;
    let folder = tempfile::tempdir()?;
    let report = build(folder.path(), &rules, &BuildOptions::new(12), &Silent)?;
    println!(
        "{} layers, {} positions, {} bytes",
        report.layers, report.positions, report.bytes
    );

    let database = Database::open(folder.path(), &rules)?;
    let positions = [
        KalahPosition::new(&rules, &[1, 0, 0, 2, 0, 1], &[0, 0, 3, 0, 0, 1])?,
        KalahPosition::new(&rules, &[0, 0, 0, 0, 1, 1], &[1, 0, 0, 0, 0, 0])?,
        // 13 seeds, more than the database has.
        KalahPosition::new(&rules, &[4, 4, 4, 0, 0, 0], &[1, 0, 0, 0, 0, 0])?,
    ];
    let mut values = [None; 3];
    database.probe_batch(&positions, &mut values)?;
    for (position, value) in positions.iter().zip(values) {
        ensure!(
            database.probe(position)? == value,
            "a batch has the values of single probes"
        );
        match value {
            Some(value) => println!("{} seeds: value {value:+}", position.seeds()),
            None => println!("{} seeds: not in the database", position.seeds()),
        }
    }
    let value = values[1].context("a position of 3 seeds")?;
    ensure!(value == 3, "the mover takes all three seeds");
    Ok(())
}
