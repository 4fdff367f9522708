//! The codes that a value may have, scored by its neighbours and ranked.

/// Candidates: this many codes in a row.
pub(super) const CANDIDATES: usize = 32;

/// How far the first candidate lies below the code around which candidates are taken.
pub(super) const BELOW: i32 = 16;

/// The scores of all candidates: the sums of the weights that the neighbours give them.
#[derive(Clone, Copy)]
pub(super) struct CandidateScores {
    scores: [i8; CANDIDATES],
    /// The code of the first candidate.
    first: i32,
}

impl CandidateScores {
    /// Scores of 0 for the candidates around a code.
    #[inline(always)]
    pub(super) const fn around(code: i32) -> Self {
        Self {
            scores: [0; CANDIDATES],
            first: code - BELOW,
        }
    }

    /// The code of the first candidate.
    #[inline(always)]
    pub(super) const fn first(&self) -> i32 {
        self.first
    }

    /// Adds a weight to the score of every candidate. Scores saturate at the limits of a byte.
    #[inline(always)]
    pub(super) fn add(&mut self, weights: &[i8; CANDIDATES]) {
        for (score, weight) in self.scores.iter_mut().zip(weights) {
            *score = score.saturating_add(*weight);
        }
    }

    /// The ranking of the candidates that are codes: those from 0 to below `codes`.
    #[inline(always)]
    pub(super) fn ranking(&self, codes: i32) -> CandidateRanking {
        let mut keys = [0; CANDIDATES];
        for ((key, score), place) in keys.iter_mut().zip(self.scores).zip(0i8..) {
            let code = self.first + i32::from(place);
            let eligible = code >= 0 && code < codes;
            *key = if eligible {
                (score.cast_unsigned() ^ 0x80).max(1)
            } else {
                0
            };
        }
        CandidateRanking { keys }
    }
}

/// The candidates by score, the higher first, of the same score the lower code.
#[derive(Clone, Copy)]
pub(super) struct CandidateRanking {
    /// For each candidate a key that grows with its score; 0 if it is no code or has been removed.
    keys: [u8; CANDIDATES],
}

impl CandidateRanking {
    /// The key and the place of the first candidate; the key is 0 if there is none.
    #[inline(always)]
    pub(super) fn top(&self) -> (u8, usize) {
        top(&self.keys)
    }

    /// Removes the candidate at a place.
    #[inline(always)]
    pub(super) fn remove(&mut self, place: usize) {
        // A window of a constant: a comparison of every place with this one compiles to a jump that
        // nothing predicts.
        let kept = &KEPT[CANDIDATES - 1 - place % CANDIDATES..][..CANDIDATES];
        for (key, kept) in self.keys.iter_mut().zip(kept) {
            *key &= kept;
        }
    }

    /// How many candidates come before the one at a place.
    #[inline(always)]
    pub(super) fn rank(&self, place: usize) -> u8 {
        let own = self.keys[place];
        let earlier = &EARLIER[CANDIDATES - 1 - place % CANDIDATES..][..CANDIDATES];
        let mut rank = 0;
        for (&key, &earlier) in self.keys.iter().zip(earlier) {
            rank += u8::from(key > own) | (u8::from(key == own) & earlier);
        }
        rank
    }
}

/// All bits set but those of the middle byte: the window in which the middle is at `place` clears
/// that place.
static KEPT: [u8; 2 * CANDIDATES - 1] = {
    let mut kept = [0xff; 2 * CANDIDATES - 1];
    kept[CANDIDATES - 1] = 0;
    kept
};

/// Ones before the middle byte, zeros from there on.
static EARLIER: [u8; 2 * CANDIDATES - 1] = {
    let mut earlier = [0; 2 * CANDIDATES - 1];
    let mut place = 0;
    while place < CANDIDATES - 1 {
        earlier[place] = 1;
        place += 1;
    }
    earlier
};

/// The greatest key and its first place.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn top(keys: &[u8; CANDIDATES]) -> (u8, usize) {
    use std::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_cvtsi128_si32, _mm_max_epu8, _mm_movemask_epi8, _mm_set1_epi8,
        _mm_srli_si128,
    };
    use std::mem::transmute;
    // SAFETY: SSE2 belongs to every x86-64 processor, and two vectors and an array of 32 bytes have
    // the same size and no invalid values.
    unsafe {
        let [low, high] = transmute::<[u8; CANDIDATES], [__m128i; 2]>(*keys);
        let max = _mm_max_epu8(low, high);
        let max = _mm_max_epu8(max, _mm_srli_si128::<8>(max));
        let max = _mm_max_epu8(max, _mm_srli_si128::<4>(max));
        let max = _mm_max_epu8(max, _mm_srli_si128::<2>(max));
        let max = _mm_max_epu8(max, _mm_srli_si128::<1>(max));
        let max = (_mm_cvtsi128_si32(max) & 0xff) as u8;
        let all = _mm_set1_epi8(max.cast_signed());
        let mask = |half| _mm_movemask_epi8(_mm_cmpeq_epi8(half, all)).cast_unsigned();
        let places = mask(low) | mask(high) << 16;
        (max, places.trailing_zeros() as usize)
    }
}

#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn top(keys: &[u8; CANDIDATES]) -> (u8, usize) {
    top_plainly(keys)
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn top_plainly(keys: &[u8; CANDIDATES]) -> (u8, usize) {
    let max = keys.iter().copied().max().unwrap_or(0);
    let place = keys.iter().position(|&key| key == max).unwrap_or(0);
    (max, place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn candidates_are_ranked_by_score_and_then_by_code(
            weights in proptest::array::uniform32(-3i8..3),
            more in proptest::array::uniform32(-128i8..=127),
            center in 0i32..40,
            codes in 1i32..64,
        ) {
            let mut scores = CandidateScores::around(center);
            scores.add(&weights);
            scores.add(&more);
            let mut expected: Vec<usize> = (0..CANDIDATES).collect();
            let code = |place: usize| scores.first() + i32::try_from(place).expect("small");
            let eligible = |place: usize| code(place) >= 0 && code(place) < codes;
            let sum = |place: usize| {
                (i32::from(weights[place]) + i32::from(more[place])).clamp(-127, 127)
            };
            expected.retain(|&place| eligible(place));
            expected.sort_by_key(|&place| (-sum(place), place));
            let ranking = scores.ranking(codes);
            let mut left = ranking;
            for (rank, &place) in (0u8..).zip(&expected) {
                prop_assert_eq!(ranking.rank(place), rank);
                let (key, found) = left.top();
                prop_assert!(key > 0);
                prop_assert_eq!(found, place);
                prop_assert_eq!(left.top(), top_plainly(&left.keys));
                left.remove(place);
            }
            prop_assert_eq!(left.top().0, 0);
        }
    }
}
