//! The half of a pair in which the fixed row is the mover's: each move is one known row of values, for all of
//! the opponent's rows at once.

use super::grid::{Grid, SLACK};
use super::known::Known;
use super::row_tables::RowTables;
use super::runs::{Runs, raise_again, raise_turned, raise_turned_by};
use mancala_position::kalah::{Capture, KalahSowing, Last};
use mancala_position::row;
use std::sync::Arc;

/// The workspace of one pair.
pub(super) struct MoverHalf<'a> {
    tables: &'a RowTables,
    known: &'a Known,
    n: u32,
    s: u32,
    o: u32,
    /// All sowings from the mover's row, at `pit * (s + 1) + seeds`; none for no seed.
    moves: Vec<Option<Move>>,
    /// Values fetched for one move.
    fetched: Vec<i8>,
}

/// A sowing with its maps of the opponent's rows.
struct Move {
    sowing: KalahSowing,
    /// What is sown into the opponent's row.
    adding: Arc<Runs>,
    /// The same with the opposite pit emptied, where the last seed may capture.
    taking: Option<Taking>,
}

struct Taking {
    map: Arc<Runs>,
    /// What the mover gains, for each of the opponent's rows.
    gains: Vec<i8>,
    /// The most seeds that a capture takes.
    most: u32,
}

impl<'a> MoverHalf<'a> {
    pub(super) fn new(tables: &'a RowTables, known: &'a Known, n: u32, s: u32) -> Self {
        let o = n - s;
        let moves = (0..tables.rules.pits())
            .flat_map(|pit| (0..=s).map(move |seeds| (pit, seeds)))
            .map(|(pit, seeds)| {
                (seeds > 0).then(|| Move::new(tables, o, *tables.sowing(pit, seeds)))
            })
            .collect();
        Self {
            tables,
            known,
            n,
            s,
            o,
            moves,
            fetched: vec![0; tables.rows(o).len() + SLACK],
        }
    }

    /// Writes the values of all positions with the mover's row `a` to `out`. `other_first` is the pair's own
    /// grid with the opponent's row first, finished for all rows before `a`.
    pub(super) fn sweep(&mut self, a: u64, other_first: &Grid, out: &mut [i8]) {
        out.fill(i8::MIN);
        for pit in 0..self.tables.rules.pits() {
            let seeds = row::get(a, pit);
            if seeds > 0 {
                self.raise(a, (pit * (self.s + 1) + seeds) as usize, other_first, out);
            }
        }
    }

    /// Raises the values to what one move gives.
    fn raise(&mut self, a: u64, index: usize, other_first: &Grid, out: &mut [i8]) {
        let (tables, known) = (self.tables, self.known);
        let step = self.moves[index].as_ref().expect("the pit holds seeds");
        let sowing = &step.sowing;
        let own = a.wrapping_add(sowing.own);
        let own_sum = row::sum(own);
        let left = self.n - sowing.store;
        let gain = small(sowing.store);
        if sowing.last == Last::Store {
            let values = known
                .mover_first(left, own_sum)
                .row(tables.rank(own, own_sum));
            let values = step.adding.through(values, &mut self.fetched);
            return raise_again(out, values, gain);
        }
        let other_first = |n: u32, own: u64, sum: u32| {
            let grid = if n == self.n {
                other_first
            } else {
                known.other_first(n, sum)
            };
            grid.row(tables.rank(own, sum))
        };
        match tables.capturing_pit(sowing, own) {
            None => {
                let values = step
                    .adding
                    .through(other_first(left, own, own_sum), &mut self.fetched);
                raise_turned(out, values, gain);
            }
            Some(pit) => {
                let taking = step.taking.as_ref().expect("the sowing ends in an own pit");
                let emptied = row::with(own, pit, 0);
                let sources: Vec<&[i8]> = (0..=taking.most)
                    .map(|taken| {
                        if taken == 0 && tables.rules.capture == Capture::Standard {
                            other_first(left, own, own_sum)
                        } else {
                            other_first(left - 1 - taken, emptied, own_sum - 1)
                        }
                    })
                    .collect();
                taking.map.fetch(&sources, &mut self.fetched);
                raise_turned_by(out, &self.fetched, &taking.gains);
            }
        }
        debug_assert_eq!(out.len(), tables.rows(self.o).len());
    }
}

impl Move {
    fn new(tables: &RowTables, o: u32, sowing: KalahSowing) -> Self {
        let adding = tables.map(o, sowing.opponent, None);
        let capture = tables.rules.capture;
        let taking = match sowing.last {
            Last::Own(last) if capture != Capture::Never => {
                let opposite = tables.rules.pits() - 1 - last;
                let gains = tables.rows(o).iter().map(|&b| {
                    let taken = row::get(b + sowing.opponent, opposite);
                    let captures = taken > 0 || capture == Capture::Empty;
                    small(sowing.store + if captures { taken + 1 } else { 0 })
                });
                Some(Taking {
                    map: tables.map(o, sowing.opponent, Some(opposite)),
                    gains: gains.collect(),
                    most: o + row::get(sowing.opponent, opposite),
                })
            }
            _ => None,
        };
        Self {
            sowing,
            adding,
            taking,
        }
    }
}

impl Runs {
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
