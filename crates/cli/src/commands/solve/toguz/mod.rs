//! `mancala solve` for Toguz Kumalak, Qozdatu and Bestemshe.

pub(crate) mod answer;
pub(crate) mod known;

use super::Arguments;
use crate::args::{Means, Proving};
use crate::commands::Status;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::progress::Progress;
use crate::signals;
use crate::subject;
use answer::Answer;
use known::Known;
use mancala_endgame::ToguzDatabase;
use mancala_position::toguz::{ToguzRules, ToguzState};
use mancala_search::{Driver, ToguzGoal, ToguzOptions, ToguzSolution, solve_toguz};

/// The table's memory unless `--memory` is given. Pages are taken as they are used, which is soon all of them.
const TABLE_BYTES: u64 = 1 << 30;

/// Limits of a search, and what it may use.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) most_plies: u32,
    pub(crate) most_nodes: u64,
    /// Balls to compute the guarantees to; by default what takes a second or two.
    pub(crate) balls: Option<u32>,
    pub(crate) threads: usize,
    /// If a size was given.
    pub(crate) memory: Option<u64>,
}

impl Limits {
    /// What the means allow, without limits of plies and nodes.
    pub(crate) fn new(means: &Means) -> Self {
        Self {
            most_plies: u32::MAX,
            most_nodes: u64::MAX,
            balls: means.seeds,
            threads: means.threads.count(),
            memory: means.memory.given(),
        }
    }
}

/// Solves a position and says on what the proof stands. What takes guarantees and nodes is shown by `progress`.
pub(crate) fn solve_state<'a>(
    rules: &ToguzRules,
    state: &ToguzState,
    goal: ToguzGoal,
    limits: &Limits,
    database: Option<&'a ToguzDatabase>,
    progress: &Progress,
) -> Result<(ToguzSolution, Known<'a>), Failure> {
    let memory = limits.memory.unwrap_or_else(crate::memory::default_budget);
    let position = &state.position;
    let on_disk = database.and_then(|base| Known::on_disk(base, rules, position, limits.balls));
    let known = match on_disk {
        Some(known) => known,
        None => Known::compute(
            rules,
            position,
            limits.balls,
            limits.threads,
            memory,
            progress,
        )?,
    };
    let rest = memory.saturating_sub(known.bytes(rules, position));
    let options = ToguzOptions {
        goal,
        table_bytes: match limits.memory {
            Some(_) => rest,
            None => rest.min(TABLE_BYTES),
        },
        most_plies: limits.most_plies,
        most_nodes: limits.most_nodes,
    };
    let solution = solve_toguz(rules, position, &known, &options, progress)?;
    Ok((solution, known))
}

pub(super) fn run(
    arguments: &Arguments,
    rules: &ToguzRules,
    output: &Output,
) -> Result<Status, Failure> {
    refuse_others(arguments)?;
    let state = match arguments.position.as_deref() {
        Some(text) => subject::toguz_state(rules, text)?,
        None => ToguzState::start(rules),
    };
    let goal = if arguments.result_only {
        ToguzGoal::Result
    } else if arguments.value_only {
        ToguzGoal::Value
    } else {
        ToguzGoal::Moves
    };
    signals::watch().map_err(|error| Failure::new(Kind::Io, error))?;
    let Proving {
        db,
        no_db,
        means,
        stop_after,
    } = &arguments.proving;
    let progress = Progress::new(output, "positions", stop_after.time());
    let mut limits = Limits {
        most_plies: arguments.depth.unwrap_or(u32::MAX),
        most_nodes: arguments.nodes.unwrap_or(u64::MAX),
        ..Limits::new(means)
    };
    let database = if *no_db {
        limits.balls = Some(0);
        None
    } else {
        db.expect_toguz(rules)?
    };
    let (solution, known) =
        solve_state(rules, &state, goal, &limits, database.as_ref(), &progress)?;
    let stop = progress
        .stop()
        .filter(|_| solution.stopped && !solution.proved);
    let failure = stop.map(|_| progress.stopped("what is proved so far is in the answer"));
    drop(progress);
    if let Some(failure) = &failure {
        Output::fail_text(failure);
    }
    output.report(&Answer::new(
        rules,
        &state,
        goal,
        &solution,
        known.entry(),
        failure.as_ref(),
    ))?;
    Ok(stop.map_or(Status::Done, Status::Stopped))
}

/// Refuses options that serve Kalah only.
fn refuse_others(arguments: &Arguments) -> Result<(), Failure> {
    for (given, option) in [
        (arguments.pie, "--pie"),
        (arguments.driver != [Driver::Mtdf], "--driver"),
        (arguments.checkpoint.is_some(), "--checkpoint"),
    ] {
        if given {
            return Err(Failure::new(
                Kind::Usage,
                format_args!("{option} serves Kalah only"),
            ));
        }
    }
    Ok(())
}
