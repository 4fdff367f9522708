//! The rows of each sum, the sowings, and the maps between rows.

use super::row_map::RowMap;
use mancala_position::kalah::{Capture, ExtraTurn, KalahRules, KalahSowing, Last, sow};
use mancala_position::rank::RowRanker;
use mancala_position::row;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The key of a map of rows: their sum, the seeds that are added, the pit that is emptied then.
type MapKey = (u32, u64, Option<u32>);

/// The rows and sowings of one rule set, for layers up to a number of seeds.
pub(super) struct RowTables {
    pub(super) rules: KalahRules,
    pub(super) ranker: RowRanker,
    /// The packed rows of each sum in the order of their ranks.
    rows: Vec<Vec<u64>>,
    /// All sowings, at `pit * (seeds + 1) + seeds_sown`; none for no seed.
    sowings: Vec<Option<KalahSowing>>,
    seeds: u32,
    maps: Mutex<HashMap<MapKey, Arc<RowMap>>>,
}

impl RowTables {
    pub(super) fn new(rules: &KalahRules, seeds: u32) -> Self {
        let pits = rules.pits();
        let ranker = RowRanker::new(pits);
        let rows = (0..=seeds).map(|sum| ranker.iter(sum).collect()).collect();
        let sowings = (0..pits)
            .flat_map(|pit| {
                (0..=seeds).map(move |sown| (sown > 0).then(|| sow(pits, rules.lap, pit, sown)))
            })
            .collect();
        Self {
            rules: *rules,
            ranker,
            rows,
            sowings,
            seeds,
            maps: Mutex::default(),
        }
    }

    /// The rows with the sum, by rank.
    pub(super) fn rows(&self, sum: u32) -> &[u64] {
        &self.rows[sum as usize]
    }

    /// How many positions the pair `(s, n - s)` of sub-layers has.
    pub(super) fn pair_values(&self, n: u32, s: u32) -> u64 {
        let values = self.ranker.count(s) * self.ranker.count(n - s);
        if 2 * s == n { values } else { 2 * values }
    }

    /// The rank of a row that has one of the sums.
    #[inline(always)]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an index into rows that are in memory"
    )]
    pub(super) fn rank(&self, row: u64, sum: u32) -> usize {
        self.ranker.rank(row, sum) as usize
    }

    /// The sowing of so many seeds from a pit.
    pub(super) fn sowing(&self, pit: u32, seeds: u32) -> &KalahSowing {
        self.sowings[(pit * (self.seeds + 1) + seeds) as usize]
            .as_ref()
            .expect("a sowing has a seed")
    }

    /// The pit in which a last seed captures, if it falls so that it may. `own` is the row after
    /// sowing.
    pub(super) fn ends_in_empty_pit(&self, sowing: &KalahSowing, own: u64) -> Option<u32> {
        match sowing.last {
            Last::Own(pit) if self.rules.capture != Capture::Never && row::get(own, pit) == 1 => {
                Some(pit)
            }
            _ => None,
        }
    }

    /// Whether the same player moves again after a sowing.
    pub(super) fn moves_again(&self, sowing: &KalahSowing) -> bool {
        sowing.last == Last::Store && self.rules.extra_turn == ExtraTurn::On
    }

    /// The map of all rows of a sum under adding seeds and then emptying a pit, made at first use.
    pub(super) fn map(&self, sum: u32, add: u64, emptied: Option<u32>) -> Arc<RowMap> {
        let key = (sum, add, emptied);
        let made = self
            .maps
            .lock()
            .expect("no thread panics with the maps")
            .get(&key)
            .cloned();
        made.unwrap_or_else(|| {
            let rows = self.rows(sum);
            let map = Arc::new(match emptied {
                None => RowMap::adding(&self.ranker, rows, sum, add),
                Some(pit) => RowMap::adding_and_taking(&self.ranker, rows, sum, add, pit),
            });
            self.maps
                .lock()
                .expect("no thread panics with the maps")
                .insert(key, Arc::clone(&map));
            map
        })
    }
}
