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
use mancala_position::{GameHistory, GameSpec};
use mancala_search::engine::EngineTablebase;
use mancala_search::matches::{
    Adjudication, Contender, Match, MatchGame, MatchReport, MatchStopped, PlayerError, Verdict,
    write_opening,
};
use player::PlayerSpec;
use records::GameWriter;
use std::time::Instant;

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let game = game::parse(&arguments.game)?;
    signals::watch()?;
    let openings = arguments
        .openings
        .choose(&game, arguments.pairs(), arguments.seed, output)?;
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
    let begin = Instant::now();
    let played = play(
        arguments,
        &game,
        &tablebase,
        &openings,
        &mut records,
        output,
    )?;
    let (report, failure) = match played {
        Ok(report) => (report, None),
        Err(stopped) if stopped.report.games.is_empty() => return Err((*stopped).into()),
        Err(stopped) => (stopped.report.clone(), Some(Failure::from(*stopped))),
    };
    records.finish()?;
    let (time, failure) = (begin.elapsed(), failure.as_ref());
    let answer = Answer::new(arguments, &game, names.clone(), &report, time, failure);
    if let Some(failure) = failure {
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

/// The report of a match, or the player who has ended it.
type Played = Result<MatchReport, Box<MatchStopped>>;

/// Plays the match, and writes its games as they end.
fn play(
    arguments: &Arguments,
    game: &GameSpec,
    tablebase: &[EngineTablebase; 2],
    openings: &[GameHistory],
    records: &mut GameWriter<'_>,
    output: &Output,
) -> Result<Played, Failure> {
    let make_a = || arguments.a.make(game, &tablebase[0]);
    let make_b = || arguments.b.make(game, &tablebase[1]);
    let pairs = arguments.pairs();
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
        openings,
        pairs,
        parallel: usize::from(arguments.parallel),
        adjudication: Adjudication {
            plies: arguments.max_plies,
            crash: arguments.on_crash.into(),
            ..Adjudication::default()
        },
        sprt: arguments.sprt,
    };
    let progress = Progress::new(output, "games", None);
    progress.start("match", 2 * pairs as u64);
    let mut written = Ok(());
    let played = contest.play(signals::stop_flag(), &mut |tally, pair| {
        progress.remark(&format!(
            "+{} ={} -{}",
            tally.wins, tally.draws, tally.losses
        ));
        progress.advance(2);
        pair.iter()
            .for_each(|game| report_crash(game, &progress, output));
        if written.is_ok() {
            written = records.add(pair);
        }
    });
    written.map(|()| played)
}

/// Says why a game was lost by a crash.
fn report_crash(game: &MatchGame, progress: &Progress, output: &Output) {
    let Some(crash) = &game.game.crash else {
        return;
    };
    let number = game.number + 1;
    let is_a = game.game.history.now().to_move() == game.side_of_a;
    let loser = if is_a { "A" } else { "B" };
    progress.note(
        output,
        format_args!("game {number} is lost by {loser}: {crash}"),
    );
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
