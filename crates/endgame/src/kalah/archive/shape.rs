//! Rows of pits as the prediction of codes sees them.

use mancala_position::rank::RowRanker;
use mancala_position::row;

/// Pairs of neighbouring pits of a row, at most.
const PAIRS: usize = 7;

/// A row: the rows that it becomes by moving one seed on by one pit, and what its pits hold.
#[derive(Clone, Copy, Default)]
pub(super) struct Shape {
    /// For pit `q`, how much lower the rank is of the row with one of its seeds in pit `q + 1`
    /// instead. 0 where the pit is empty.
    pub(super) back: [u32; PAIRS],
    /// For pits `q` and `q + 1`, the number of their contents; a multiple of four.
    pub(super) contents: [u16; PAIRS],
    /// Bit `p` says whether pit `p` holds a seed.
    pub(super) occupied: u8,
}

/// How many contexts a prediction from one pair of pits can have: the contents of both, where more
/// seeds than there are pits count as that many, and whether the two pits opposite hold seeds.
pub(super) const fn contexts(pits: u32) -> usize {
    4 * (pits as usize + 1) * (pits as usize + 1)
}

/// The shapes of all rows with a sum, by rank.
pub(super) fn shapes(ranker: &RowRanker, sum: u32) -> Vec<Shape> {
    let pits = ranker.pits();
    (0u64..)
        .zip(ranker.iter(sum))
        .map(|(rank, own)| {
            let mut shape = Shape::default();
            for pit in 0..pits - 1 {
                let held = |pit| row::get(own, pit).min(pits);
                let contents = 4 * (held(pit) * (pits + 1) + held(pit + 1));
                shape.contents[pit as usize] =
                    u16::try_from(contents).expect("at most 4 * 9 * 9 contexts");
                if row::get(own, pit) > 0 {
                    let moved = own - (1 << (8 * pit)) + (1 << (8 * pit + 8));
                    let back = rank - ranker.rank(moved, sum);
                    shape.back[pit as usize] =
                        u32::try_from(back).expect("fewer than 2^32 rows of 63 seeds");
                }
            }
            #[expect(clippy::cast_possible_truncation, reason = "one bit a pit")]
            let occupied = row::occupied_bits(own) as u8;
            shape.occupied = occupied;
            shape
        })
        .collect()
}
