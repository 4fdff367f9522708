//! Level 5: the counts of a database against those that were published.

use super::verifier::Verifier;
use crate::jobs::verify::Mismatch;
use crate::kalah::layers::statistics::KalahStatistics;
use mancala_position::kalah::{ExtraTurn, KalahRules, Lap};

/// Counts of small layers by programs other than this one; its first lines say how and of what.
const TABLE: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/data/kalah-layers.tsv"
));

/// The columns behind pits, seeds, capture, end and leftover.
const COUNTS: [&str; 6] = ["positions", "win", "draw", "loss", "sum", "sum_of_squares"];

/// The counts published of a layer. The table is of `lap=plain` and `extra-turn=on`.
fn published(rules: &KalahRules, seeds: u32) -> Option<[i64; COUNTS.len()]> {
    let (pits, seeds) = (rules.pits().to_string(), seeds.to_string());
    let key = [
        pits.as_str(),
        &seeds,
        rules.capture.name(),
        rules.end.name(),
        rules.leftover.name(),
    ];
    let is_covered = rules.lap == Lap::Plain && rules.extra_turn == ExtraTurn::On;
    let mut rows = TABLE.lines().filter(|_| is_covered);
    rows.find_map(|row| {
        let mut fields = row.split('\t');
        if !key.iter().all(|&key| fields.next() == Some(key)) {
            return None;
        }
        let counts: Vec<i64> = fields.filter_map(|field| field.parse().ok()).collect();
        counts.try_into().ok()
    })
}

/// The same counts of a layer that is there.
fn counts(statistics: &KalahStatistics) -> [i64; COUNTS.len()] {
    let signed = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    [
        signed(statistics.positions),
        signed(statistics.win),
        signed(statistics.draw),
        signed(statistics.loss),
        statistics.sum,
        signed(statistics.sum_of_squares),
    ]
}

/// The difference of a layer from its published counts, if there are any: the count, the layer's,
/// and what it should have.
fn differences(
    rules: &KalahRules,
    seeds: u32,
    statistics: &KalahStatistics,
) -> Option<Vec<(&'static str, i64, i64)>> {
    let found = counts(statistics).into_iter().zip(published(rules, seeds)?);
    let differing = COUNTS
        .into_iter()
        .zip(found)
        .filter(|(_, (found, published))| found != published);
    Some(
        differing
            .map(|(count, (found, published))| (count, found, published))
            .collect(),
    )
}

impl Verifier<'_> {
    /// Compares the statistics of the manifest, which the levels below have found to be those of
    /// the values, with the published ones. Returns for how many layers there are any.
    pub(super) fn published(&self) -> u32 {
        let mut layers = 0;
        for entry in &self.database.manifest().layers {
            let seeds = entry.seeds;
            let rules = self.database.rules();
            let Some(differences) = differences(rules, seeds, &entry.statistics) else {
                continue;
            };
            layers += 1;
            for (count, found, published) in differences {
                self.report(
                    (seeds, 0, 0),
                    Mismatch::Published {
                        seeds,
                        count: count.to_owned(),
                        found,
                        published,
                    },
                );
            }
        }
        layers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_is_found_by_its_rules() {
        let mut rows = 0;
        for pits in 1..=8 {
            for rules in KalahRules::all_options(pits).expect("valid pits") {
                rows += (0..20)
                    .filter(|&seeds| published(&rules, seeds).is_some())
                    .count();
            }
        }
        assert_eq!(rows, 200);
        let head = TABLE.lines().find(|line| line.starts_with("pits\t"));
        assert!(head.is_some_and(|head| head.ends_with(&COUNTS.join("\t"))));
    }

    #[test]
    fn a_count_that_differs_is_named() {
        let rules = KalahRules::new(6).expect("six pits");
        // The row of the table for two seeds.
        let mut statistics = KalahStatistics {
            positions: 36,
            win: 9,
            draw: 21,
            loss: 6,
            sum: 6,
            sum_of_squares: 60,
            ..KalahStatistics::default()
        };
        let found = |statistics: &KalahStatistics| differences(&rules, 2, statistics);
        assert_eq!(found(&statistics), Some(Vec::new()));
        statistics.draw += 1;
        statistics.sum = -1;
        assert_eq!(
            found(&statistics),
            Some(vec![("draw", 22, 21), ("sum", -1, 6)])
        );
        assert_eq!(differences(&rules, 20, &statistics), None);
    }
}
