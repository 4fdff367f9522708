//! Reads values out of a layer file with nothing but what `docs/file-format.md` says, and compares
//! each with the library's reader: what a reader in another language has to do.
//!
//! `cargo run --release -p mancala-examples --bin read_layer`

use anyhow::{Context, Result, ensure};
use mancala_endgame::{BuildOptions, Database, Silent, build, layer_file};
use mancala_position::kalah::{KalahPosition, KalahRules};

const PITS: u32 = 6;
const SEEDS: u32 = 8;

fn main() -> Result<()> {
    let rules = KalahRules::new(PITS)?;
    let folder = tempfile::tempdir()?;
    build(folder.path(), &rules, &BuildOptions::new(SEEDS), &Silent)?;
    let file = std::fs::read(folder.path().join(layer_file(SEEDS)))?;

    ensure!(file.starts_with(b"MANCALA\x1a"), "not a layer file");
    let header_length = u64::from(u32_at(&file, 12)?);
    let body = (20 + header_length).next_multiple_of(4096);
    let bits = if SEEDS <= 15 { 4 } else { 5 };

    let database = Database::open(folder.path(), &rules)?;
    let mut offset = 0;
    let mut compared = 0;
    for own_seeds in 0..=u64::from(SEEDS) {
        let columns = rows(u64::from(SEEDS) - own_seeds);
        for (rank, own) in all_rows(own_seeds).iter().enumerate() {
            ensure!(
                rank_of(own) == rank as u64,
                "rows are in lexicographic order"
            );
            for opponent in all_rows(u64::from(SEEDS) - own_seeds) {
                let index = rank as u64 * columns + rank_of(&opponent);
                let bit = index * bits;
                let at = usize::try_from(body + offset + bit / 8)?;
                let pair = u64::from(file[at]) | u64::from(file[at + 1]) << 8;
                let code = (pair >> (bit % 8)) & ((1 << bits) - 1);
                let value = i64::try_from(code * 2)? - i64::from(SEEDS);

                let position = KalahPosition::new(&rules, &small(own)?, &small(&opponent)?)?;
                let expected = database.probe(&position)?.context("the layer is there")?;
                ensure!(
                    value == i64::from(expected),
                    "{own:?} {opponent:?}: {value}, not {expected}"
                );
                compared += 1;
            }
        }
        offset += (rows(own_seeds) * columns).div_ceil(8) * bits;
    }
    println!("{compared} values of the layer of {SEEDS} seeds agree");
    Ok(())
}

fn u32_at(file: &[u8], at: usize) -> Result<u32> {
    Ok(u32::from_le_bytes(
        file.get(at..at + 4).context("a short file")?.try_into()?,
    ))
}

fn small(row: &[u64]) -> Result<Vec<u32>> {
    Ok(row
        .iter()
        .map(|&seeds| u32::try_from(seeds))
        .collect::<Result<_, _>>()?)
}

/// `C(n, k)`.
fn binomial(n: u64, k: u32) -> u64 {
    if n < u64::from(k) {
        0
    } else {
        (0..u64::from(k)).fold(1, |product, i| product * (n - i) / (i + 1))
    }
}

/// How many rows have so many seeds.
fn rows(seeds: u64) -> u64 {
    binomial(seeds + u64::from(PITS) - 1, PITS - 1)
}

/// The number of a row among those with as many seeds.
fn rank_of(row: &[u64]) -> u64 {
    let sum = row.iter().sum();
    let above = (2..=PITS).map(|j| {
        let suffix: u64 = row.iter().skip(j as usize - 1).sum();
        binomial(suffix + u64::from(PITS - j), PITS - j + 1)
    });
    rows(sum) - 1 - above.sum::<u64>()
}

/// All rows with so many seeds, in lexicographic order.
fn all_rows(seeds: u64) -> Vec<Vec<u64>> {
    fn extend(row: &mut Vec<u64>, left: u64, all: &mut Vec<Vec<u64>>) {
        if row.len() + 1 == PITS as usize {
            row.push(left);
            all.push(row.clone());
            row.pop();
            return;
        }
        for seeds in 0..=left {
            row.push(seeds);
            extend(row, left - seeds, all);
            row.pop();
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), seeds, &mut all);
    all
}
