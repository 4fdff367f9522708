//! `mancala solve` for Toguz Kumalak, Qozdatu and Bestemshe.

mod answer;

use crate::args::Proving;
use crate::args::game;
use crate::commands::solve::arguments::Arguments;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::progress::Progress;
use crate::proof::{KnownEntry, Limits, solve_state};
use crate::signals;
use crate::status::Status;
use answer::Answer;
use mancala_position::toguz::{ToguzRules, ToguzState};
use mancala_search::{Driver, ToguzGoal, ToguzProof};

pub(super) fn run(
    arguments: &Arguments,
    rules: &ToguzRules,
    output: &Output,
) -> Result<Status, Failure> {
    refuse_others(arguments)?;
    let state = match arguments.position.as_deref() {
        Some(text) => game::toguz_state(rules, text)?,
        None => ToguzState::start(rules),
    };
    let goal = if arguments.result_only {
        ToguzGoal::Result
    } else if arguments.value_only {
        ToguzGoal::Value
    } else {
        ToguzGoal::Moves
    };
    signals::watch()?;
    let Proving {
        db,
        no_db,
        resources,
        stop_after,
    } = &arguments.proving;
    let progress = Progress::new(output, "positions", stop_after.time());
    let mut limits = Limits {
        most_plies: arguments.depth.unwrap_or(u32::MAX),
        most_nodes: arguments.nodes.unwrap_or(u64::MAX),
        ..Limits::new(resources)
    };
    let database = if *no_db {
        limits.balls = Some(0);
        None
    } else {
        db.expect(rules)?
    };
    let ToguzProof { solution, known } =
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
        KnownEntry::new(&known),
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
