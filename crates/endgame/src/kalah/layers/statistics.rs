//! Counts of the values of a layer.

use mancala_position::kalah::{End, KalahRules};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The values of a layer's live positions: those in which the mover has a seed in his row and,
/// under `end=at-once`, the opponent too.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct KalahStatistics {
    /// How many positions.
    pub positions: u64,
    /// Those with a value above 0.
    pub win: u64,
    /// Those with the value 0.
    pub draw: u64,
    /// Those with a value below 0.
    pub loss: u64,
    /// The sum of the values.
    pub sum: i64,
    /// The sum of their squares.
    pub sum_of_squares: u64,
    /// How often each value occurs.
    pub histogram: Histogram,
    /// The same for each sub-layer, by the seeds in the mover's row from 0 on.
    pub sub_layers: Vec<Histogram>,
}

/// The values that occur, in ascending order, each with the number of positions that have it.
pub type Histogram = Vec<(i32, u64)>;

impl KalahStatistics {
    /// The statistics of a layer from the counts of its sub-layers by code; `decode` gives a code's
    /// value.
    #[must_use]
    pub fn new(rules: &KalahRules, counts: &[Vec<u64>], decode: impl Fn(u32) -> i32) -> Self {
        let last = counts.len() - 1;
        let live = |own: usize| own != 0 && (rules.end == End::OnTurn || own != last);
        let mut all: BTreeMap<i32, u64> = BTreeMap::new();
        let sub_layers = counts
            .iter()
            .enumerate()
            .map(|(own, counts)| {
                let counts = counts.iter().filter(|_| live(own));
                let histogram: Histogram = (0..)
                    .zip(counts)
                    .filter(|&(_, &count)| count > 0)
                    .map(|(code, &count)| (decode(code), count))
                    .collect();
                for &(value, count) in &histogram {
                    *all.entry(value).or_default() += count;
                }
                histogram
            })
            .collect();
        Self {
            sub_layers,
            ..Self::of(all.into_iter().collect())
        }
    }

    /// The statistics of positions whose values have this histogram, without those of sub-layers.
    ///
    /// # Panics
    ///
    /// If there are more than 2^63 positions of a value.
    #[must_use]
    pub fn of(histogram: Histogram) -> Self {
        let mut statistics = Self::default();
        for &(value, count) in &histogram {
            statistics.positions += count;
            match value.signum() {
                1 => statistics.win += count,
                0 => statistics.draw += count,
                _ => statistics.loss += count,
            }
            statistics.sum +=
                i64::from(value) * i64::try_from(count).expect("fewer than 2^63 positions");
            statistics.sum_of_squares += u64::from(value.unsigned_abs()).pow(2) * count;
        }
        Self {
            histogram,
            ..statistics
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::manifest::{LayerEntry, MANIFEST, Manifest, Provenance, layer_file};
    use std::path::Path;

    #[test]
    fn sub_layers_add_up_to_their_layer() {
        let rules = KalahRules::new(6).expect("six pits");
        let counts = [vec![9, 9, 9], vec![1, 0, 2], vec![0, 4, 1], vec![8, 8, 8]];
        let decode = |code: u32| code.cast_signed() * 2 - 3;
        let statistics = KalahStatistics::new(&rules, &counts, decode);
        assert_eq!(statistics.histogram, [(-3, 1), (-1, 4), (1, 3)]);
        assert_eq!(
            statistics.sub_layers,
            [vec![], vec![(-3, 1), (1, 2)], vec![(-1, 4), (1, 1)], vec![]]
        );
        assert_eq!(
            (
                statistics.positions,
                statistics.win,
                statistics.draw,
                statistics.loss
            ),
            (8, 3, 0, 5)
        );
        assert_eq!((statistics.sum, statistics.sum_of_squares), (-4, 16));

        let mut on_turn = rules;
        on_turn.end = End::OnTurn;
        let statistics = KalahStatistics::new(&on_turn, &counts, decode);
        assert_eq!(statistics.positions, 32);
        assert_eq!(statistics.sub_layers[3], [(-3, 8), (-1, 8), (1, 8)]);
    }

    #[test]
    fn a_manifest_has_a_line_for_each_sub_layer_and_is_read_back() {
        let rules = KalahRules::new(6).expect("six pits");
        let mut manifest = Manifest::new(&rules);
        manifest.layers.push(LayerEntry {
            seeds: 0,
            file: layer_file(0),
            bytes: 1,
            blake3: "00".to_owned(),
            bits: 4,
            values: 2,
            statistics: KalahStatistics {
                histogram: vec![(-2, 5), (0, 7)],
                sub_layers: vec![vec![], vec![(-2, 5), (0, 7)]],
                ..KalahStatistics::default()
            },
            provenance: Provenance::default(),
            archive: None,
            open: None,
        });
        let text = manifest.text();
        for line in [
            "          [-2, 5],",
            "          [],",
            "          [[-2, 5], [0, 7]]",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in {text}");
        }
        let read = Manifest::parse(text.as_bytes(), Path::new(MANIFEST), &rules);
        assert_eq!(read.expect("as it was written"), manifest);
    }
}
