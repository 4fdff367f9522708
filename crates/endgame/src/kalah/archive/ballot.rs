//! The candidates for a value, and their order by the votes that they have got.

/// Candidates: this many codes in a row.
pub(super) const LANES: usize = 32;

/// How far the first candidate lies below the code around which candidates are taken.
pub(super) const BELOW: i32 = 16;

/// Votes of all candidates.
#[derive(Clone, Copy)]
pub(super) struct Ballot {
    votes: [i8; LANES],
    /// The code of the first candidate.
    first: i32,
}

impl Ballot {
    /// No votes yet for the candidates around a code.
    #[inline(always)]
    pub(super) const fn around(code: i32) -> Self {
        Self {
            votes: [0; LANES],
            first: code - BELOW,
        }
    }

    /// The code of the first candidate.
    #[inline(always)]
    pub(super) const fn first(&self) -> i32 {
        self.first
    }

    /// Adds a vote for every candidate. Sums stay within a byte.
    #[inline(always)]
    pub(super) fn add(&mut self, votes: &[i8; LANES]) {
        for (sum, vote) in self.votes.iter_mut().zip(votes) {
            *sum = sum.saturating_add(*vote);
        }
    }

    /// The candidates in order, of which only those are eligible that are a code below `codes`.
    #[inline(always)]
    pub(super) fn order(&self, codes: i32) -> Order {
        let mut keys = [0; LANES];
        for ((key, vote), lane) in keys.iter_mut().zip(self.votes).zip(0i8..) {
            let code = self.first + i32::from(lane);
            let eligible = code >= 0 && code < codes;
            *key = if eligible {
                (vote.cast_unsigned() ^ 0x80).max(1)
            } else {
                0
            };
        }
        Order { keys }
    }
}

/// Candidates that are still in the race, by keys: more votes have a greater key, and 0 is out.
#[derive(Clone, Copy)]
pub(super) struct Order {
    keys: [u8; LANES],
}

impl Order {
    /// The greatest key and its first lane.
    #[inline(always)]
    pub(super) fn top(&self) -> (u8, usize) {
        top(&self.keys)
    }

    /// Takes a lane out.
    #[inline(always)]
    pub(super) fn remove(&mut self, lane: usize) {
        // A window of a constant: a comparison of every lane with this one compiles to a jump that nothing predicts.
        let kept = &KEPT[LANES - 1 - lane % LANES..][..LANES];
        for (key, kept) in self.keys.iter_mut().zip(kept) {
            *key &= kept;
        }
    }

    /// How many lanes come before this one.
    #[inline(always)]
    pub(super) fn rank(&self, lane: usize) -> u8 {
        let own = self.keys[lane];
        let earlier = &EARLIER[LANES - 1 - lane % LANES..][..LANES];
        let mut rank = 0;
        for (&key, &earlier) in self.keys.iter().zip(earlier) {
            rank += u8::from(key > own) | (u8::from(key == own) & earlier);
        }
        rank
    }
}

/// All bits but in the middle, whose place in a window of all lanes is a lane.
static KEPT: [u8; 2 * LANES - 1] = {
    let mut kept = [0xff; 2 * LANES - 1];
    kept[LANES - 1] = 0;
    kept
};

/// One before the middle, and nothing from there on.
static EARLIER: [u8; 2 * LANES - 1] = {
    let mut earlier = [0; 2 * LANES - 1];
    let mut lane = 0;
    while lane < LANES - 1 {
        earlier[lane] = 1;
        lane += 1;
    }
    earlier
};

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn top(keys: &[u8; LANES]) -> (u8, usize) {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_cvtsi128_si32, _mm_max_epu8, _mm_movemask_epi8, _mm_set1_epi8,
        _mm_srli_si128,
    };
    use std::mem::transmute;
    // SAFETY: SSE2 belongs to every x86-64 processor, and two vectors and an array of 32 bytes have the same size and
    // no invalid values.
    unsafe {
        let [low, high] = transmute::<[u8; LANES], [__m128i; 2]>(*keys);
        let max = _mm_max_epu8(low, high);
        let max = _mm_max_epu8(max, _mm_srli_si128::<8>(max));
        let max = _mm_max_epu8(max, _mm_srli_si128::<4>(max));
        let max = _mm_max_epu8(max, _mm_srli_si128::<2>(max));
        let max = _mm_max_epu8(max, _mm_srli_si128::<1>(max));
        let max = (_mm_cvtsi128_si32(max) & 0xff) as u8;
        let all = _mm_set1_epi8(max.cast_signed());
        let mask = |half| _mm_movemask_epi8(_mm_cmpeq_epi8(half, all)).cast_unsigned();
        let lanes = mask(low) | mask(high) << 16;
        (max, lanes.trailing_zeros() as usize)
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn top(keys: &[u8; LANES]) -> (u8, usize) {
    top_plainly(keys)
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn top_plainly(keys: &[u8; LANES]) -> (u8, usize) {
    let max = keys.iter().copied().max().unwrap_or(0);
    let lane = keys.iter().position(|&key| key == max).unwrap_or(0);
    (max, lane)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lanes_come_out_by_votes_and_then_from_the_left(
            votes in proptest::array::uniform32(-3i8..3),
            more in proptest::array::uniform32(-128i8..=127),
            center in 0i32..40,
            codes in 1i32..64,
        ) {
            let mut ballot = Ballot::around(center);
            ballot.add(&votes);
            ballot.add(&more);
            let mut expected: Vec<usize> = (0..LANES).collect();
            let code = |lane: usize| ballot.first() + i32::try_from(lane).expect("small");
            let eligible = |lane: usize| code(lane) >= 0 && code(lane) < codes;
            let sum = |lane: usize| (i32::from(votes[lane]) + i32::from(more[lane])).clamp(-127, 127);
            expected.retain(|&lane| eligible(lane));
            expected.sort_by_key(|&lane| (-sum(lane), lane));
            let order = ballot.order(codes);
            let mut left = order;
            for (rank, &lane) in (0u8..).zip(&expected) {
                prop_assert_eq!(order.rank(lane), rank);
                let (key, found) = left.top();
                prop_assert!(key > 0);
                prop_assert_eq!(found, lane);
                prop_assert_eq!(left.top(), top_plainly(&left.keys));
                left.remove(lane);
            }
            prop_assert_eq!(left.top().0, 0);
        }
    }
}
