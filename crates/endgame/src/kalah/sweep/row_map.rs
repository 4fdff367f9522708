//! Maps from the rows of one sum to rows of another that keep their order, as runs of neighbours;
//! and the byte operations over whole rows of values.

use super::grid::SLACK;
use mancala_position::rank::RowRanker;
use mancala_position::row;

/// So many rows after `to` are mapped to as many after `from`, in the source with the number
/// `source`.
#[derive(Clone, Copy)]
struct Run {
    to: u32,
    from: u32,
    len: u32,
    source: u32,
}

/// A map from all rows of one sum, as a list of runs in ascending order of `to`.
pub(super) struct RowMap {
    runs: Vec<Run>,
    /// Whether every row maps to itself.
    identity: bool,
}

impl RowMap {
    /// The map that takes the row with each rank to `(source, rank)`.
    fn new(targets: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        for (to, (source, from)) in (0u32..).zip(targets) {
            match runs.last_mut() {
                Some(run) if run.source == source && run.from + run.len == from => run.len += 1,
                _ => runs.push(Run {
                    to,
                    from,
                    len: 1,
                    source,
                }),
            }
        }
        runs.shrink_to_fit();
        let identity = matches!(
            runs[..],
            [Run {
                from: 0,
                source: 0,
                ..
            }]
        );
        Self { runs, identity }
    }

    /// The map that adds the same seeds to every row of a sum.
    pub(super) fn adding(ranker: &RowRanker, rows: &[u64], sum: u32, add: u64) -> Self {
        let after = sum + row::sum(add);
        Self::new(
            rows.iter()
                .map(|&row| (0, rank32(ranker, row + add, after))),
        )
    }

    /// The map that adds the same seeds to every row of a sum and then takes all seeds from a pit;
    /// the source is the number of seeds taken.
    pub(super) fn adding_and_taking(
        ranker: &RowRanker,
        rows: &[u64],
        sum: u32,
        add: u64,
        pit: u32,
    ) -> Self {
        let after = sum + row::sum(add);
        Self::new(rows.iter().map(|&row| {
            let sown = row + add;
            let taken = row::get(sown, pit);
            (
                taken,
                rank32(ranker, row::with(sown, pit, 0), after - taken),
            )
        }))
    }

    /// Whether the map changes nothing.
    pub(super) const fn is_identity(&self) -> bool {
        self.identity
    }

    /// Fetches, for every row of the map, the value that it is mapped to, into `to`, which has
    /// [`SLACK`] bytes more than the map has rows. Each source has that slack too.
    pub(super) fn fetch(&self, sources: &[&[i8]], to: &mut [i8]) {
        for run in &self.runs {
            let from = &sources[run.source as usize][run.from as usize..];
            let to = &mut to[run.to as usize..];
            let len = run.len as usize;
            // Sixteen bytes at a time: what is written too far belongs to later runs, or to the
            // slack.
            let mut done = 0;
            while done < len {
                to[done..done + SLACK].copy_from_slice(&from[done..done + SLACK]);
                done += SLACK;
            }
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a sub-layer that fits in memory has rows of less than 2^32"
)]
fn rank32(ranker: &RowRanker, row: u64, sum: u32) -> u32 {
    ranker.rank(row, sum) as u32
}

/// `out = max(out, gain + value)`: the mover moves again.
#[inline(always)]
pub(super) fn raise_by_extra_turn(out: &mut [i8], values: &[i8], gain: i8) {
    for (out, &value) in out.iter_mut().zip(values) {
        *out = (*out).max(gain.wrapping_add(value));
    }
}

/// `out = max(out, gain - value)`: the opponent moves next.
#[inline(always)]
pub(super) fn raise_by_turn(out: &mut [i8], values: &[i8], gain: i8) {
    for (out, &value) in out.iter_mut().zip(values) {
        *out = (*out).max(gain.wrapping_sub(value));
    }
}

/// The same with a gain for each value.
#[inline(always)]
pub(super) fn raise_by_turns(out: &mut [i8], values: &[i8], gains: &[i8]) {
    for ((out, &value), &gain) in out.iter_mut().zip(values).zip(gains) {
        *out = (*out).max(gain.wrapping_sub(value));
    }
}
