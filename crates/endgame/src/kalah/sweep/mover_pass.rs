//! The pass in which the fixed row is the mover's: each of its moves is one finished row of values,
//! for all of the opponent's rows at once.
//!
//! ```text
//! finished row, by the opponent's rows after the move    . . v0 . v1 v2 . . v3 ..
//!                                                             \    \  \      \      row map
//! fetched, by the opponent's rows b before the move          v0 v1 v2 v3 ..
//!                                                             |  |  |  |    max with gain +- value
//! out, the values of (a, b)                                   w0 w1 w2 w3 ..
//! ```
//!
//! The seeds that a move sows into the opponent's row are the same for all `b`, and adding the same
//! seeds to rows keeps their order, so the row map is monotone: a few long copies ([`RowMap`]).

use super::grid::{Grid, SLACK};
use super::row_map::{RowMap, raise_by_extra_turn, raise_by_turn, raise_by_turns};
use super::row_tables::RowTables;
use super::swept_layers::SweptLayers;
use mancala_position::kalah::{Capture, KalahSowing, Last};
use mancala_position::row;
use std::sync::Arc;

/// The workspace of one pair.
pub(super) struct MoverPass<'a> {
    tables: &'a RowTables,
    swept: &'a SweptLayers,
    n: u32,
    s: u32,
    o: u32,
    /// All sowings from the mover's row, at `pit * (s + 1) + seeds`; none for no seed.
    moves: Vec<Option<Move>>,
    /// The values of one move, by the opponent's rows.
    fetched: Vec<i8>,
}

/// A sowing with its maps of the opponent's rows.
struct Move {
    sowing: KalahSowing,
    /// The opponent's rows with what is sown into them.
    adding: Arc<RowMap>,
    /// The same with the opposite pit emptied, where the last seed may capture.
    capturing: Option<Capturing>,
}

struct Capturing {
    /// Its sources are numbered by the seeds that are captured.
    map: Arc<RowMap>,
    /// The mover's gain, for each of the opponent's rows.
    gains: Vec<i8>,
    /// The most seeds that a capture takes from the opposite pit.
    most: u32,
    /// Whether the last seed is captured, for none and for some opposite seeds.
    takes_last: [bool; 2],
}

impl<'a> MoverPass<'a> {
    pub(super) fn new(tables: &'a RowTables, swept: &'a SweptLayers, n: u32, s: u32) -> Self {
        let o = n - s;
        let moves = (0..tables.rules.pits())
            .flat_map(|pit| (0..=s).map(move |seeds| (pit, seeds)))
            .map(|(pit, seeds)| {
                (seeds > 0).then(|| Move::new(tables, o, *tables.sowing(pit, seeds)))
            })
            .collect();
        Self {
            tables,
            swept,
            n,
            s,
            o,
            moves,
            fetched: vec![0; tables.rows(o).len() + SLACK],
        }
    }

    /// Writes the values of all positions with the mover's row `a` to `out`. `opponent_first` is
    /// the pair's own grid with the opponent's row first, finished for all rows before `a`.
    pub(super) fn sweep(&mut self, a: u64, opponent_first: &Grid, out: &mut [i8]) {
        out.fill(i8::MIN);
        for pit in 0..self.tables.rules.pits() {
            let seeds = row::get(a, pit);
            if seeds > 0 {
                let index = pit * (self.s + 1) + seeds;
                self.raise_by_move(a, index as usize, opponent_first, out);
            }
        }
        debug_assert_eq!(out.len(), self.tables.rows(self.o).len());
    }

    /// Raises the values to what one move gives.
    fn raise_by_move(&mut self, a: u64, index: usize, opponent_first: &Grid, out: &mut [i8]) {
        let Self {
            tables,
            swept,
            n,
            ref moves,
            ref mut fetched,
            ..
        } = *self;
        let step = moves[index].as_ref().expect("the pit holds seeds");
        let sowing = &step.sowing;
        let own = a.wrapping_add(sowing.own);
        let own_sum = row::sum(own);
        let left = n - sowing.store;
        let gain = small(sowing.store);
        if tables.moves_again(sowing) {
            let grid = swept.mover_first(left, own_sum);
            let values = grid.row(tables.rank(own, own_sum));
            return raise_by_extra_turn(out, step.adding.through(values, fetched), gain);
        }
        // The values of positions in which the opponent is to move and `own` is the row opposite to
        // him.
        let after_turn = |seeds: u32, own: u64, sum: u32| {
            let grid = if seeds == n {
                opponent_first
            } else {
                swept.opponent_first(seeds, sum)
            };
            grid.row(tables.rank(own, sum))
        };
        let Some(pit) = tables.ends_in_empty_pit(sowing, own) else {
            let values = step.adding.through(after_turn(left, own, own_sum), fetched);
            return raise_by_turn(out, values, gain);
        };
        let capturing = step
            .capturing
            .as_ref()
            .expect("the sowing ends in an own pit");
        let emptied = row::with(own, pit, 0);
        let sources: Vec<&[i8]> = (0..=capturing.most)
            .map(|captured| {
                if capturing.takes_last[usize::from(captured > 0)] {
                    after_turn(left - 1 - captured, emptied, own_sum - 1)
                } else {
                    after_turn(left - captured, own, own_sum)
                }
            })
            .collect();
        capturing.map.fetch(&sources, fetched);
        raise_by_turns(out, fetched, &capturing.gains);
    }
}

impl Move {
    fn new(tables: &RowTables, o: u32, sowing: KalahSowing) -> Self {
        Self {
            sowing,
            adding: tables.map(o, sowing.opponent, None),
            capturing: Capturing::new(tables, o, &sowing),
        }
    }
}

impl Capturing {
    /// The capture that a sowing may make; none if it cannot.
    fn new(tables: &RowTables, o: u32, sowing: &KalahSowing) -> Option<Self> {
        let capture = tables.rules.capture;
        let Last::Own(last) = sowing.last else {
            return None;
        };
        if capture == Capture::Never {
            return None;
        }
        let opposite = tables.rules.pits() - 1 - last;
        let takes_last = [false, true].map(|opposed| tables.rules.capture.takes_last(opposed));
        let gains = tables.rows(o).iter().map(|&b| {
            let captured = row::get(b + sowing.opponent, opposite);
            let last = u32::from(takes_last[usize::from(captured > 0)]);
            small(sowing.store + captured + last)
        });
        Some(Self {
            map: tables.map(o, sowing.opponent, Some(opposite)),
            gains: gains.collect(),
            most: o + row::get(sowing.opponent, opposite),
            takes_last,
        })
    }
}

impl RowMap {
    /// The values as the map sees them; the same slice where it changes nothing.
    fn through<'v>(&self, values: &'v [i8], fetched: &'v mut [i8]) -> &'v [i8] {
        if self.is_identity() {
            return values;
        }
        self.fetch(&[values], fetched);
        fetched
    }
}

fn small(seeds: u32) -> i8 {
    i8::try_from(seeds).expect("a layer that is built has fewer than 128 seeds")
}
