//! Ranking: a bijection between the rows with a given sum and `0..`, and between boards and `0..`.
//!
//! Rows with the same sum are ordered lexicographically with pit 1, the farthest from the store, as
//! the most significant. Sowing inside the row takes from a pit and adds only to later ones, so it
//! lowers the rank. Adding the same seeds to every row of a sum keeps the order.
//!
//! With `r_j` the seeds in pit `j` and all later ones, the rank of a row of `m` pits and sum `s` is
//! `C(s+m-1, m-1) - 1 - sum over j = 2..m of C(r_j + m - j, m - j + 1)`: the combinatorial number
//! system of the suffix sums, counted from the other end.

use crate::row;
use std::fmt;

/// `C(n, k)`, or `None` where it exceeds 64 bits.
#[must_use]
pub fn binomial(n: u32, k: u32) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let mut value: u128 = 1;
    for i in 0..k.min(n - k) {
        value = value.checked_mul(u128::from(n - i))? / u128::from(i + 1);
    }
    u64::try_from(value).ok()
}

/// How many rows of `pits` pits hold `seeds` seeds in all, `C(seeds + pits - 1, pits - 1)`, or
/// `None` where it exceeds 64 bits.
#[must_use]
pub fn rows(pits: u32, seeds: u32) -> Option<u64> {
    match pits.checked_sub(1) {
        Some(walls) => binomial(seeds.checked_add(walls)?, walls),
        None => Some(u64::from(seeds == 0)),
    }
}

/// How many boards of `pits` pits a side hold `seeds` seeds in all, or `None` where it exceeds 64
/// bits.
#[must_use]
pub fn boards(pits: u32, seeds: u32) -> Option<u64> {
    rows(pits.checked_mul(2)?, seeds)
}

/// [`rows`] of what a packed row holds: for 8 pits and 255 seeds they are 1.6e13.
fn packed_rows(pits: u32, seeds: u32) -> u64 {
    rows(pits, seeds).expect("packed rows are counted in 64 bits by far")
}

const STRIDE: usize = 256;

/// Ranks and unranks rows of a fixed number of pits.
pub struct RowRanker {
    pits: u32,
    /// `rows(pits, s)` for every `s`.
    counts: Box<[u64; STRIDE]>,
    /// At `j - 1` and `r`, for pit index `j` from 1: how many rows lie above because of the suffix
    /// sum `r`.
    above: Box<[[u64; STRIDE]; 7]>,
}

impl fmt::Debug for RowRanker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RowRanker")
            .field("pits", &self.pits)
            .finish_non_exhaustive()
    }
}

impl RowRanker {
    /// The ranker for rows of 1 to 8 pits.
    ///
    /// # Panics
    ///
    /// For any other number of pits.
    #[must_use]
    pub fn new(pits: u32) -> Self {
        assert!(
            (1..=8).contains(&pits),
            "a packed row has one to eight pits"
        );
        let mut counts = Box::new([0; STRIDE]);
        for (seeds, count) in (0u32..).zip(counts.iter_mut()) {
            *count = packed_rows(pits, seeds);
        }
        let mut above = Box::new([[0; STRIDE]; 7]);
        for (pit, above) in (1..pits).zip(above.iter_mut()) {
            for suffix in 1..=row::MAX_SEEDS {
                above[suffix as usize] = packed_rows(pits - pit + 1, suffix - 1);
            }
        }
        Self {
            pits,
            counts,
            above,
        }
    }

    /// The pits of a row.
    #[must_use]
    pub const fn pits(&self) -> u32 {
        self.pits
    }

    /// How many rows have the sum.
    ///
    /// # Panics
    ///
    /// If the sum exceeds [`row::MAX_SEEDS`].
    #[inline(always)]
    #[must_use]
    pub fn count(&self, sum: u32) -> u64 {
        self.counts[sum as usize]
    }

    /// The rank of a row among those with the same sum, which the caller knows. With another sum
    /// the result has no meaning.
    #[inline(always)]
    #[must_use]
    pub fn rank(&self, row: u64, sum: u32) -> u64 {
        debug_assert_eq!(row::sum(row), sum);
        // A loop of a known length is unrolled, and the jump to it goes the same way every time.
        match self.pits {
            1 => self.rank_by::<0>(row, sum),
            2 => self.rank_by::<1>(row, sum),
            3 => self.rank_by::<2>(row, sum),
            4 => self.rank_by::<3>(row, sum),
            5 => self.rank_by::<4>(row, sum),
            6 => self.rank_by::<5>(row, sum),
            7 => self.rank_by::<6>(row, sum),
            _ => self.rank_by::<7>(row, sum),
        }
    }

    /// The rank of a board among those with the same sums of its two rows, ordered by the own row
    /// and then by the opponent's: `rank(own) * count(opponent's sum) + rank(opponent)`.
    #[inline(always)]
    #[must_use]
    pub fn rank_board(&self, own: (u64, u32), opponent: (u64, u32)) -> u64 {
        debug_assert_eq!((row::sum(own.0), row::sum(opponent.0)), (own.1, opponent.1));
        match self.pits {
            1 => self.rank_board_by::<0>(own, opponent),
            2 => self.rank_board_by::<1>(own, opponent),
            3 => self.rank_board_by::<2>(own, opponent),
            4 => self.rank_board_by::<3>(own, opponent),
            5 => self.rank_board_by::<4>(own, opponent),
            6 => self.rank_board_by::<5>(own, opponent),
            7 => self.rank_board_by::<6>(own, opponent),
            _ => self.rank_board_by::<7>(own, opponent),
        }
    }

    #[inline(always)]
    fn rank_board_by<const SUFFIXES: usize>(
        &self,
        (own, own_sum): (u64, u32),
        (opponent, opponent_sum): (u64, u32),
    ) -> u64 {
        self.rank_by::<SUFFIXES>(own, own_sum)
            .wrapping_mul(self.counts[(opponent_sum & 0xff) as usize])
            .wrapping_add(self.rank_by::<SUFFIXES>(opponent, opponent_sum))
    }

    /// The rank by so many suffix sums, one fewer than there are pits.
    #[inline(always)]
    fn rank_by<const SUFFIXES: usize>(&self, row: u64, sum: u32) -> u64 {
        // Byte j-1 becomes the sum of the pits from index j on. No byte borrows: prefix sums are at
        // most `sum`.
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a packed row holds at most 255 seeds"
        )]
        let suffixes = row::splat(sum as u8).wrapping_sub(row::prefix_sums(row));
        let mut rank = self.counts[(sum & 0xff) as usize].wrapping_sub(1);
        for (above, suffix) in self.above[..SUFFIXES].iter().zip(suffixes.to_le_bytes()) {
            rank = rank.wrapping_sub(above[usize::from(suffix)]);
        }
        rank
    }

    /// The row with the rank among those with the sum.
    ///
    /// # Panics
    ///
    /// If there is no such row.
    #[must_use]
    pub fn unrank(&self, rank: u64, sum: u32) -> u64 {
        assert!(
            rank < self.count(sum),
            "no row of sum {sum} has the rank {rank}"
        );
        // The rows that lie above are a sum of one term for each pit but the first. Each term is
        // the largest that fits: the combinatorial number system.
        let (mut above, mut suffix, mut row) = (self.count(sum) - 1 - rank, sum, 0);
        for (pit, terms) in (0..self.pits - 1).zip(self.above.iter()) {
            let next = terms[..=suffix as usize].partition_point(|&term| term <= above) - 1;
            above -= terms[next];
            #[expect(clippy::cast_possible_truncation, reason = "at most 255 seeds")]
            let next = next as u32;
            row |= u64::from(suffix - next) << (8 * pit);
            suffix = next;
        }
        row | u64::from(suffix) << (8 * (self.pits - 1))
    }

    /// All rows with the sum, in the order of their ranks.
    ///
    /// # Panics
    ///
    /// If the sum exceeds [`row::MAX_SEEDS`].
    pub fn iter(&self, sum: u32) -> impl Iterator<Item = u64> + use<> {
        assert!(
            sum <= row::MAX_SEEDS,
            "a packed row does not hold {sum} seeds"
        );
        let pits = self.pits;
        let first = u64::from(sum) << (8 * (pits - 1));
        std::iter::successors(Some(first), move |&row| next_row(row, pits))
    }
}

/// The next row of the same sum in lexicographic order.
fn next_row(row: u64, pits: u32) -> Option<u64> {
    let last = (1..pits).rev().find(|&pit| row::get(row, pit) > 0)?;
    let seeds = u64::from(row::get(row, last));
    let kept = row & !(0xff << (8 * last));
    Some((kept + (1 << (8 * (last - 1)))) + ((seeds - 1) << (8 * (pits - 1))))
}

/// Ranks whole boards: those with fewer seeds first, then by the seeds in the own row, then by the
/// ranks of both rows.
pub struct BoardRanker {
    rows: RowRanker,
    /// At `n * STRIDE + s`: the rank of the first board with `n` seeds, `s` of them in the own row.
    offsets: Vec<u64>,
    most: u32,
}

impl fmt::Debug for BoardRanker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardRanker")
            .field("pits", &self.rows.pits)
            .field("most_seeds", &self.most)
            .finish_non_exhaustive()
    }
}

impl BoardRanker {
    /// The ranker for boards of `pits` pits a side with up to `seeds` seeds; fewer, see
    /// [`BoardRanker::most_seeds`], where their ranks would not fit in 64 bits.
    ///
    /// # Panics
    ///
    /// For other than 1 to 8 pits.
    #[must_use]
    pub fn new(pits: u32, seeds: u32) -> Self {
        let rows = RowRanker::new(pits);
        let mut offsets = Vec::new();
        let (mut next, mut most) = (0u64, 0);
        'layers: for n in 0..=seeds.min(row::MAX_SEEDS) {
            let start = offsets.len();
            offsets.resize(start + STRIDE, 0);
            for own in 0..=n {
                offsets[start + own as usize] = next;
                let size = rows.count(own).checked_mul(rows.count(n - own));
                match size.and_then(|size| next.checked_add(size)) {
                    Some(end) => next = end,
                    _ => {
                        offsets.truncate(start);
                        break 'layers;
                    }
                }
            }
            most = n;
        }
        Self {
            rows,
            offsets,
            most,
        }
    }

    /// The most seeds of a board that is ranked.
    #[must_use]
    pub const fn most_seeds(&self) -> u32 {
        self.most
    }

    /// How many boards are ranked.
    #[must_use]
    pub fn count(&self) -> u64 {
        let n = self.most;
        self.offsets[n as usize * STRIDE + n as usize] + self.rows.count(n)
    }

    /// The rank of a board.
    ///
    /// # Panics
    ///
    /// If it holds more than [`BoardRanker::most_seeds`] seeds.
    #[inline]
    #[must_use]
    pub fn rank(&self, own: u64, opponent: u64) -> u64 {
        let (s, o) = (row::sum(own), row::sum(opponent));
        self.offsets[(s + o) as usize * STRIDE + s as usize]
            + self.rows.rank_board((own, s), (opponent, o))
    }

    /// The ranker of the rows.
    #[must_use]
    pub const fn rows(&self) -> &RowRanker {
        &self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_ranked_in_lexicographic_order() {
        for pits in 1..=8 {
            let ranker = RowRanker::new(pits);
            for sum in 0..=7 {
                let mut previous = None;
                let mut seen = 0;
                for (rank, row) in (0u64..).zip(ranker.iter(sum)) {
                    let key: Vec<u32> = (0..pits).map(|pit| row::get(row, pit)).collect();
                    assert!(previous.is_none_or(|p| p < key), "{key:?}");
                    assert_eq!(key.iter().sum::<u32>(), sum);
                    assert_eq!(ranker.rank(row, sum), rank);
                    assert_eq!(ranker.unrank(rank, sum), row);
                    previous = Some(key);
                    seen += 1;
                }
                assert_eq!(seen, ranker.count(sum));
            }
        }
    }

    #[test]
    fn the_largest_rows_are_ranked_too() {
        let ranker = RowRanker::new(8);
        let count = ranker.count(255);
        for rank in [0, 1, count / 3, count - 2, count - 1] {
            assert_eq!(ranker.rank(ranker.unrank(rank, 255), 255), rank);
        }
    }

    #[test]
    fn boards_are_ranked_without_gaps() {
        for pits in 1..=3 {
            let ranker = BoardRanker::new(pits, 6);
            let mut next = 0;
            for n in 0..=6 {
                for s in 0..=n {
                    for own in ranker.rows().iter(s) {
                        for opponent in ranker.rows().iter(n - s) {
                            assert_eq!(ranker.rank(own, opponent), next);
                            next += 1;
                        }
                    }
                }
                assert_eq!(
                    boards(pits, n),
                    Some(
                        (0..=n)
                            .map(|s| ranker.rows().count(s) * ranker.rows().count(n - s))
                            .sum()
                    )
                );
            }
            assert_eq!(ranker.count(), next);
        }
    }

    #[test]
    fn counts_are_exact_or_absent() {
        assert_eq!(rows(1, 255), Some(1));
        assert_eq!(rows(6, 2), Some(21));
        assert_eq!(boards(6, 48), Some(279_871_768_995));
        assert_eq!((rows(0, 0), rows(0, 3)), (Some(1), Some(0)));
        assert_eq!((boards(0, 0), boards(0, 3)), (Some(1), Some(0)));
        for too_many in [
            rows(40, 1_000_000),
            rows(2, u32::MAX),
            boards(u32::MAX, 1),
            boards(8, u32::MAX),
        ] {
            assert_eq!(too_many, None);
        }
    }

    #[test]
    fn a_board_ranker_stops_where_ranks_do_not_fit() {
        let ranker = BoardRanker::new(8, 255);
        assert!(
            ranker.most_seeds() >= 96,
            "Kalah(8,6) has 96 seeds, this reaches {}",
            ranker.most_seeds()
        );
        assert!(ranker.most_seeds() < 255);
        assert_eq!(BoardRanker::new(6, 72).most_seeds(), 72);
    }
}
