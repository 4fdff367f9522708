//! The half of a pair in which the fixed row is the opponent's. What a move looks up depends on the fixed row
//! only through a few rows of values: they are laid side by side, gains added, and every move of every mover's
//! row is an index into them that is the same for all fixed rows.

use super::grid::SLACK;
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
}

impl Program {
    pub(super) fn new(tables: &Tables, sum: u32) -> Self {
        let pits = tables.rules.pits();
        let mut program = Self {
            regions: Vec::new(),
            indices: Vec::new(),
            size: 1,
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

/// The workspace of one pair.
pub(super) struct OtherHalf<'a> {
    tables: &'a Tables,
    known: &'a Known,
    n: u32,
    program: &'a Program,
    /// The regions, with values as the mover sees them, gains included.
    values: Vec<i8>,
}

impl<'a> OtherHalf<'a> {
    pub(super) fn new(tables: &'a Tables, known: &'a Known, n: u32, s: u32) -> Self {
        let program = tables.program(n - s);
        Self {
            tables,
            known,
            n,
            program,
            values: vec![i8::MIN; program.size + SLACK],
        }
    }

    /// Writes the values of all positions in which the opponent has the row `a` to `out`. `same_layer` has the
    /// values of the positions in which `a` is the mover's.
    pub(super) fn sweep(&mut self, a: u64, same_layer: &[i8], out: &mut [i8]) {
        for region in &self.program.regions {
            self.tables.fill(
                self.known,
                self.n,
                region,
                a,
                same_layer,
                &mut self.values[region.offset..],
            );
        }
        gather(
            &self.program.indices,
            &self.values,
            self.tables.rules.pits(),
            out,
        );
    }
}

impl Tables {
    /// Fills a region for the opponent's row `a`.
    fn fill(
        &self,
        known: &Known,
        n: u32,
        region: &Region,
        a: u64,
        same_layer: &[i8],
        to: &mut [i8],
    ) {
        let Effect { add, store, end } = region.effect;
        let width = self.rows(region.own_sum).len();
        let sown = a + add;
        let sum = row::sum(sown);
        // The opponent is to move with `own` as his row.
        let turned = |n_left: u32, own: u64, sum: u32| {
            if n_left == n {
                same_layer
            } else {
                known.mover_first(n_left, sum).row(self.rank(own, sum))
            }
        };
        match end {
            Ending::Again => {
                let values = known.other_first(n - store, sum).row(self.rank(sown, sum));
                let gain = small(store);
                for (to, &value) in to[..width].iter_mut().zip(values) {
                    *to = gain.wrapping_add(value);
                }
            }
            Ending::Turned => {
                subtract_from(small(store), turned(n - store, sown, sum), &mut to[..width])
            }
            Ending::Capture(pit) => {
                let opposite = self.rules.pits() - 1 - pit;
                let taken = row::get(sown, opposite);
                match &region.put_back {
                    Some(put_back) if taken == 0 => {
                        put_back.fetch(&[turned(n - store, sown, sum)], &mut to[..width + SLACK]);
                        negate_in_place(small(store), &mut to[..width]);
                    }
                    _ => {
                        let gain = store + 1 + taken;
                        let left = row::with(sown, opposite, 0);
                        subtract_from(
                            small(gain),
                            turned(n - gain, left, sum - taken),
                            &mut to[..width],
                        );
                    }
                }
            }
        }
    }
}

#[inline(always)]
fn subtract_from(gain: i8, values: &[i8], to: &mut [i8]) {
    for (to, &value) in to.iter_mut().zip(values) {
        *to = gain.wrapping_sub(value);
    }
}

#[inline(always)]
fn negate_in_place(gain: i8, values: &mut [i8]) {
    for value in values {
        *value = gain.wrapping_sub(*value);
    }
}

/// The best of each row's moves.
fn gather(indices: &[u32], values: &[i8], pits: u32, out: &mut [i8]) {
    match pits {
        1 => gather_pits::<1>(indices, values, out),
        2 => gather_pits::<2>(indices, values, out),
        3 => gather_pits::<3>(indices, values, out),
        4 => gather_pits::<4>(indices, values, out),
        5 => gather_pits::<5>(indices, values, out),
        6 => gather_pits::<6>(indices, values, out),
        7 => gather_pits::<7>(indices, values, out),
        _ => gather_pits::<8>(indices, values, out),
    }
}

#[inline(always)]
fn gather_pits<const PITS: usize>(indices: &[u32], values: &[i8], out: &mut [i8]) {
    for (out, indices) in out.iter_mut().zip(indices.as_chunks::<PITS>().0) {
        *out = indices
            .iter()
            .map(|&index| values[index as usize])
            .max()
            .unwrap_or(i8::MIN);
    }
}

fn small(seeds: u32) -> i8 {
    i8::try_from(seeds).expect("a layer that is built has fewer than 128 seeds")
}
