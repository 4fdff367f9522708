//! The half of a pair in which the fixed row is the opponent's. What a move looks up depends on the fixed row
//! only through a few rows of values: they are laid side by side, gains added, and every move of every mover's
//! row is an index into them that is the same for all fixed rows.

use super::Grid;
use super::grid::SLACK;
use super::lanes::{LANES, STRIP, Sign, best, interleave, separate};
use super::pair::Known;
use super::runs::Runs;
use super::tables::Tables;
use mancala_position::kalah::{Capture, Last};
use mancala_position::row;
use std::sync::Arc;

/// What a sowing does outside the mover's own row.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Effect {
    /// What is sown into the opponent's row.
    add: u64,
    /// What goes into the store.
    store: u32,
    end: Ending,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The mover moves again.
    Again,
    /// The opponent is next.
    Turned,
    /// The last seed fell into this own pit, empty before, and captures if the rules and the opposite pit let it.
    Capture(u32),
}

/// The values that one effect leads to, for every own row that it can leave.
struct Region {
    effect: Effect,
    /// The sum of the own row that is left; a capturing seed is already taken from it.
    own_sum: u32,
    /// Where the region begins.
    offset: usize,
    /// For [`Ending::Capture`] where nothing may be opposite: the map that puts the last seed back.
    put_back: Option<Arc<Runs>>,
}

/// The moves of all rows of a sum, as indices into the regions.
pub(super) struct Program {
    regions: Vec<Region>,
    /// For each row, an index for each pit. Index 0 has the lowest value: no move.
    indices: Vec<u32>,
    size: usize,
    pits: usize,
}

impl Program {
    pub(super) fn new(tables: &Tables, sum: u32) -> Self {
        let pits = tables.rules.pits();
        let mut program = Self {
            regions: Vec::new(),
            indices: Vec::new(),
            size: 1,
            pits: pits as usize,
        };
        program
            .indices
            .reserve_exact(tables.rows(sum).len() * pits as usize);
        for &b in tables.rows(sum) {
            for pit in 0..pits {
                let index = match row::get(b, pit) {
                    0 => 0,
                    seeds => program.index(tables, b, pit, seeds),
                };
                program
                    .indices
                    .push(u32::try_from(index).expect("the regions of a row are far below 2^32"));
            }
        }
        program
    }

    fn index(&mut self, tables: &Tables, b: u64, pit: u32, seeds: u32) -> usize {
        let sowing = tables.sowing(pit, seeds);
        let mut own = b.wrapping_add(sowing.own);
        let end = match (sowing.last, tables.capturing_pit(sowing, own)) {
            (_, Some(last)) => {
                own = row::with(own, last, 0);
                Ending::Capture(last)
            }
            (Last::Store, None) => Ending::Again,
            _ => Ending::Turned,
        };
        let effect = Effect {
            add: sowing.opponent,
            store: sowing.store,
            end,
        };
        let own_sum = row::sum(own);
        self.region(tables, effect, own_sum) + tables.rank(own, own_sum)
    }

    /// Where the region of an effect begins; a new one is added behind the others.
    fn region(&mut self, tables: &Tables, effect: Effect, own_sum: u32) -> usize {
        if let Some(region) = self.regions.iter().find(|region| region.effect == effect) {
            debug_assert_eq!(region.own_sum, own_sum);
            return region.offset;
        }
        let offset = self.size;
        self.size += tables.rows(own_sum).len();
        let put_back = match effect.end {
            Ending::Capture(pit) if tables.rules.capture == Capture::Standard => {
                Some(tables.map(own_sum, 1 << (8 * pit), None))
            }
            _ => None,
        };
        self.regions.push(Region {
            effect,
            own_sum,
            offset,
            put_back,
        });
        offset
    }
}

/// Index 0: where a pit is empty there is no move, and nothing is better.
const NO_MOVE: [u8; LANES] = [0; LANES];

/// The workspace of one pair.
pub(super) struct OtherHalf<'a> {
    tables: &'a Tables,
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
        let widest = tables.rows(n - s).len() + SLACK;
        Self {
            tables,
            known,
            n,
            program,
            values: vec![NO_MOVE; program.size + STRIP],
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
        for region in &self.program.regions {
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

impl Program {
    /// The best of the moves of the rows from rank `at` on.
    #[inline(always)]
    fn gather(&self, values: &[[u8; LANES]], at: usize, to: &mut [[u8; LANES]]) {
        // The usual number of pits, known when the loops are compiled.
        if self.pits == 6 {
            self.gather_moves(6, values, at, to);
        } else {
            self.gather_moves(self.pits, values, at, to);
        }
    }

    #[inline(always)]
    fn gather_moves(&self, pits: usize, values: &[[u8; LANES]], at: usize, to: &mut [[u8; LANES]]) {
        assert!(self.size <= values.len(), "the regions are laid out");
        let indices = &self.indices[at * pits..];
        for (to, indices) in to.iter_mut().zip(indices.chunks_exact(pits)) {
            // SAFETY: an index is 0 or the place of a rank inside a region, and regions end at `self.size`.
            *to = unsafe { best(values, indices) };
        }
    }
}

fn small(seeds: u32) -> i8 {
    i8::try_from(seeds).expect("a layer that is built has fewer than 128 seeds")
}
