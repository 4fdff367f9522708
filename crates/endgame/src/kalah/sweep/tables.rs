//! The tables that all pairs of a build share: rows, sowings, maps of rows, gather programs.

use super::gather_program::GatherProgram;
use super::row_tables::RowTables;
use mancala_position::kalah::KalahRules;
use std::sync::OnceLock;

/// The tables of one rule set, for layers up to a number of seeds.
pub(crate) struct SweepTables {
    pub(super) rows: RowTables,
    programs: Vec<OnceLock<GatherProgram>>,
}

impl SweepTables {
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

    /// The gather program of the mover's rows of a sum, made at first use.
    pub(super) fn program(&self, sum: u32) -> &GatherProgram {
        self.programs[sum as usize].get_or_init(|| GatherProgram::new(&self.rows, sum))
    }
}
