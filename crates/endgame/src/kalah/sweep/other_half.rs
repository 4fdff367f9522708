//! The half of a pair in which the fixed row is the opponent's. What a move looks up depends on the
//! fixed row only through a few rows of values: they are laid side by side, gains added, and every
//! move of every mover's row is an index into them that is the same for all fixed rows.

use super::grid::{Grid, SLACK};
use super::known::Known;
use super::lanes::{LANES, STRIP, Sign, interleave, separate};
use super::program::{Effect, Ending, Program, Region};
use super::row_tables::RowTables;
use super::tables::Tables;
use mancala_position::row;

/// Index 0: where a pit is empty there is no move, and nothing is better.
const NO_MOVE: [u8; LANES] = [0; LANES];

/// The workspace of one pair.
pub(super) struct OtherHalf<'a> {
    tables: &'a RowTables,
    known: &'a Known,
    n: u32,
    program: &'a Program,
    /// The regions, with values as the mover sees them, gains included.
    values: Vec<[u8; LANES]>,
    /// For each lane, values fetched for a region.
    fetched: [Vec<i8>; LANES],
}

impl<'a> OtherHalf<'a> {
    pub(super) fn new(tables: &'a Tables, known: &'a Known, n: u32, s: u32) -> Self {
        let program = tables.program(n - s);
        let widest = tables.rows.rows(n - s).len() + SLACK;
        Self {
            tables: &tables.rows,
            known,
            n,
            program,
            values: vec![NO_MOVE; program.size() + STRIP],
            fetched: std::array::from_fn(|_| vec![0; widest]),
        }
    }

    /// Writes the values of all positions in which the opponent has one of the rows of `batch`, up to eight, given
    /// with their ranks, to those rows of `other_first`. `mover_first` has the values of the positions in which
    /// these rows are the mover's.
    pub(super) fn sweep(
        &mut self,
        batch: &[(usize, u64)],
        mover_first: &Grid,
        other_first: &mut Grid,
    ) {
        // Lanes without a row of their own repeat the last one.
        let lanes: [(usize, u64); LANES] =
            std::array::from_fn(|lane| batch[lane.min(batch.len() - 1)]);
        for region in self.program.regions() {
            self.fill(region, &lanes, mover_first);
        }
        let width = other_first.width();
        let mut groups = [[0; LANES]; STRIP];
        for at in (0..width).step_by(STRIP) {
            let len = STRIP.min(width - at);
            self.program.gather(&self.values, at, &mut groups[..len]);
            let rows = separate(&groups);
            for (row, &(rank, _)) in rows.iter().zip(batch) {
                other_first.row_mut(rank)[at..at + len].copy_from_slice(&row[..len]);
            }
        }
    }

    /// Fills a region for the opponent's rows of all lanes.
    fn fill(&mut self, region: &Region, lanes: &[(usize, u64); LANES], mover_first: &Grid) {
        let (tables, known, n) = (self.tables, self.known, self.n);
        let Effect { add, store, end } = region.effect;
        let width = tables.rows(region.own_sum).len();
        let mut gains = [small(store); LANES];
        let mut rows: [&[i8]; LANES] = [&[]; LANES];
        let sign = if end == Ending::Again {
            Sign::Plus
        } else {
            Sign::Minus
        };
        for (lane, (&(rank, a), fetched)) in lanes.iter().zip(&mut self.fetched).enumerate() {
            let sown = a + add;
            let sum = row::sum(sown);
            // The opponent is to move with `own` as his row.
            let turned = |left: u32, own: u64, sum: u32| {
                if left == n {
                    mover_first.row(rank)
                } else {
                    known.mover_first(left, sum).row(tables.rank(own, sum))
                }
            };
            rows[lane] = match end {
                Ending::Again => known
                    .other_first(n - store, sum)
                    .row(tables.rank(sown, sum)),
                Ending::Turned => turned(n - store, sown, sum),
                Ending::Capture(pit) => {
                    let opposite = tables.rules.pits() - 1 - pit;
                    let taken = row::get(sown, opposite);
                    match &region.put_back {
                        Some(put_back) if taken == 0 => {
                            put_back.fetch(&[turned(n - store, sown, sum)], fetched);
                            fetched
                        }
                        _ => {
                            let gain = store + 1 + taken;
                            gains[lane] = small(gain);
                            turned(n - gain, row::with(sown, opposite, 0), sum - taken)
                        }
                    }
                }
            };
        }
        interleave(
            &rows,
            &gains,
            sign,
            width,
            &mut self.values[region.offset..],
        );
    }
}

fn small(seeds: u32) -> i8 {
    i8::try_from(seeds).expect("a layer that is built has fewer than 128 seeds")
}
