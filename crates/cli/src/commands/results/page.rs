//! The page of results in the documentation.

use crate::records::{Record, Start};
use crate::text::duration::shown;
use crate::text::numbers::{grouped, rate, signed};
use std::collections::BTreeSet;
use std::time::Duration;

const HEAD: &str = "\
# Kalah solved

<!-- Written by `mancala results --markdown`; do not edit. -->

Values of starts with the same number of seeds in every pit, in seeds for the player who moves first, with best play by
both. Each is proved, and so is the value of every first turn. The proofs are in `solver-data/kalah/solved.jsonl`, an
object a line: every first turn's value, a line of best play, and the command that repeats the proof.

`mancala check-results` plays all lines through, compares with endgame databases and published values, and proves again
what takes under a minute. `mancala record` adds a proof; [the command line](cli.md#record) says how.
";

const COLUMNS: &str = "
*With pie* is the value for the first player if the second may swap sides after the first turn: the best first turn is
then the most even one. *Database* is the number of seeds to which the proof rests on an endgame database. Times are as
they were on the machine that proved it.
";

const STOPPED: &str = "
## Proofs that were stopped

Bounds of the value are proved, and it lies between the two, both included; or the value is proved, but not that of
every first turn.

";

/// The most best turns named in a row.
const NAMED: usize = 6;

/// The page as Markdown, for sorted records.
pub(super) fn page(records: &[(Start, Record)]) -> String {
    let mut by_options: Vec<(String, Vec<&(Start, Record)>)> = Vec::new();
    for entry in records {
        let options = options(&entry.0);
        match by_options.iter_mut().find(|(other, _)| *other == options) {
            Some((_, group)) => group.push(entry),
            None => by_options.push((options, vec![entry])),
        }
    }
    let mut text = HEAD.to_owned();
    for (options, records) in &by_options {
        text.push_str(&format!("\n## {options}\n\n{}", grid(records)));
    }
    text.push_str(&format!("\n## All records\n{COLUMNS}\n"));
    let head = [
        "game",
        "value",
        "with pie",
        "first turns",
        "best",
        "nodes",
        "time",
        "threads",
        "database",
    ];
    text.push_str(&row(head.iter().map(|name| (*name).to_owned())));
    text.push_str(&row([
        "---", "--:", "--:", "--:", "---", "--:", "--:", "--:", "--:",
    ]
    .map(str::to_owned)));
    for (_, record) in records.iter().filter(|(_, record)| record.proved) {
        text.push_str(&row(cells(record)));
    }
    text.push_str(&stopped(records));
    text
}

/// The section of stopped proofs; empty if there are none.
fn stopped(records: &[(Start, Record)]) -> String {
    let mut stopped = records
        .iter()
        .filter(|(_, record)| !record.proved)
        .peekable();
    if stopped.peek().is_none() {
        return String::new();
    }
    let mut text = STOPPED.to_owned();
    let head = [
        "game", "value", "nodes", "time", "rate", "threads", "database",
    ];
    text.push_str(&row(head.map(str::to_owned)));
    text.push_str(&row(
        ["---", "--:", "--:", "--:", "--:", "--:", "--:"].map(str::to_owned)
    ));
    for (_, record) in stopped {
        let seconds = record.elapsed_ms as f64 / 1000.0;
        text.push_str(&row([
            format!("`{}`", record.game),
            record.value.words(),
            grouped(record.nodes),
            time(record.elapsed_ms),
            rate(record.nodes as f64 / seconds.max(1e-3), "nodes"),
            record.threads.to_string(),
            record.database_words(),
        ]));
    }
    text
}

/// All options of the rules.
fn options(start: &Start) -> String {
    let id = start.rules.id();
    let options = id.split_once(',').map_or("", |(_, options)| options);
    options
        .split(',')
        .map(|option| format!("`{option}`"))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The table of values, with a row for each number of pits and a column for each number of seeds.
fn grid(records: &[&(Start, Record)]) -> String {
    let pits: BTreeSet<_> = records
        .iter()
        .map(|(start, _)| start.rules.pits())
        .collect();
    let seeds: BTreeSet<_> = records.iter().map(|(start, _)| start.seeds).collect();
    let head = ["pits \\ seeds".to_owned()].into_iter();
    let mut text = row(head.chain(seeds.iter().map(u32::to_string)));
    text.push_str(&row(["---".to_owned()]
        .into_iter()
        .chain(seeds.iter().map(|_| "--:".to_owned()))));
    for pits in pits {
        let value = |seeds: &u32| {
            let mut found = records.iter();
            found
                .find(|(start, _)| (start.rules.pits(), start.seeds) == (pits, *seeds))
                .map_or_else(String::new, |(_, record)| record.value.words())
        };
        let head = [format!("**{pits}**")].into_iter();
        text.push_str(&row(head.chain(seeds.iter().map(value))));
    }
    text
}

fn cells(record: &Record) -> [String; 9] {
    let best = record.best();
    let named = best
        .iter()
        .take(NAMED)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    let more = best.len().saturating_sub(NAMED);
    [
        format!("`{}`", record.game),
        record.value.words(),
        record.pie_value().map_or_else(String::new, signed),
        grouped(record.moves.len() as u64),
        if more > 0 {
            format!("{named} and {more} more")
        } else {
            named
        },
        grouped(record.nodes),
        time(record.elapsed_ms),
        record.threads.to_string(),
        record.database_words(),
    ]
}

/// The time of a record, which has whole milliseconds.
fn time(elapsed_ms: u64) -> String {
    if elapsed_ms == 0 {
        "under 1 ms".to_owned()
    } else {
        shown(Duration::from_millis(elapsed_ms))
    }
}

fn row(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<_> = cells.into_iter().collect();
    format!("| {} |\n", cells.join(" | "))
}
