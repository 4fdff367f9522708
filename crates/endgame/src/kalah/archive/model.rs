//! The model of an archive: how much the code of a neighbour speaks for each code of a position.

use super::candidates::{BELOW, CANDIDATES, CandidateScores};
use super::shape::{Shape, contexts};

/// Differences of the codes of a candidate and a neighbour that have a weight.
const DIFFERENCES: usize = 2 * CANDIDATES;

/// Neighbours of a position, at most: two players' rows of eight pits.
pub(super) const MOST_NEIGHBOURS: usize = 14;

/// How many kinds of neighbours a position has.
const fn kinds(pits: u32) -> usize {
    2 * (pits as usize - 1)
}

/// How many weights a model has.
pub(super) const fn weight_count(pits: u32) -> usize {
    kinds(pits) * contexts(pits) * DIFFERENCES
}

/// A neighbour whose code is known: which of all weights are those of its kind and context, and the
/// code.
#[derive(Clone, Copy, Default)]
pub(super) struct Neighbour {
    place: usize,
    pub(super) code: i32,
}

impl Neighbour {
    /// The first of its weights for the candidates around a code, of which there are
    /// [`CANDIDATES`].
    #[inline(always)]
    pub(super) fn weights_around(self, center: i32) -> usize {
        let shift = (center - self.code + BELOW).clamp(0, 2 * BELOW);
        self.place * DIFFERENCES + shift as usize
    }
}

/// The neighbours of a position.
#[derive(Clone, Copy, Default)]
pub(super) struct Neighbours {
    found: [Neighbour; MOST_NEIGHBOURS],
    count: usize,
}

impl Neighbours {
    /// Those of a position whose row and column have these shapes. `code_at` gives the code of the
    /// position that is so many before it, if it is known; `width` is the number of columns.
    #[inline(always)]
    pub(super) fn of(
        pits: u32,
        (row, column): (&Shape, &Shape),
        width: usize,
        code_at: impl Fn(usize) -> Option<u8>,
    ) -> Self {
        let (contexts, pairs) = (contexts(pits), pits as usize - 1);
        let mut neighbours = Self::default();
        // Those nearest in the order of positions come first.
        for (moved, other, unit, first) in [(column, row, 1, 0), (row, column, width, pairs)] {
            for pair in (0..pairs).rev() {
                let back = moved.back[pair] as usize * unit;
                if back == 0 {
                    continue;
                }
                if let Some(code) = code_at(back) {
                    let opposite = usize::from(other.occupied >> (pairs - 1 - pair) & 3);
                    let context = usize::from(moved.contents[pair]) + opposite;
                    neighbours.found[neighbours.count] = Neighbour {
                        place: (first + pair) * contexts + context,
                        code: i32::from(code),
                    };
                    neighbours.count += 1;
                }
            }
        }
        neighbours
    }

    #[inline(always)]
    pub(super) fn as_slice(&self) -> &[Neighbour] {
        &self.found[..self.count]
    }

    /// The code around which candidates are taken: that of the first neighbour, or the middle one.
    #[inline(always)]
    pub(super) fn center(&self, codes: i32) -> i32 {
        if self.count > 0 {
            self.found[0].code
        } else {
            codes / 2
        }
    }
}

/// The weights of one layer.
pub(super) struct Model {
    pits: u32,
    codes: i32,
    weights: Vec<i8>,
}

impl Model {
    /// A model of these weights, if they are as many as it needs.
    pub(super) fn new(pits: u32, codes: u32, weights: Vec<i8>) -> Option<Self> {
        (weights.len() == weight_count(pits)).then(|| Self {
            pits,
            codes: codes.cast_signed(),
            weights,
        })
    }

    /// All weights.
    pub(super) fn weights(&self) -> &[i8] {
        &self.weights
    }

    /// How many codes there are.
    pub(super) const fn codes(&self) -> i32 {
        self.codes
    }

    /// The scores that the neighbours of a position give to its candidates. `known` has the codes
    /// of the positions before it; neighbours that are not among them have no part in it.
    #[inline(always)]
    pub(super) fn scores(
        &self,
        shapes: (&Shape, &Shape),
        width: usize,
        known: &[u8],
    ) -> CandidateScores {
        let neighbours = Neighbours::of(self.pits, shapes, width, |back| {
            known.len().checked_sub(back).map(|index| known[index])
        });
        let center = neighbours.center(self.codes);
        let mut scores = CandidateScores::around(center);
        for neighbour in neighbours.as_slice() {
            let from = neighbour.weights_around(center);
            let weights = self.weights[from..from + CANDIDATES]
                .try_into()
                .expect("as many weights as candidates");
            scores.add(weights);
        }
        scores
    }
}
