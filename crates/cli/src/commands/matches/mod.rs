//! `mancala match`: players against each other, and what the results say of their strength.

mod answer;
mod arguments;
mod openings;
mod player;
mod records;

pub(crate) use arguments::Arguments;

use crate::args::game;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;
use crate::signals;
use crate::status::Status;
use answer::Answer;
use mancala_endgame::Monitor;
use mancala_position::GameSpec;
use mancala_search::engine::EngineTablebase;
use mancala_search::matches::{
    Adjudication, Contender, Match, MatchStopped, PlayerError, Verdict, write_opening,
};
use player::PlayerSpec;
use records::GameWriter;
use std::time::Instant;

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let game = game::parse(&arguments.game)?;
    let pairs = (arguments.games as usize).div_ceil(2);
    signals::watch()?;
    let openings = arguments
        .openings
        .choose(&game, pairs, arguments.seed, output)?;
    if arguments.openings.list {
        let mut text = String::new();
        for opening in &openings {
            text.push_str(&write_opening(opening));
            text.push('\n');
        }
        output.text(&text)?;
        return Ok(Status::Done);
    }
    let specs = [&arguments.a, &arguments.b];
    let tablebase = [
        tablebase(&arguments.a, &game)?,
        tablebase(&arguments.b, &game)?,
    ];
    let names = names(specs, &game, &tablebase)?;
    let mut records = GameWriter::create(arguments, &names)?;
    let make_a = || specs[0].make(&game, &tablebase[0]);
    let make_b = || specs[1].make(&game, &tablebase[1]);
    let contest = Match {
        contenders: [
            Contender {
                make: &make_a,
                allowance: arguments.a.allowance,
            },
            Contender {
                make: &make_b,
                allowance: arguments.b.allowance,
            },
        ],
        openings: &openings,
        pairs,
        parallel: usize::from(arguments.parallel),
        adjudication: Adjudication {
            plies: arguments.max_plies,
            crash: arguments.on_crash.into(),
            ..Adjudication::default()
        },
        sprt: arguments.sprt,
    };
    let begin = Instant::now();
    let progress = Progress::new(output, "games", None);
    progress.start("match", 2 * pairs as u64);
    let mut written = Ok(());
    let played = contest.play(signals::stop_flag(), &mut |tally, pair| {
        progress.remark(&format!(
            "+{} ={} -{}",
            tally.wins, tally.draws, tally.losses
        ));
        progress.advance(2);
        for game in pair {
            if let Some(crash) = &game.game.crash {
                let number = game.number + 1;
                let is_a = game.game.history.now().to_move() == game.side_of_a;
                let loser = if is_a { "A" } else { "B" };
                progress.note(
                    output,
                    format_args!("game {number} is lost by {loser}: {crash}"),
                );
            }
        }
        if written.is_ok() {
            written = records.add(pair);
        }
    });
    drop(progress);
    written?;
    let (report, failure) = match played {
        Ok(report) => (report, None),
        Err(stopped) => {
            let MatchStopped { report, .. } = &*stopped;
            if report.games.is_empty() {
                return Err((*stopped).into());
            }
            (report.clone(), Some(Failure::from(*stopped)))
        }
    };
    records.finish()?;
    let answer = Answer::new(
        arguments,
        &game,
        names,
        &report,
        begin.elapsed(),
        failure.as_ref(),
    );
    if let Some(failure) = &failure {
        Output::fail_text(failure);
    }
    output.report(&answer)?;
    if failure.is_some() {
        output.note("the results are those of the games before the failure");
        return Ok(Status::Failed);
    }
    if let Some(stop) = signals::caught() {
        output.note(format_args!(
            "{}; the results are those of the games that were over",
            stop.words()
        ));
        return Ok(Status::Stopped(stop));
    }
    Ok(match answer.verdict() {
        Some(Verdict::Rejected) => Status::No,
        _ => Status::Done,
    })
}

fn tablebase(spec: &PlayerSpec, game: &GameSpec) -> Result<EngineTablebase, Failure> {
    Ok(spec.tablebase(game)?)
}

/// The players' names. Programs are started to see that they play at all.
fn names(
    specs: [&PlayerSpec; 2],
    game: &GameSpec,
    tablebase: &[EngineTablebase; 2],
) -> Result<[String; 2], PlayerError> {
    let name = |index: usize| -> Result<String, PlayerError> {
        match specs[index].name() {
            Some(name) => Ok(name.to_owned()),
            None => Ok(specs[index].make(game, &tablebase[index])?.name()),
        }
    };
    Ok([name(0)?, name(1)?])
}
