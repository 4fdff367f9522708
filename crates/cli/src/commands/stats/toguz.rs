//! The statistics of the Toguz family: a row for each layer and class of tuzdiks.

use super::arguments::Arguments;
use super::missing::no_layer;
use crate::failure::{Failure, Kind};
use crate::output::{Output, Report};
use crate::text::layout::table;
use crate::text::numbers::grouped;
use crate::text::style::Style;
use mancala_endgame::{ClassStatistics, Database};
use mancala_position::toguz::ToguzRules;
use serde::Serialize;

#[derive(Serialize)]
struct Answer {
    game: String,
    path: String,
    layers: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    seeds: u32,
    tuzdik: String,
    positions: u64,
    mover_sum: u64,
    opponent_sum: u64,
    open: u64,
    #[serde(flatten)]
    results: Option<Results>,
    #[serde(skip_serializing_if = "Option::is_none")]
    guarantees: Option<Vec<Bar>>,
}

/// How the boards end with given kazans.
#[derive(Serialize)]
struct Results {
    win: u64,
    draw: u64,
    loss: u64,
}

/// How many boards have a pair of guarantees.
#[derive(Serialize)]
struct Bar {
    mover: u32,
    opponent: u32,
    positions: u64,
}

pub(super) fn run(
    rules: &ToguzRules,
    arguments: &Arguments,
    output: &Output,
) -> Result<(), Failure> {
    if arguments.svg.is_some() || arguments.sub_layers {
        let option = if arguments.sub_layers {
            "--sub-layers"
        } else {
            "--svg"
        };
        return Err(Failure::new(
            Kind::Usage,
            format_args!("{option} serves Kalah only, not {rules}"),
        ));
    }
    let database = arguments.db.open(rules)?;
    let asked = match arguments.kazans {
        None => arguments.seeds,
        Some(kazans) => {
            let taken: u32 = kazans.0.iter().sum();
            let left = rules.balls().checked_sub(taken).ok_or_else(|| {
                Failure::new(
                    Kind::Usage,
                    format_args!("--kazans: {taken} balls, and {rules} has {}", rules.balls()),
                )
            })?;
            Some(left)
        }
    };
    if let Some(balls) = asked
        && !database.has_layer(balls)
    {
        return Err(no_layer(balls, database.path(), database.most_seeds()));
    }
    let answer = Answer::new(&database, rules, arguments, asked);
    if arguments.csv {
        output.text(&answer.csv())
    } else {
        output.report(&answer)
    }
}

impl Answer {
    fn new(
        database: &Database<ToguzRules>,
        rules: &ToguzRules,
        arguments: &Arguments,
        asked: Option<u32>,
    ) -> Self {
        let entries = database.manifest().layers.iter();
        let entries = entries.filter(|entry| asked.is_none_or(|balls| balls == entry.seeds));
        let row = |seeds, class: &ClassStatistics| Row {
            seeds,
            tuzdik: class.tuzdik.clone(),
            positions: class.positions,
            mover_sum: class.mover_sum,
            opponent_sum: class.opponent_sum,
            open: class.open,
            results: arguments.kazans.map(|kazans| {
                let results = class.results(kazans.0, rules.majority());
                Results {
                    win: results.won,
                    draw: results.drawn,
                    loss: results.lost,
                }
            }),
            guarantees: arguments.histogram.then(|| {
                let bars = class.guarantees.iter();
                bars.map(|&(mover, opponent, positions)| Bar {
                    mover,
                    opponent,
                    positions,
                })
                .collect()
            }),
        };
        Self {
            game: rules.to_string(),
            path: database.path().display().to_string(),
            layers: entries
                .flat_map(|entry| {
                    let classes = entry.statistics.classes.iter();
                    classes.map(|class| row(entry.seeds, class))
                })
                .collect(),
        }
    }

    fn csv(&self) -> String {
        let mut text =
            "seeds,mover_tuzdik,opponent_tuzdik,positions,mover_sum,opponent_sum,open".to_owned();
        if self.layers.iter().any(|row| row.results.is_some()) {
            text.push_str(",win,draw,loss");
        }
        text.push('\n');
        for row in &self.layers {
            text.push_str(&format!(
                "{},{},{},{},{},{}",
                row.seeds, row.tuzdik, row.positions, row.mover_sum, row.opponent_sum, row.open
            ));
            if let Some(results) = &row.results {
                text.push_str(&format!(
                    ",{},{},{}",
                    results.win, results.draw, results.loss
                ));
            }
            text.push('\n');
        }
        text
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let mut head = vec![
            "balls",
            "tuzdiks",
            "boards",
            "mover sum",
            "opponent sum",
            "open",
        ];
        if self.layers.iter().any(|row| row.results.is_some()) {
            head.extend(["win", "draw", "loss"]);
        }
        let rows = self.layers.iter().map(|row| {
            let mut cells = vec![row.seeds.to_string(), row.tuzdik.clone()];
            cells.extend([row.positions, row.mover_sum, row.opponent_sum, row.open].map(grouped));
            if let Some(results) = &row.results {
                cells.extend([results.win, results.draw, results.loss].map(grouped));
            }
            cells
        });
        let mut text = format!(
            "{} in {}\n{}",
            style.bold(&self.game),
            self.path,
            table(&head, rows, &[])
        );
        for row in &self.layers {
            let Some(bars) = &row.guarantees else {
                continue;
            };
            let rows = bars.iter().map(|bar| {
                vec![
                    bar.mover.to_string(),
                    bar.opponent.to_string(),
                    grouped(bar.positions),
                ]
            });
            text.push_str(&format!(
                "\n{} balls, tuzdiks {}\n{}",
                row.seeds,
                row.tuzdik,
                table(&["mover", "opponent", "boards"], rows, &[])
            ));
        }
        text
    }
}
