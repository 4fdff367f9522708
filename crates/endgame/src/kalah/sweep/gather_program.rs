//! The moves of all rows of a sum as indices into regions of values. The indices are the same
//! whatever the opponent's row is; the values are laid out anew for each (see `opponent_pass`).

use super::lanes::{LANES, best};
use super::row_map::RowMap;
use super::row_tables::RowTables;
use mancala_position::row;
use std::sync::Arc;

/// The effect of a sowing outside the mover's own row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Effect {
    /// The seeds sown into the opponent's row.
    pub(super) add: u64,
    /// The seeds sown into the store.
    pub(super) store: u32,
    pub(super) end: SowingEnd,
}

/// How a sowing ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SowingEnd {
    /// The mover moves again.
    Again,
    /// The opponent is next.
    Turned,
    /// The last seed fell into this own pit, which was empty, and captures if the rules and the
    /// opposite pit let it.
    OwnEmptyPit(u32),
}

/// The values that one effect leads to, for every own row that it can leave.
pub(super) struct Region {
    pub(super) effect: Effect,
    /// The sum of the own row that is left; a capturing seed is already taken from it.
    pub(super) own_sum: u32,
    /// The region's first entry.
    pub(super) offset: usize,
    /// For [`SowingEnd::OwnEmptyPit`] where nothing may be opposite: the map that puts the last
    /// seed back.
    pub(super) put_back: Option<Arc<RowMap>>,
}

/// The moves of all rows of a sum, as indices into the regions.
pub(super) struct GatherProgram {
    regions: Vec<Region>,
    /// For each row, an index for each pit. Index 0 has the lowest value: no move.
    indices: Vec<u32>,
    size: usize,
    pits: usize,
}

impl GatherProgram {
    pub(super) fn new(tables: &RowTables, sum: u32) -> Self {
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
                    seeds => program.region_of(tables, b, pit, seeds),
                };
                program
                    .indices
                    .push(u32::try_from(index).expect("the regions of a row are far below 2^32"));
            }
        }
        program
    }

    fn region_of(&mut self, tables: &RowTables, b: u64, pit: u32, seeds: u32) -> usize {
        let sowing = tables.sowing(pit, seeds);
        let mut own = b.wrapping_add(sowing.own);
        let end = match tables.ends_in_empty_pit(sowing, own) {
            Some(last) => {
                if tables.rules.capture.takes_last(true) {
                    own = row::with(own, last, 0);
                }
                SowingEnd::OwnEmptyPit(last)
            }
            None if tables.moves_again(sowing) => SowingEnd::Again,
            None => SowingEnd::Turned,
        };
        let effect = Effect {
            add: sowing.opponent,
            store: sowing.store,
            end,
        };
        let own_sum = row::sum(own);
        self.region(tables, effect, own_sum) + tables.rank(own, own_sum)
    }

    /// The first entry of an effect's region; a new region is added behind the others.
    fn region(&mut self, tables: &RowTables, effect: Effect, own_sum: u32) -> usize {
        if let Some(region) = self.regions.iter().find(|region| region.effect == effect) {
            debug_assert_eq!(region.own_sum, own_sum);
            return region.offset;
        }
        let offset = self.size;
        self.size += tables.rows(own_sum).len();
        let put_back = match effect.end {
            SowingEnd::OwnEmptyPit(pit)
                if tables.rules.capture.takes_last(true)
                    && !tables.rules.capture.takes_last(false) =>
            {
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

    /// The regions, one after the other.
    pub(super) fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// How many values the regions have together, the one of no move included.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// The best of the moves of the rows from rank `at` on.
    #[inline(always)]
    pub(super) fn gather(&self, values: &[[u8; LANES]], at: usize, to: &mut [[u8; LANES]]) {
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
            // SAFETY: an index is 0 or the place of a rank inside a region, and regions end at
            // `self.size`.
            *to = unsafe { best(values, indices) };
        }
    }
}
