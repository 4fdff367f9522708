//! The ways to put balls into holes, numbered.

use mancala_position::rank::binomial;

/// The numbering of the ways to put up to so many balls into a fixed number of cells. Those with
/// the same number of balls are ordered by what is in the cells, the first counting most.
pub(crate) struct Compositions {
    cells: u32,
    /// At `[k][s]`: the ways with `s` balls in the last `k + 1` cells and at least one in the cell
    /// before them that have as many balls there in all.
    above: Vec<Vec<u64>>,
    /// How many ways there are, by balls.
    counts: Vec<u64>,
}

impl Compositions {
    /// # Panics
    ///
    /// If there are 2^64 of them or more.
    pub(crate) fn new(cells: u32, balls: u32) -> Self {
        let count = |cells: u32, balls: u32| match cells {
            0 => u64::from(balls == 0),
            _ => binomial(balls + cells - 1, cells - 1).expect("fewer than 2^64 boards"),
        };
        Self {
            cells,
            above: (1..cells)
                .map(|k| {
                    (0..=balls)
                        .map(|s| if s == 0 { 0 } else { count(k + 1, s - 1) })
                        .collect()
                })
                .collect(),
            counts: (0..=balls).map(|balls| count(cells, balls)).collect(),
        }
    }

    /// How many ways there are to put so many balls.
    #[inline(always)]
    pub(crate) fn count(&self, balls: u32) -> u64 {
        self.counts[balls as usize]
    }

    /// The number of a way among those with as many balls; what is in the cells is given from the
    /// last one on.
    #[inline(always)]
    pub(crate) fn rank(&self, backwards: impl ExactSizeIterator<Item = u8>) -> u64 {
        debug_assert_eq!(backwards.len(), self.cells as usize);
        let (mut suffix, mut above) = (0, 0);
        let mut backwards = backwards;
        // The first cell needs no term: it has what the others leave.
        for (terms, balls) in self.above.iter().zip(backwards.by_ref()) {
            suffix += usize::from(balls);
            above += terms[suffix];
        }
        suffix += usize::from(backwards.next().unwrap_or_default());
        self.counts[suffix] - 1 - above
    }

    /// The contents of the cells in the distribution with a number among those of so many balls:
    /// calls `put` with each cell.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub(crate) fn unrank(&self, rank: u64, balls: u32, mut put: impl FnMut(usize, u8)) {
        assert!(
            rank < self.count(balls),
            "no board of {balls} balls has the number {rank}"
        );
        let mut above = self.count(balls) - 1 - rank;
        let mut left = balls as usize;
        for (cell, terms) in self.above.iter().rev().enumerate() {
            let next = terms[..=left].partition_point(|&term| term <= above) - 1;
            above -= terms[next];
            put(cell, u8::try_from(left - next).expect("few balls"));
            left = next;
        }
        if let Some(last) = self.cells.checked_sub(1) {
            put(last as usize, u8::try_from(left).expect("few balls"));
        }
    }
}
