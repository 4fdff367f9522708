//! Comparison of records with published values and with values of plain search.

use crate::records::{Record, RecordedValue, Start};
use mancala_position::kalah::{Capture, End, ExtraTurn, KalahRules, Lap, Leftover};
use mancala_search::Bounds;

/// Values of starts and of their first moves.
const STARTS: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/data/kalah-starts.tsv"
));
/// Values of first turns.
const TURNS: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/data/kalah-first-moves.tsv"
));
/// Values of starts under `capture=empty`.
const IRVING: &str = include_str!(concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/data/kalah-irving-2000.tsv"
));

/// The result of comparing a record with published values.
#[derive(Debug, Default)]
pub(super) struct Compared {
    /// The number of published values compared.
    pub(super) values: u64,
    /// The values that differ, in words.
    pub(super) faults: Vec<String>,
}

/// Compares a record with all published values of its start.
pub(super) fn compare(start: &Start, record: &Record) -> Compared {
    let mut compared = Compared::default();
    if start.rules.lap != Lap::Plain || start.rules.extra_turn != ExtraTurn::On {
        return compared;
    }
    let rules = &start.rules;
    let key = [
        rules.pits().to_string(),
        start.seeds.to_string(),
        rules.capture.name().to_owned(),
        rules.end.name().to_owned(),
        rules.leftover.name().to_owned(),
    ];
    for row in rows(STARTS, &key) {
        compared.value(record.value, row[0]);
        for (pit, published) in (1..).zip(row[1].split(',')) {
            compared.turn(record, &pit.to_string(), true, published);
        }
    }
    if is_usual(rules) {
        for row in rows(TURNS, &key[..3]) {
            compared.turn(record, row[0], false, row[1]);
        }
        if rules.capture == Capture::Empty {
            for row in rows(IRVING, &key[..2]) {
                compared.value(record.value, row[0]);
            }
        }
    }
    compared
}

/// Whether the rules but for the capture are those of the tables without columns for them.
fn is_usual(rules: &KalahRules) -> bool {
    rules.end == End::AtOnce && rules.leftover == Leftover::Owner
}

/// The rows of a table that begin with the key, without the key.
fn rows<'a>(table: &'a str, key: &[String]) -> impl Iterator<Item = Vec<&'a str>> {
    table.lines().filter_map(move |line| {
        let fields: Vec<_> = line.split('\t').collect();
        let is_key = fields.len() > key.len() && fields.iter().zip(key).all(|(a, b)| a == b);
        is_key.then(|| fields[key.len()..].to_vec())
    })
}

/// Whether a published value agrees with a recorded value or its bounds.
fn agrees(value: RecordedValue, published: &str) -> bool {
    let published = published.parse().map(Bounds::exactly);
    published.is_ok_and(|published| value.agrees_with(published))
}

impl Compared {
    fn value(&mut self, value: RecordedValue, published: &str) {
        self.values += 1;
        if !agrees(value, published) {
            self.faults
                .push(format!("its value is {published} by a published table"));
        }
    }

    /// Compares the value of a turn, or of the best turn that begins with a move. A record without
    /// turns has nothing to compare.
    fn turn(&mut self, record: &Record, name: &str, begins: bool, published: &str) {
        let turns = record.moves.iter().filter(|turn| {
            if begins {
                turn.r#move.split('-').next() == Some(name)
            } else {
                turn.r#move == name
            }
        });
        if let Some(value) = RecordedValue::of_best(turns.map(|turn| turn.value)) {
            self.values += 1;
            if !agrees(value, published) {
                let what = if begins { "move" } else { "turn" };
                self.faults.push(format!(
                    "{what} {name} is worth {published} by a published table"
                ));
            }
        }
    }
}
