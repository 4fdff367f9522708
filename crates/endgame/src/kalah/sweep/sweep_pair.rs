//! Computing a pair of sub-layers, row after row.

use super::grid::{Grid, transpose_into};
use super::grid_pool::GridPool;
use super::lanes::LANES;
use super::mover_pass::MoverPass;
use super::opponent_pass::OpponentPass;
use super::swept_layers::{SubLayerPair, SweptLayers};
use super::tables::SweepTables;
use mancala_position::kalah::KalahPosition;
use mancala_position::{Game, row};

/// Computes the pair of sub-layers `(s, n - s)` and `(n - s, s)` from the smaller layers.
/// `progress` is called now and then with the positions that were added, and stops the sweep by
/// returning false. Memory is taken from `pool`.
///
/// # Panics
///
/// If `s` is more than half of `n`, or a smaller layer is missing.
pub(crate) fn sweep_pair(
    tables: &SweepTables,
    swept: &SweptLayers,
    (n, s): (u32, u32),
    pool: &GridPool,
    progress: &dyn Fn(u64) -> bool,
) -> Option<SubLayerPair> {
    let o = n - s;
    assert!(s <= o, "pairs are named by their smaller half");
    let rules = &tables.rows.rules;
    let (rows, width) = (tables.rows.rows(s), tables.rows.rows(o).len());
    let mut mover_first = Grid::reusing(pool.take(), rows.len(), width);
    let mut opponent_first = Grid::reusing(pool.take(), rows.len(), width);

    // Whether the game is over depends on the sums alone.
    let some_row = |sum: u32| u64::from(sum);
    let with_a = KalahPosition::from_rows_unchecked(some_row(s), some_row(o));
    let finished_with_a = rules.outcome(&with_a).map(small);
    let finished_with_b = rules.outcome(&with_a.turned()).map(small);

    let mut mover_pass = MoverPass::new(&tables.rows, swept, n, s);
    let mut opponent_pass = OpponentPass::new(tables, swept, n, s);
    let mut unreported = 0;
    let mut done = 0;
    for batch in batches(rows, rules.pits()) {
        for &(rank, a) in &batch {
            match finished_with_a {
                Some(value) => mover_first.row_mut(rank).fill(value),
                None => mover_pass.sweep(a, &opponent_first, mover_first.row_mut(rank)),
            }
        }
        match finished_with_b {
            Some(value) => batch
                .iter()
                .for_each(|&(rank, _)| opponent_first.row_mut(rank).fill(value)),
            None => opponent_pass.sweep(&batch, &mover_first, &mut opponent_first),
        }
        done += batch.len();
        unreported += (batch.len() * if s == o { width } else { 2 * width }) as u64;
        let last = done == rows.len();
        if last || unreported >= 1 << 20 {
            // A pair that is finished is not thrown away.
            if !progress(unreported) && !last {
                return None;
            }
            unreported = 0;
        }
    }
    let upper = (s != o).then(|| transpose_into(&opponent_first, pool.take()));
    Some(SubLayerPair {
        lower: mover_first,
        upper,
        turned_upper: opponent_first,
    })
}

/// The rows with their ranks, in batches of rows that do not depend on each other, each batch after
/// all that it depends on. A move inside a row brings its seeds nearer to the store, so rows with
/// the same sum of distances are independent.
fn batches(rows: &[u64], pits: u32) -> Vec<Vec<(usize, u64)>> {
    let distance = |row: u64| {
        (0..pits)
            .map(|pit| (pits - pit) * row::get(row, pit))
            .sum::<u32>()
    };
    let mut ordered: Vec<(u32, usize, u64)> = rows
        .iter()
        .enumerate()
        .map(|(rank, &row)| (distance(row), rank, row))
        .collect();
    ordered.sort_unstable();
    ordered
        .chunk_by(|a, b| a.0 == b.0)
        .flat_map(|same| same.chunks(LANES))
        .map(|batch| batch.iter().map(|&(_, rank, row)| (rank, row)).collect())
        .collect()
}

fn small(value: i32) -> i8 {
    i8::try_from(value).expect("a layer that is built has fewer than 128 seeds")
}

#[cfg(test)]
mod tests {
    use super::*;
    use mancala_position::kalah::{KalahRules, Lap};
    use mancala_position::rank::BoardRanker;
    use std::collections::HashMap;

    /// The value by plain recursion over the rules.
    fn plain(
        rules: &KalahRules,
        position: KalahPosition,
        memo: &mut HashMap<KalahPosition, i32>,
    ) -> i32 {
        if let Some(value) = rules.outcome(&position) {
            return value;
        }
        if let Some(&value) = memo.get(&position) {
            return value;
        }
        let value = rules
            .moves(&position)
            .iter()
            .map(|pit| {
                let step = rules.play_unchecked(&position, pit);
                let after = plain(rules, step.position, memo);
                step.gain + if step.again { after } else { -after }
            })
            .max()
            .expect("a live position has a move");
        memo.insert(position, value);
        value
    }

    fn sweep_all(rules: &KalahRules, seeds: u32) -> SweptLayers {
        let tables = SweepTables::new(rules, seeds);
        let mut swept = SweptLayers::default();
        let pool = GridPool::default();
        for n in 0..=seeds {
            let pairs = (0..=n / 2)
                .map(|s| {
                    sweep_pair(&tables, &swept, (n, s), &pool, &|_| true)
                        .expect("not stopped")
                        .keep()
                })
                .collect();
            swept.push(pairs);
        }
        swept
    }

    #[test]
    fn the_sweep_agrees_with_plain_recursion_for_every_option() {
        // Enough seeds that sowings go round the whole board.
        for (pits, seeds) in [
            (1, 16),
            (2, 13),
            (3, 11),
            (4, 10),
            (5, 6),
            (6, 6),
            (7, 4),
            (8, 4),
        ] {
            let ranker = BoardRanker::new(pits, seeds);
            let all = KalahRules::all_options(pits).expect("valid pits");
            for rules in all.into_iter().filter(|rules| rules.lap != Lap::Relay) {
                let swept = sweep_all(&rules, seeds);
                let mut memo = HashMap::new();
                for n in 0..=seeds {
                    for s in 0..=n {
                        let (mover, other) = (swept.mover_first(n, s), swept.opponent_first(n, s));
                        for (rank, own) in ranker.rows().iter(s).enumerate() {
                            for (other_rank, opponent) in ranker.rows().iter(n - s).enumerate() {
                                let position = KalahPosition::from_rows_unchecked(own, opponent);
                                let value = plain(&rules, position, &mut memo);
                                let swept = i32::from(mover.row(rank)[other_rank]);
                                assert_eq!(swept, value, "{rules} {position:x?}, mover first");
                                let value = plain(&rules, position.turned(), &mut memo);
                                let swept = i32::from(other.row(rank)[other_rank]);
                                assert_eq!(swept, value, "{rules} {position:x?}, opponent first");
                            }
                        }
                    }
                }
            }
        }
    }
}
