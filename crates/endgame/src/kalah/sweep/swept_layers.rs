//! The finished layers that a sweep looks up, and the pairs of sub-layers that they are made of.

use super::grid::{Grid, transpose};
use super::grid_pool::GridPool;
use std::io;
use std::path::Path;

/// The values of all smaller layers, in both forms.
#[derive(Default)]
pub(crate) struct SweptLayers {
    /// At `[n][s]`: mover's row (sum `s`) first, then the opponent's.
    mover_first: Vec<Vec<Grid>>,
    /// At `[n][s]`: opponent's row (sum `s`) first, then the mover's.
    opponent_first: Vec<Vec<Grid>>,
}

impl SweptLayers {
    /// The values with the mover's row, of sum `s`, first.
    #[inline(always)]
    pub(super) fn mover_first(&self, n: u32, s: u32) -> &Grid {
        &self.mover_first[n as usize][s as usize]
    }

    /// The values with the opponent's row, of sum `s`, first.
    #[inline(always)]
    pub(super) fn opponent_first(&self, n: u32, s: u32) -> &Grid {
        &self.opponent_first[n as usize][s as usize]
    }

    /// How many layers there are: those of `0..layers` seeds.
    pub(crate) fn layers(&self) -> u32 {
        u32::try_from(self.mover_first.len()).expect("few layers")
    }

    /// Adds the next layer from its pairs, `s` from 0.
    ///
    /// # Panics
    ///
    /// If a pair is missing.
    pub(crate) fn push(&mut self, pairs: Vec<KeptPair>) {
        let n = self.layers() as usize;
        let mut mover_first: Vec<Option<Grid>> = (0..=n).map(|_| None).collect();
        let mut opponent_first: Vec<Option<Grid>> = (0..=n).map(|_| None).collect();
        for (s, KeptPair { pair, turned_lower }) in pairs.into_iter().enumerate() {
            if let Some(upper) = pair.upper {
                mover_first[n - s] = Some(upper);
                opponent_first[n - s] = turned_lower;
            }
            mover_first[s] = Some(pair.lower);
            opponent_first[s] = Some(pair.turned_upper);
        }
        let complete = |grids: Vec<Option<Grid>>| {
            grids
                .into_iter()
                .map(|grid| grid.expect("a whole layer"))
                .collect()
        };
        self.mover_first.push(complete(mover_first));
        self.opponent_first.push(complete(opponent_first));
    }
}

/// The finished pair of sub-layers `(s, o)` and `(o, s)`, `s <= o`.
pub(crate) struct SubLayerPair {
    /// The sub-layer `(s, o)`, mover's row first.
    pub(crate) lower: Grid,
    /// The sub-layer `(o, s)`, mover's row first; none where `s == o`, since it is `lower` then.
    pub(crate) upper: Option<Grid>,
    /// The sub-layer `(o, s)`, opponent's row first.
    pub(super) turned_upper: Grid,
}

/// A pair with all forms that later layers look up.
pub(crate) struct KeptPair {
    pair: SubLayerPair,
    /// The sub-layer `(s, o)`, opponent's row first; none where `s == o`.
    turned_lower: Option<Grid>,
}

impl SubLayerPair {
    /// The pair from its sub-layers with the mover's row first; `upper` is none where there is only
    /// one.
    pub(crate) fn from_sub_layers(lower: Grid, upper: Option<Grid>) -> Self {
        let turned_upper = transpose(upper.as_ref().unwrap_or(&lower));
        Self {
            lower,
            upper,
            turned_upper,
        }
    }

    /// How many values there are.
    pub(crate) fn values(&self) -> u64 {
        let upper = self.upper.as_ref().map_or(0, |upper| upper.values().len());
        (self.lower.values().len() + upper) as u64
    }

    /// Makes the pair ready for [`SweptLayers::push`].
    pub(crate) fn keep(self) -> KeptPair {
        let turned_lower = self.upper.is_some().then(|| transpose(&self.lower));
        KeptPair {
            pair: self,
            turned_lower,
        }
    }

    /// Leaves the memory of the pair to later ones.
    pub(crate) fn recycle(self, pool: &GridPool) {
        pool.give(self.lower);
        pool.give(self.turned_upper);
        if let Some(upper) = self.upper {
            pool.give(upper);
        }
    }
}

impl KeptPair {
    /// Moves all values to files without names in a folder.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub(crate) fn into_scratch(self, folder: &Path) -> io::Result<Self> {
        let scratch = |grid: Grid| grid.into_scratch(folder);
        Ok(Self {
            pair: SubLayerPair {
                lower: scratch(self.pair.lower)?,
                upper: self.pair.upper.map(scratch).transpose()?,
                turned_upper: scratch(self.pair.turned_upper)?,
            },
            turned_lower: self.turned_lower.map(scratch).transpose()?,
        })
    }
}
