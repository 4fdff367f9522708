//! Proving a record again within a time limit.

use crate::failure::Failure;
use crate::progress::Progress;
use crate::records::{Record, RecordedValue, Start, Turn};
use crate::text::duration::shown;
use crate::text::numbers::signed;
use mancala_endgame::{Monitor, Tablebase};
use mancala_position::kalah::KalahPosition;
use mancala_position::notation::write_turn;
use mancala_search::{Bounds, Resources, Solution, SolveError, SolveOptions, solve};
use std::time::{Duration, Instant};

/// The resources for proving a record again.
pub(super) struct ReproofLimits<'a> {
    pub(super) resources: Resources,
    /// The longest time for one record.
    pub(super) limit: Duration,
    pub(super) progress: &'a Progress,
}

/// The outcome of proving a record again.
pub(super) enum Again {
    Proved,
    /// The proof has other values than the record.
    Differs(Vec<String>),
    /// Not proved again because of the time limit, with the reason in words.
    TooLong(String),
    /// Stopped by a signal or by `--stop-after`.
    Stopped,
}

/// With so many seeds fewer in the database a proof takes about twice as long.
const DOUBLING_SEEDS: f64 = 2.0;

/// Stops a proof at its own time limit besides.
struct Limited<'a> {
    progress: &'a Progress,
    end: Instant,
}

impl Monitor for Limited<'_> {
    fn start(&self, _: &str, _: u64) {}

    fn advance(&self, _: u64) {}

    fn should_stop(&self) -> bool {
        Instant::now() >= self.end || self.progress.should_stop()
    }
}

/// Proves a record again, if that is likely to end within the limit by an estimate from the
/// recorded time.
pub(super) fn again<T: Tablebase<KalahPosition>>(
    start: &Start,
    record: &Record,
    tablebase: &T,
    limits: &ReproofLimits<'_>,
) -> Result<Again, Failure> {
    let resources = &limits.resources;
    let limit = shown(limits.limit);
    let estimate = estimate(record, tablebase.most_seeds(), resources.threads);
    if estimate > limits.limit.as_secs_f64() {
        let time = Duration::try_from_secs_f64(estimate).map_or_else(|_| "ages".to_owned(), shown);
        return Ok(Again::TooLong(format!(
            "not proved again: that would take about {time}, and --limit is {limit}"
        )));
    }
    let options = SolveOptions {
        table_bytes: resources.table_bytes_for_nodes(record.nodes as f64),
        threads: resources.threads,
        value_only: record.moves.is_empty() || !record.proved,
        ..SolveOptions::default()
    };
    let monitor = Limited {
        progress: limits.progress,
        end: Instant::now() + limits.limit,
    };
    match solve(
        &start.rules,
        &start.state.position(),
        tablebase,
        &options,
        &monitor,
    ) {
        Ok(solution) => {
            let differences = differences(record, &solution);
            Ok(if differences.is_empty() {
                Again::Proved
            } else {
                Again::Differs(differences)
            })
        }
        Err(SolveError::Interrupted { .. }) if limits.progress.should_stop() => Ok(Again::Stopped),
        Err(SolveError::Interrupted { bounds, .. }) if !record.value.agrees_with(bounds) => {
            Ok(Again::Differs(vec![format!(
                "its value is {}, proved again",
                RecordedValue::from(bounds).words()
            )]))
        }
        Err(SolveError::Interrupted { .. }) => Ok(Again::TooLong(format!(
            "not proved again: it took longer than --limit, {limit}"
        ))),
        Err(error) => Err(error.into()),
    }
}

/// The estimated time of the proof in seconds.
fn estimate(record: &Record, database_seeds: u32, threads: usize) -> f64 {
    let recorded = f64::from(record.database_seeds.unwrap_or(0));
    let fewer = (recorded - f64::from(database_seeds)).max(0.0);
    let work = record.elapsed_ms as f64 / 1000.0 * f64::from(record.threads);
    work / threads as f64 * (fewer / DOUBLING_SEEDS).exp2()
}

fn differences(record: &Record, solution: &Solution) -> Vec<String> {
    let mut found = Vec::new();
    if !record.value.agrees_with(Bounds::exactly(solution.value)) {
        found.push(format!(
            "its value is {}, proved again",
            signed(solution.value)
        ));
    }
    for turn in &solution.turns {
        let name = write_turn(&turn.pits);
        let recorded = record.moves.iter().find(|other| other.r#move == name);
        let differs = |other: &Turn| !other.value.agrees_with(Bounds::exactly(turn.value));
        if recorded.is_some_and(differs) {
            found.push(format!(
                "turn {name} is worth {}, proved again",
                signed(turn.value)
            ));
        }
    }
    found
}
