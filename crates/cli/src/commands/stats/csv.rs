//! The statistics of a Kalah database as CSV: one line a layer or sub-layer; with histograms, one
//! line for each of its values.

use super::answer::{Answer, ValueCounts};

/// The head and the lines.
pub(super) fn text(answer: &Answer) -> String {
    let mut lines = Vec::new();
    let mut is_by_own = false;
    let mut has_values = false;
    for layer in &answer.layers {
        let parts: Vec<(String, &ValueCounts)> = match &layer.sub_layers {
            None => vec![(layer.seeds.to_string(), &layer.counts)],
            Some(sub_layers) => {
                is_by_own = true;
                let part = |own| format!("{},{own}", layer.seeds);
                let parts = sub_layers.iter();
                parts
                    .map(|sub| (part(sub.own_seeds), &sub.counts))
                    .collect()
            }
        };
        for (part, counts) in parts {
            has_values = counts.histogram.is_some();
            lines.extend(of_counts(&part, counts));
        }
    }
    let head = [
        if is_by_own {
            "seeds,own_seeds"
        } else {
            "seeds"
        },
        if has_values {
            "value_seeds,positions"
        } else {
            "positions,win,draw,loss,sum,sum_of_squares"
        },
    ];
    format!("{}\n{}", head.join(","), lines.concat())
}

fn of_counts(part: &str, counts: &ValueCounts) -> Vec<String> {
    match &counts.histogram {
        Some(bars) => {
            let line = |value, positions| format!("{part},{value},{positions}\n");
            let bars = bars.iter();
            bars.map(|bar| line(bar.value_seeds, bar.positions))
                .collect()
        }
        None => vec![format!(
            "{part},{},{},{},{},{},{}\n",
            counts.positions,
            counts.win,
            counts.draw,
            counts.loss,
            counts.sum,
            counts.sum_of_squares
        )],
    }
}
