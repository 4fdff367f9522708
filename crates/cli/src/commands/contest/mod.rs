//! `mancala match`: players against each other, and what the results say of their strength.

mod answer;
mod openings;

use super::Status;
use crate::failure::{Failure, Kind};
use crate::output::Output;
use crate::part::Part;
use crate::players::PlayerSpec;
use crate::progress::Progress;
use crate::signals;
use crate::subject;
use answer::{Answer, write_games};
use clap::Args;
use mancala_endgame::Monitor;
use mancala_position::{GameSpec, GameState};
use mancala_search::engine::Knowledge;
use mancala_search::matches::{
    Adjudication, Contender, Match, PlayerError, Sprt, Verdict, write_opening,
};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  mancala match toguz --a time=0.2s --b plain:8 --games 400 --parallel 2
  mancala match toguz --a depth=8 --b nodes=20000,cmd:./other-engine --tgk games.tgk
  mancala match kalah:6,4 --a clock=10s+0.1s --b clock=10s+0.1s,threads=2
  mancala match bestemshe --a nodes=5000 --b nodes=2500 --sprt 0,50 --games 10000 --json | jq .sprt
  mancala match toguz --opening-games solver-data/games/toguz-games-master.tgk --games 2000 --balance 6 --list-openings

A player is engine (or nothing), plain:DEPTH, random:SEED or cmd:PROGRAM, the last with all that follows, for a program that
speaks the protocol of `mancala engine`. Settings, each with a comma behind it: depth=N, nodes=N and time=0.2s for each
move, clock=10s+0.1s and game-nodes=N for the game, threads=N, hash=16M, db=DIR, endgames=N, name=NAME, option.NAME=VALUE for programs.
Without a limit it is time=0.1s; plain:DEPTH and random need none.";

/// Play matches between engines and say what the results are worth
///
/// Exit code 1 means that the test of --sprt has ended with the smaller difference.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The game
    game: String,
    /// The first player, whose view the results are given from
    #[arg(long, value_name = "PLAYER", default_value = "engine")]
    a: PlayerSpec,
    /// The second player
    #[arg(long, value_name = "PLAYER", default_value = "plain:8")]
    b: PlayerSpec,
    /// How many games; they come in pairs, each opening with both colours
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// What decides which openings are played, and in which order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    parallel: u16,
    #[command(flatten)]
    openings: openings::Openings,
    /// Stop as soon as the difference in Elo is decided to be the larger or the smaller of these two, as 0,10
    #[arg(long, value_name = "ELO,ELO", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// A game of so many plies is a draw
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_plies: usize,
    /// Write the games to a file of records
    #[arg(long, value_name = "FILE")]
    tgk: Option<PathBuf>,
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers = text.split_once(',').and_then(|(low, high)| {
        let low: f64 = low.trim().parse().ok()?;
        let high: f64 = high.trim().parse().ok()?;
        (low.is_finite() && high.is_finite() && low < high).then_some((low, high))
    });
    let (low, high) = numbers.ok_or("two differences in Elo, the smaller one first, as in 0,10")?;
    Ok(Sprt::new(low, high))
}

/// What is the same for all games of a run.
struct Ground {
    game: GameSpec,
    start: Option<GameState>,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<Status, Failure> {
    let game = subject::game(&arguments.game)?;
    let ground = Ground {
        start: GameState::start(&game)?,
        game,
    };
    let pairs = (arguments.games as usize).div_ceil(2);
    signals::watch().map_err(|error| Failure::new(Kind::Io, error))?;
    let openings = arguments
        .openings
        .choose(&ground, pairs, arguments.seed, output)?;
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
    let knowledge = [
        knowledge(&arguments.a, &game)?,
        knowledge(&arguments.b, &game)?,
    ];
    let names = names(specs, &game, &knowledge)?;
    let file = arguments.tgk.as_deref().map(Part::create).transpose()?;
    let make_a = || specs[0].make(&game, &knowledge[0]);
    let make_b = || specs[1].make(&game, &knowledge[1]);
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
            ..Adjudication::default()
        },
        sprt: arguments.sprt,
    };
    let begin = Instant::now();
    let progress = Progress::new(output, "games", None);
    progress.start("match", 2 * pairs as u64);
    let never = AtomicBool::new(false);
    let stop = signals::flag().unwrap_or(&never);
    let report = contest.play(stop, &mut |tally, _| {
        progress.remark(&format!(
            "+{} ={} -{}",
            tally.wins, tally.draws, tally.losses
        ));
        progress.advance(2);
    });
    drop(progress);
    let report = report?;
    if let Some(mut file) = file {
        write_games(&report, &names, arguments.seed, &mut |text| {
            file.write(text)
        })?;
        file.finish()?;
    }
    let answer = Answer::new(arguments, &game, names, &report, begin.elapsed());
    output.report(&answer)?;
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

fn knowledge(spec: &PlayerSpec, game: &GameSpec) -> Result<Knowledge, Failure> {
    Ok(spec.knowledge(game)?)
}

/// What the players are called. Programs are started to see that they play at all.
fn names(
    specs: [&PlayerSpec; 2],
    game: &GameSpec,
    knowledge: &[Knowledge; 2],
) -> Result<[String; 2], PlayerError> {
    let name = |index: usize| -> Result<String, PlayerError> {
        match specs[index].name() {
            Some(name) => Ok(name.to_owned()),
            None => Ok(specs[index].make(game, &knowledge[index])?.name()),
        }
    };
    Ok([name(0)?, name(1)?])
}
