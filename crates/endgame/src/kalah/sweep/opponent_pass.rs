//! The pass in which the fixed row is the opponent's. What a move looks up depends on the fixed row
//! only through a few rows of values: they are laid side by side, gains added, and every move of
//! every row of the mover is an index into them, the same for all fixed rows.
//!
//! Eight fixed rows `a0 .. a7` (lanes) are done at a time, so that an index serves eight look-ups:
//!
//! ```text
//! values    | no move | region: one effect of a sowing      | region ..
//!           |         |  a0..a7 | a0..a7 | a0..a7 | ..      |      a group of eight bytes for each own
//!           +---------+---------+--------+--------+---------+---   row that the effect can leave
//!                 ^                  ^                  ^
//! indices of b:   pit 0: empty       pit 1              pit 2 ..   max over the pits, in each lane
//! ```

use super::gather_program::{Effect, GatherProgram, Region, SowingEnd};
use super::grid::{Grid, SLACK};
use super::lanes::{LANES, STRIP, Sign, interleave, separate};
use super::row_tables::RowTables;
use super::swept_layers::SweptLayers;
use super::tables::SweepTables;
use mancala_position::row;

/// The group at index 0: where a pit is empty there is no move, and nothing is worse.
const NO_MOVE: [u8; LANES] = [0; LANES];

/// The workspace of one pair.
pub(super) struct OpponentPass<'a> {
    tables: &'a RowTables,
    swept: &'a SweptLayers,
    n: u32,
    program: &'a GatherProgram,
    /// The regions, with values as the mover sees them, gains included.
    values: Vec<[u8; LANES]>,
    /// For each lane, values fetched for a region.
    fetched: [Vec<i8>; LANES],
}

impl<'a> OpponentPass<'a> {
    pub(super) fn new(tables: &'a SweepTables, swept: &'a SweptLayers, n: u32, s: u32) -> Self {
        let program = tables.program(n - s);
        let widest = tables.rows.rows(n - s).len() + SLACK;
        Self {
            tables: &tables.rows,
            swept,
            n,
            program,
            values: vec![NO_MOVE; program.size() + STRIP],
            fetched: std::array::from_fn(|_| vec![0; widest]),
        }
    }

    /// Writes the values of all positions in which the opponent has one of the rows of `batch`, up
    /// to eight, given with their ranks, to those rows of `opponent_first`. `mover_first` has the
    /// values of the positions in which these rows are the mover's.
    pub(super) fn sweep(
        &mut self,
        batch: &[(usize, u64)],
        mover_first: &Grid,
        opponent_first: &mut Grid,
    ) {
        // Lanes without a row of their own repeat the last one.
        let lanes: [(usize, u64); LANES] =
            std::array::from_fn(|lane| batch[lane.min(batch.len() - 1)]);
        for region in self.program.regions() {
            self.fill_region(region, &lanes, mover_first);
        }
        self.gather(batch, opponent_first);
    }

    /// Fills a region for the opponent's rows of all lanes.
    fn fill_region(&mut self, region: &Region, lanes: &[(usize, u64); LANES], mover_first: &Grid) {
        let (tables, swept, n) = (self.tables, self.swept, self.n);
        let Effect { add, store, end } = region.effect;
        let width = tables.rows(region.own_sum).len();
        let mut gains = [small(store); LANES];
        let mut rows: [&[i8]; LANES] = [&[]; LANES];
        let sign = if end == SowingEnd::Again {
            Sign::Plus
        } else {
            Sign::Minus
        };
        for (lane, (&(rank, a), fetched)) in lanes.iter().zip(&mut self.fetched).enumerate() {
            let sown = a + add;
            let sum = row::sum(sown);
            // The values of positions in which the opponent is to move with the row `own`.
            let after_turn = |seeds: u32, own: u64, sum: u32| {
                if seeds == n {
                    mover_first.row(rank)
                } else {
                    swept.mover_first(seeds, sum).row(tables.rank(own, sum))
                }
            };
            rows[lane] = match end {
                SowingEnd::Again => swept
                    .opponent_first(n - store, sum)
                    .row(tables.rank(sown, sum)),
                SowingEnd::Turned => after_turn(n - store, sown, sum),
                SowingEnd::OwnEmptyPit(pit) => {
                    let opposite = tables.rules.pits() - 1 - pit;
                    let captured = row::get(sown, opposite);
                    match &region.put_back {
                        Some(put_back) if captured == 0 => {
                            put_back.fetch(&[after_turn(n - store, sown, sum)], fetched);
                            fetched
                        }
                        _ => {
                            let gain = store
                                + captured
                                + u32::from(tables.rules.capture.takes_last(captured > 0));
                            gains[lane] = small(gain);
                            after_turn(n - gain, row::with(sown, opposite, 0), sum - captured)
                        }
                    }
                }
            };
        }
        let region = &mut self.values[region.offset..];
        interleave(&rows, &gains, sign, width, region);
    }

    /// Gathers the best moves of all rows of the mover, and writes them to the rows of the batch.
    fn gather(&self, batch: &[(usize, u64)], opponent_first: &mut Grid) {
        let width = opponent_first.width();
        let mut groups = [[0; LANES]; STRIP];
        for at in (0..width).step_by(STRIP) {
            let len = STRIP.min(width - at);
            self.program.gather(&self.values, at, &mut groups[..len]);
            let rows = separate(&groups);
            for (row, &(rank, _)) in rows.iter().zip(batch) {
                opponent_first.row_mut(rank)[at..at + len].copy_from_slice(&row[..len]);
            }
        }
    }
}

fn small(seeds: u32) -> i8 {
    i8::try_from(seeds).expect("a layer that is built has fewer than 128 seeds")
}
