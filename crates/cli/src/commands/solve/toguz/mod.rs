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
use mancala_endgame::Database;
use mancala_position::toguz::{ToguzRules, ToguzState};
use mancala_search::{Driver, ToguzGoal, ToguzProof};

pub(super) fn run(
    arguments: &Arguments,
    rules: &ToguzRules,
    output: &Output,
) -> Result<Status, Failure> {
    refuse_others(arguments)?;
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
        ..
    } = &arguments.proving;
    let mut limits = Limits {
        most_plies: arguments.depth.unwrap_or(u32::MAX),
        most_nodes: arguments.nodes.unwrap_or(u64::MAX),
        ..Limits::new(resources)
    };
    let database = if *no_db {
        limits.balls = Some(0);
        None
    } else {
        db.open_if_required(rules)?
    };
    let question = Question {
        arguments,
        output,
        rules,
        goal,
        limits,
        database,
    };
    if arguments.batch.jsonl {
        return arguments.batch.answer(output, |text| {
            let state = game::toguz_state(rules, text)?;
            question.answer(&state).map(drop)
        });
    }
    question.answer(&match arguments.position.as_deref() {
        Some(text) => game::toguz_state(rules, text)?,
        None => ToguzState::start(rules),
    })
}

/// A question about positions of one game, and the means to answer it.
struct Question<'a> {
    arguments: &'a Arguments,
    output: &'a Output,
    rules: &'a ToguzRules,
    goal: ToguzGoal,
    limits: Limits,
    database: Option<Database<ToguzRules>>,
}

impl Question<'_> {
    /// Proves what can be proved of a position within the limits, and reports it.
    fn answer(&self, state: &ToguzState) -> Result<Status, Failure> {
        let stop_after = self.arguments.proving.stop_after.time();
        let progress = Progress::new(self.output, "positions", stop_after);
        let (rules, database) = (self.rules, self.database.as_ref());
        let ToguzProof { solution, known } =
            solve_state(rules, state, self.goal, &self.limits, database, &progress)?;
        let stop = progress
            .stop()
            .filter(|_| solution.stopped && !solution.proved);
        let failure = stop.map(|_| progress.stopped("what is proved so far is in the answer"));
        drop(progress);
        if let Some(failure) = &failure {
            Output::fail_text(failure);
        }
        let known = KnownEntry::new(&known);
        let answer = Answer::new(rules, state, self.goal, &solution, known, failure.as_ref());
        if self.arguments.batch.jsonl {
            self.output.json(&answer)?;
        } else {
            self.output.report(&answer)?;
        }
        Ok(stop.map_or(Status::Done, Status::Stopped))
    }
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
