//! What every pair of a build looks up.

use super::program::Program;
use super::row_tables::RowTables;
use mancala_position::kalah::KalahRules;
use std::sync::OnceLock;

/// The tables of one rule set, for layers up to a number of seeds.
pub(crate) struct Tables {
    pub(super) rows: RowTables,
    programs: Vec<OnceLock<Program>>,
}

impl Tables {
    pub(crate) fn new(rules: &KalahRules, seeds: u32) -> Self {
        Self {
            rows: RowTables::new(rules, seeds),
            programs: (0..=seeds).map(|_| OnceLock::new()).collect(),
        }
    }

    /// How many positions the pair `(s, n - s)` of sub-layers has.
    pub(crate) fn pair_values(&self, n: u32, s: u32) -> u64 {
        self.rows.pair_values(n, s)
    }

    /// The index program of the movers' rows of a sum, made at first use.
    pub(super) fn program(&self, sum: u32) -> &Program {
        self.programs[sum as usize].get_or_init(|| Program::new(&self.rows, sum))
    }
}
