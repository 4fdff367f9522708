//! The answer: the fair starts, and how many of the others are won by whom.

use super::candidates::Candidate;
use super::listing::FairStart;
use super::part::Part;
use crate::output::Report;
use crate::proof::DatabaseEntry;
use crate::text::duration::millis;
use crate::text::layout::wrapped;
use crate::text::numbers::{grouped, plural, search_effort};
use crate::text::style::Style;
use mancala_position::GameSpec;
use mancala_position::kalah::KalahRules;
use mancala_search::ProofDatabase;
use serde::Serialize;
use std::cmp::Ordering;
use std::time::Duration;

/// The task and its cost.
pub(super) struct Run<'a> {
    pub(super) game: &'a GameSpec,
    pub(super) rules: &'a KalahRules,
    pub(super) moved: &'a [u32],
    pub(super) part: Option<Part>,
    pub(super) candidates: &'a [Candidate],
    pub(super) threads: usize,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
}

#[derive(Serialize)]
pub(super) struct Answer {
    game: String,
    rules: String,
    moved: Vec<u32>,
    part: Option<String>,
    starts: u64,
    decided: u64,
    complete: bool,
    south_wins: u64,
    north_wins: u64,
    fair_starts: u64,
    fair: Vec<FairStart>,
    nodes: u64,
    elapsed_ms: u64,
    threads: usize,
    database: Option<DatabaseEntry>,
    #[serde(skip)]
    time: Duration,
}

impl Answer {
    pub(super) fn new(
        run: &Run<'_>,
        decided: &[Option<Ordering>],
        database: Option<&ProofDatabase>,
    ) -> Self {
        let count = |wanted: &dyn Fn(&Option<Ordering>) -> bool| {
            decided.iter().filter(|decided| wanted(decided)).count() as u64
        };
        let fair = run.candidates.iter().zip(decided);
        let fair = fair.filter(|(_, decided)| **decided == Some(Ordering::Equal));
        let starts = decided.len() as u64;
        let open = count(&|decided| decided.is_none());
        Self {
            game: run.game.to_string(),
            rules: run.rules.id(),
            moved: run.moved.to_vec(),
            part: run.part.map(|part| part.to_string()),
            starts,
            decided: starts - open,
            complete: open == 0,
            south_wins: count(&|decided| *decided == Some(Ordering::Greater)),
            north_wins: count(&|decided| *decided == Some(Ordering::Less)),
            fair_starts: count(&|decided| *decided == Some(Ordering::Equal)),
            fair: fair
                .map(|(candidate, _)| FairStart::new(run.rules, candidate))
                .collect(),
            nodes: run.nodes,
            elapsed_ms: millis(run.elapsed),
            threads: run.threads,
            database: database.map(DatabaseEntry::from),
            time: run.elapsed,
        }
    }

    /// The counts, in a line.
    pub(super) fn summary(&self) -> String {
        let decided = if self.complete {
            String::new()
        } else {
            format!(", {} of them decided", grouped(self.decided))
        };
        let moved: Vec<_> = self.moved.iter().map(u32::to_string).collect();
        let part = self.part.as_ref().map(|part| format!(" (part {part})"));
        format!(
            "{} with {} {} of {} moved{}{decided}: {} fair, {} won by South, {} by North",
            plural(self.starts, "start", "starts"),
            moved.join(" or "),
            if self.moved == [1] { "seed" } else { "seeds" },
            self.game,
            part.unwrap_or_default(),
            grouped(self.fair_starts),
            grouped(self.south_wins),
            grouped(self.north_wins),
        )
    }
}

impl Report for Answer {
    fn text(&self, style: Style) -> String {
        let mut text = String::new();
        for start in &self.fair {
            text.push_str(&format!("{}\n", start.position));
        }
        let proof = search_effort(self.nodes, self.time);
        let base = match &self.database {
            Some(database) => database.words(),
            None => "search alone, without a database".to_owned(),
        };
        text.push_str(&format!("{}\n", style.bold(&self.summary())));
        text.push_str(&wrapped("proof    ", &proof));
        text.push_str(&wrapped("rests on ", &base));
        text.push_str(&wrapped("rules    ", &self.rules));
        text
    }
}
